/** Sends a file from a store. File names are never reused, so browsers may cache it forever (`immutable`). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CACHE_FOREVER, CONDITION_HEADERS, type Conditions, type ObjectStore } from '../../storage/object-store.ts';
import { sendNotFound } from '../errors.ts';

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
