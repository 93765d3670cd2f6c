/** Serves the built scripts, styles and fonts, whose names change with their content. */

import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CACHE_FOREVER, CONDITION_HEADERS, type Conditions, type ObjectStore } from '../../storage/object-store.ts';
import { sendNotFound } from '../errors.ts';

/** Sends a file from a store. File names are never reused, so browsers may cache it forever (`immutable`). */

function readConditions({ headers }: FastifyRequest): Conditions {
  return Object.fromEntries(CONDITION_HEADERS.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])));
}

/** The store only finds file names that the shop generates. `@fastify/static` adds `reply.sendFile`. */
export async function sendStored(store: ObjectStore, name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const found = await store.find(name, readConditions(request));
  if (!found) return sendNotFound(reply);
  if ('path' in found) return reply.sendFile(found.path, found.root, { cacheControl: true, immutable: true, maxAge: '365d' });
  const { status, headers, bytes } = found;
  return reply
    .code(status)
    .headers(headers)
    .header('cache-control', CACHE_FOREVER)
    .send(status === 304 ? null : bytes);
}

/** `shared`: the store with the files of other versions (src/server/platform/storage/shared-assets.ts). */
export async function registerAssets(app: FastifyInstance, assetsDir: string, shared: ObjectStore | null): Promise<void> {
  const serve = async (assets: FastifyInstance) => {
    // Files that this build's folder doesn't have.
    assets.setNotFoundHandler((request, reply) => {
      const name = path.posix.basename(request.url.split('?')[0] ?? '');
      return shared && request.method === 'GET' ? sendStored(shared, name, request, reply) : sendNotFound(reply);
    });
    await assets.register(fastifyStatic, {
      root: assetsDir,
      prefix: '/',
      decorateReply: false,
      index: false,
      immutable: true,
      preCompressed: true,
      maxAge: '365d',
      schemaHide: true,
    });
  };
  await app.register(serve, { prefix: '/assets' });
}
