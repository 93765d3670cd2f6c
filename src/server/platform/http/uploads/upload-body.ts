/** The body of an upload: a plain file, which is read piece by piece and never held in memory as a whole. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';

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
