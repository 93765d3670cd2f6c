/** Serves the built scripts, styles and fonts, whose names change with their content. */
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { ObjectStore } from '../../storage/object-store.ts';
import { sendNotFound } from '../errors.ts';
import { sendStored } from './send-stored.ts';

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
