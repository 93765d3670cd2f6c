/** Serves product images. */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendStored } from '../../../platform/http/pages/send-stored.ts';
import type { ObjectStore } from '../../../platform/storage/object-store.ts';
import { hasImageHost } from './image-url.ts';

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
