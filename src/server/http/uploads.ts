/** Serves the products' pictures. A name is never used twice, so a picture may be kept for ever. */
import { mkdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { IMAGE_FILE_PATTERN } from '../images/image-url.ts';

export async function registerUploads(app: FastifyInstance, uploadsDir: string): Promise<void> {
  mkdirSync(uploadsDir, { recursive: true });
  await app.register(fastifyStatic, {
    root: uploadsDir,
    prefix: '/uploads/',
    decorateReply: false,
    index: false,
    // Whatever else may lie there, only our own pictures leave the house.
    allowedPath: (pathname) => IMAGE_FILE_PATTERN.test(pathname.replace(/^\//, '')),
    immutable: true,
    maxAge: '365d',
    schemaHide: true,
  });
}
