/** Receives a product file piece by piece. Its content is checked later, except for what is clearly no CSV file. */
import { randomUUID } from 'node:crypto';
import { IMPORT_MAX_BYTES } from '../../../../../contract/limits.ts';
import { MEGABYTE } from '../../../../../contract/values.ts';
import type { Deps } from '../../../../deps.ts';
import { AppError } from '../../../../platform/errors.ts';
import { refusePacked } from '../reading/csv.ts';
import { changeImport, createImport, deleteImport } from './product-import.repository.ts';
import { createPiece, PIECE_SIZE } from './upload.repository.ts';

type Context = Pick<Deps, 'db' | 'now'>;

const createTooLargeError = () =>
  new AppError(
    'import_too_large',
    `The file is larger than ${IMPORT_MAX_BYTES / MEGABYTE} MB. Split it into several and upload them one by one`,
  );

/** Cuts the file into pieces of equal size; the last one may be shorter. */
async function* toPieces(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const bytes of file) {
    waiting.push(bytes);
    size += bytes.length;
    if (size < PIECE_SIZE) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  if (size) yield Buffer.concat(waiting);
}

async function storePieces({ db }: Context, id: string, file: AsyncIterable<Buffer>): Promise<number> {
  let size = 0;
  let index = 0;
  for await (const piece of toPieces(file)) {
    if (index === 0) refusePacked(piece);
    size += piece.length;
    if (size > IMPORT_MAX_BYTES) throw createTooLargeError();
    await createPiece(db, id, index, piece);
    index += 1;
  }
  if (!size) throw new AppError('invalid_request', 'The file is empty');
  return size;
}

/** Returns the import's id. Throws `invalid_request` for an empty file or a workbook, and `import_too_large`. */
export async function uploadImport(
  deps: Context,
  { fileName, by }: { fileName: string; by: string },
  file: AsyncIterable<Buffer>,
): Promise<string> {
  const id = randomUUID();
  await createImport(deps.db, { id, fileName, by, status: 'uploading', createdAt: deps.now() });
  try {
    const size = await storePieces(deps, id, file);
    await changeImport(deps.db, id, ['uploading'], { status: 'checking', size });
    return id;
  } catch (error) {
    await deleteImport(deps.db, id).catch(() => undefined);
    const isCutOff = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
    throw isCutOff ? new AppError('invalid_request', "The file couldn't be read to its end", { cause: error }) : error;
  }
}
