/**
 * Where the files that are sold, or that custom fields name, are stored, in pieces: beside the images, in a folder or under a prefix of its own, which
 * is never public. A file is read and written piece by piece, so that its size costs no memory; each piece has a name that nobody can guess and that is never used
 * again, so that nothing is ever overwritten.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { DOWNLOAD_PIECE_BYTES } from '../../../contract/downloads.ts';
import { MEGABYTE } from '../../../contract/values.ts';
import { AppError } from '../errors.ts';
import type { StorageConfig } from '../settings/storage-config.ts';
import type { FoundFile, ObjectStore } from './object-store.ts';
import { openStores, type Stores } from './open-storage.ts';
import type { S3Limits } from './s3-client.ts';

/** Of all pieces but the last. Changing it would make stored files unreadable. */
export const PIECE_BYTES = DOWNLOAD_PIECE_BYTES;

export const PIECE_NAME_PATTERN = /^[0-9a-f]{32}\.bin$/;

export const createPieceName = (): string => `${randomBytes(16).toString('hex')}.bin`;

export function openDownloadStores(dataDir: string, storage: StorageConfig, limits?: S3Limits): Stores {
  const name = 'downloads';
  return openStores(path.join(dataDir, name), storage, {
    name,
    pattern: PIECE_NAME_PATTERN,
    contentType: () => 'application/octet-stream',
    ...(limits && { limits }),
  });
}

/** How many bytes the piece has: all but the last are of one size. */
export const countPieceBytes = (bytes: number, piece: number): number => Math.max(0, Math.min(PIECE_BYTES, bytes - piece * PIECE_BYTES));

export const countPieces = (bytes: number): number => Math.ceil(bytes / PIECE_BYTES);

/** Throws `invalid_request` if it is shorter or longer; never holds more than that in memory. */
export async function readPiece(body: AsyncIterable<Buffer>, expected: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > expected) break;
    chunks.push(chunk);
  }
  if (length !== expected) {
    const message = `must be ${expected} bytes long`;
    const code = length > expected ? 'too_large' : 'too_short';
    throw new AppError('invalid_request', `This piece ${message}, and it wasn't. Send it again.`, {
      issues: [{ path: 'body', code, message, limit: expected }],
    });
  }
  return Buffer.concat(chunks);
}

/** A bucket answers with bytes that are held in memory: so much of them is asked for at once. */
const READ_SIZE = MEGABYTE;

async function* readFound(found: FoundFile, start: number, end: number): AsyncGenerator<Buffer> {
  if ('path' in found) yield* createReadStream(path.join(found.root, found.path), { start, end }) as AsyncIterable<Buffer>;
  else yield found.bytes;
}

/** The bytes from `start` to `end`, which is the last one, of the file that consists of these pieces. */
export async function* readPieces(store: ObjectStore, names: readonly string[], start: number, end: number): AsyncGenerator<Buffer> {
  let at = start;
  while (at <= end) {
    const index = Math.floor(at / PIECE_BYTES);
    const offset = at - index * PIECE_BYTES;
    const length = Math.min(READ_SIZE, PIECE_BYTES - offset, end - at + 1);
    const last = offset + length - 1;
    const found = await store.find(names[index] ?? '', { range: `bytes=${offset}-${last}` });
    if (!found) throw new Error(`Piece ${index} (${names[index]}) of a file is missing`);
    let read = 0;
    for await (const chunk of readFound(found, offset, last)) {
      read += chunk.length;
      yield chunk;
    }
    // What is sent has to be as long as was said.
    if (read !== length) throw new Error(`Piece ${index} (${names[index]}) of a file has ${read} bytes where ${length} were expected`);
    at += length;
  }
}
