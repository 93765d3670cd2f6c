/** Stores the uploaded files of imports, in pieces. */
import { and, asc, eq, gte } from 'drizzle-orm';
import { KILOBYTE } from '../../../../../contract/values.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { productImportPieces } from '../../../database/schema/product-import.ts';
import type { CsvFile } from '../reading/csv.ts';

/** In bytes: how much of a file is held in memory, and written by one statement. */
export const PIECE_SIZE = 256 * KILOBYTE;

const { importId, position, bytes } = productImportPieces;

export async function createPiece(db: Database, id: string, index: number, piece: Buffer): Promise<void> {
  await db.insert(productImportPieces).values({ importId: id, position: index, bytes: piece });
}

/** Throws an Error where the file ends before its size, as when it is deleted meanwhile: what was read isn't all. */
async function* readPieces(db: Database, id: string, size: number): AsyncGenerator<Buffer> {
  let left = size;
  for (let index = 0; left > 0; index += 1) {
    const [piece] = await db
      .select({ bytes })
      .from(productImportPieces)
      .where(and(eq(importId, id), gte(position, index)))
      .orderBy(asc(position))
      .limit(1);
    if (!piece) throw new Error(`The file of import ${id} was deleted: ${left} of its ${size} bytes are missing`);
    left -= piece.bytes.byteLength;
    yield Buffer.from(piece.bytes.buffer, piece.bytes.byteOffset, piece.bytes.byteLength);
  }
}

/** Each reader begins at the first byte. */
export const openUpload = (db: Database, id: string, size: number): CsvFile => ({ size, open: () => readPieces(db, id, size) });
