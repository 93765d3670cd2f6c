/** Reads a multipart form: text fields, and one file named `image`, which is held in memory. */

import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { IMAGE_MAX_BYTES } from '../../../../contract/limits.ts';
import { KILOBYTE, MEGABYTE } from '../../../../contract/values.ts';
import { AppError } from '../../errors.ts';

/** The body of an upload: a plain file, which is read piece by piece and never held in memory as a whole. */

export const UPLOAD_TYPE = 'text/csv';

/**
 * The content types that browsers and programs use for CSV files. Browsers don't send them to other origins without a preflight request.
 */
const TYPES = [UPLOAD_TYPE, 'application/csv', 'application/vnd.ms-excel', 'application/octet-stream'];

/** For routes with `isUpload`, in a Fastify context of their own: elsewhere such bodies are refused. */
export function acceptUploads(app: FastifyInstance): void {
  app.addContentTypeParser(TYPES, (_request, payload, done) => done(null, payload));
}

async function* readNothing(): AsyncGenerator<Buffer> {}

export const NO_FILE: AsyncIterable<Buffer> = readNothing();

const isStream = (body: unknown): body is AsyncIterable<Buffer> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** Empty if the call has no body. What isn't read is discarded, so that the connection can carry the next request. */
export async function* readUpload({ body, raw }: FastifyRequest): AsyncGenerator<Buffer> {
  if (body === undefined || body === null) return;
  if (!isStream(body)) throw new AppError('unsupported_media_type', `Send the file as it is, as ${UPLOAD_TYPE}`);
  try {
    // `for await` would destroy the request if the reader stopped early, and then nothing could be answered.
    const pieces = body[Symbol.asyncIterator]();
    for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) yield piece.value;
  } finally {
    raw.unpipe();
    raw.resume();
  }
}

export const MULTIPART_LIMITS = {
  fileSize: IMAGE_MAX_BYTES,
  files: 1,
  fields: 20,
  parts: 21,
  /** 2,048 variants of a product as JSON. */
  fieldSize: 2 * MEGABYTE,
  fieldNameSize: 100,
  headerPairs: 20,
};

/** The largest form within those limits; 64 KiB are for the headers of its parts. */
const MAX_BYTES = MULTIPART_LIMITS.fileSize + 2 * MULTIPART_LIMITS.fieldSize + 64 * KILOBYTE;

export interface MultipartForm {
  fields: Record<string, string>;
  image: Buffer | null;
}

const createTooLargeError = () => new AppError('image_too_large', 'The image is larger than 5 MB');

/** Throws `invalid_request` for a form that is cut off or malformed, `image_too_large` above 5 MB, `unsupported_media_type` for anything but a form. */
export async function readMultipartForm(request: FastifyRequest): Promise<MultipartForm> {
  if (!request.isMultipart()) throw new AppError('unsupported_media_type', 'Send this call as multipart/form-data');
  // Decided by its Content-Length alone, without reading any of it.
  if (Number(request.headers['content-length']) > MAX_BYTES) throw createTooLargeError();
  try {
    return await readParts(request);
  } catch (error) {
    // Discard the rest of the body, so that the connection can carry the next request.
    request.raw.unpipe();
    request.raw.resume();
    // Errors of the plugin have codes that errors.ts knows; those of its parser have none.
    if (error instanceof AppError || (error instanceof Error && 'code' in error)) throw error;
    throw new AppError('invalid_request', 'The form is incomplete', { cause: error });
  }
}

/** The plugin's toBuffer reads the whole part before it refuses one that is too large; this stops at the limit. */
async function readFile({ file }: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) {
    if (file.truncated) throw createTooLargeError();
    chunks.push(chunk);
  }
  if (file.truncated) throw createTooLargeError();
  return Buffer.concat(chunks);
}

async function readParts(request: FastifyRequest): Promise<MultipartForm> {
  const fields: Record<string, string> = {};
  let image: Buffer | null = null;
  for await (const part of request.parts({ limits: MULTIPART_LIMITS })) {
    if (part.type === 'field') {
      if (part.fieldnameTruncated || part.valueTruncated) throw new AppError('invalid_request', 'A field of the form is too long');
      // A part with the content type JSON is parsed automatically, but no field of ours is JSON.
      if (!part.fieldname || typeof part.value !== 'string') throw new AppError('invalid_request', "A field of the form isn't text");
      if (!Object.hasOwn(fields, part.fieldname)) fields[part.fieldname] = part.value;
      continue;
    }
    // A browser sends an empty file where none was chosen.
    const bytes = await readFile(part);
    if (part.fieldname === 'image' && bytes.length) image = bytes;
  }
  return { fields, image };
}
