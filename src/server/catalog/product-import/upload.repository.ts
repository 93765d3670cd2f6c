/** Stores the uploaded files of imports, in pieces. */
import { and, asc, eq, gte } from 'drizzle-orm';
import { KILOBYTE } from '../../../contract/bytes.ts';
import type { Database } from '../../database/connect.ts';
import { productImportPieces } from '../../database/schema/product-import.ts';
import type { CsvFile } from '../import/csv.ts';

/** In bytes: how much of a file is held in memory, and written by one statement. */
export const PIECE_SIZE = 256 * KILOBYTE;

const { importId, position, bytes } = productImportPieces;

export async function createPiece(db: Database, id: string, index: number, piece: Buffer): Promise<void> {
  await db.insert(productImportPieces).values({ importId: id, position: index, bytes: piece });
}

async function* readPieces(db: Database, id: string): AsyncGenerator<Buffer> {
  for (let index = 0; ; index += 1) {
    const [piece] = await db
      .select({ bytes })
      .from(productImportPieces)
      .where(and(eq(importId, id), gte(position, index)))
      .orderBy(asc(position))
      .limit(1);
    if (!piece) return;
    yield Buffer.from(piece.bytes.buffer, piece.bytes.byteOffset, piece.bytes.byteLength);
  }
}

/** Each reader begins at the first byte. */
export const openUpload = (db: Database, id: string, size: number): CsvFile => ({ size, open: () => readPieces(db, id) });
