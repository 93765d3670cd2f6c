/** Serves product images. File names are never reused, so browsers may cache them for ever (`immutable`). */
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
    // Only file names that the shop generates for images are served, whatever else is in the directory.
    allowedPath: (pathname) => IMAGE_FILE_PATTERN.test(pathname.replace(/^\//, '')),
    immutable: true,
    maxAge: '365d',
    schemaHide: true,
  });
}
