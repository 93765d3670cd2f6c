/** Reads a multipart form: text fields and one file `image`, which stays in memory until it is checked. */
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { IMAGE_MAX_BYTES } from '../../contract/product.ts';
import { AppError } from '../errors.ts';

export const MULTIPART_LIMITS = {
  fileSize: IMAGE_MAX_BYTES,
  files: 1,
  fields: 20,
  parts: 21,
  fieldSize: 64 * 1024,
  fieldNameSize: 100,
  headerPairs: 20,
};

/** What a form within those limits can weigh at most. */
const MAX_BYTES = MULTIPART_LIMITS.fileSize + MULTIPART_LIMITS.fields * MULTIPART_LIMITS.fieldSize + 64 * 1024;

export interface MultipartForm {
  fields: Record<string, string>;
  image: Buffer | null;
}

const createTooLargeError = () => new AppError('too_large', 'The picture is larger than 5 MB');

/** Throws `invalid` for a form that is cut off or malformed, `too_large` above 5 MB, `unsupported_media` for what is none. */
export async function readMultipartForm(request: FastifyRequest): Promise<MultipartForm> {
  if (!request.isMultipart()) throw new AppError('unsupported_media', 'Send this call as multipart/form-data');
  // One that says so itself needn't be read to be refused.
  if (Number(request.headers['content-length']) > MAX_BYTES) throw createTooLargeError();
  try {
    return await readParts(request);
  } catch (error) {
    // What is left of a refused form is let go by unparsed, and the connection is good for the next call.
    request.raw.unpipe();
    request.raw.resume();
    // The plugin's own refusals bear a code, which errors.ts knows; the parser's errors are plain.
    if (error instanceof AppError || (error instanceof Error && 'code' in error)) throw error;
    throw new AppError('invalid', "The form couldn't be read to its end", { cause: error });
  }
}

/** Unlike the plugin's toBuffer, refuses at the limit, not only once the whole part has come. */
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
      if (part.fieldnameTruncated || part.valueTruncated) throw new AppError('invalid', 'A field of the form is too long');
      // A part may call itself JSON and come parsed; no field of ours is that.
      if (!part.fieldname || typeof part.value !== 'string') throw new AppError('invalid', 'The form has a field that is no text');
      if (!Object.hasOwn(fields, part.fieldname)) fields[part.fieldname] = part.value;
      continue;
    }
    // An empty file field is what a browser sends where nothing was chosen.
    const bytes = await readFile(part);
    if (part.fieldname === 'image' && bytes.length) image = bytes;
  }
  return { fields, image };
}
