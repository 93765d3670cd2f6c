/** Serves product images. */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { hasImageHost } from '../images/image-url.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { sendStored } from './send-stored.ts';

export async function registerUploads(app: FastifyInstance, store: ObjectStore): Promise<void> {
  await app.register(async (uploads) => {
    await uploads.register(fastifyStatic, { root: import.meta.dirname, serve: false });
    uploads.get<{ Params: { name: string } }>('/uploads/:name', { schema: { hide: true } }, (request, reply) => {
      // If images have a host of their own, pages of another origin embed them.
      if (hasImageHost()) reply.header('cross-origin-resource-policy', 'cross-origin');
      return sendStored(store, request.params.name, request, reply);
    });
  });
}
