/** The body of an upload: a file as it is, which is read piece by piece and never held whole. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

export const UPLOAD_TYPE = 'text/csv';

/** What browsers and programs call a CSV file. Neither can be sent across origins without being asked before. */
const TYPES = [UPLOAD_TYPE, 'application/csv', 'application/vnd.ms-excel', 'application/octet-stream'];

/** For routes with `isUpload`, in a context of their own: elsewhere such a body is refused. */
export function acceptUploads(app: FastifyInstance): void {
  app.addContentTypeParser(TYPES, (_request, payload, done) => done(null, payload));
}

async function* readNothing(): AsyncGenerator<Buffer> {}

export const NO_FILE: AsyncIterable<Buffer> = readNothing();

const isStream = (body: unknown): body is AsyncIterable<Buffer> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** Empty where the call has no body. What isn't read of it is discarded, so that the connection can carry the next request. */
export async function* readUpload({ body, raw }: FastifyRequest): AsyncGenerator<Buffer> {
  if (body === undefined || body === null) return;
  if (!isStream(body)) throw new AppError('unsupported_media_type', `Send the file as it is, as ${UPLOAD_TYPE}`);
  try {
    // `for await` would destroy the request where the reader stops early, and nothing could be answered.
    const pieces = body[Symbol.asyncIterator]();
    for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) yield piece.value;
  } finally {
    raw.unpipe();
    raw.resume();
  }
}
