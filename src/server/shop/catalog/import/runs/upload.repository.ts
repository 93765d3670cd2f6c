/** Stores the uploaded files of imports, in pieces. */
import { createHash } from 'node:crypto';
import { and, asc, eq, gte } from 'drizzle-orm';
import type { ImportFormatName, ImportKind, ImportNumbers } from '../../../../../contract/product-import-fields.ts';
import { KILOBYTE } from '../../../../../contract/values.ts';
import type { Deps } from '../../../../deps.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { importMappings, productImportPieces } from '../../../database/schema/bulk-changes.ts';
import type { CsvFile } from '../reading/csv.ts';
import type { ImportRow } from './product-import.repository.ts';

/** What a merchant chose for a file: the next file with the same first row is read in the same way. */
export interface RememberedMapping {
  kind: ImportKind;
  format: ImportFormatName;
  mapping: Record<string, string>;
  numbers: ImportNumbers | null;
}

const toFingerprint = (header: readonly string[]): string => createHash('sha256').update(JSON.stringify(header)).digest('hex');

/** Without a mapping, for example because another format was chosen, the remembered one is deleted. */
export async function saveMapping(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { form, mapping: stored }: ImportRow,
  { kind, format, mapping, numbers }: Omit<RememberedMapping, 'mapping'> & { mapping: Record<string, string> | null },
): Promise<void> {
  if (!form) return;
  const fingerprint = toFingerprint(form.columns.map(({ title }) => title));
  const kept = mapping ?? (numbers === null ? null : stored);
  if (!kept) {
    await db.delete(importMappings).where(eq(importMappings.fingerprint, fingerprint));
    return;
  }
  const set = { kind, format, mapping: kept, numbers, updatedAt: now() };
  await db
    .insert(importMappings)
    .values({ fingerprint, ...set })
    .onConflictDoUpdate({ target: importMappings.fingerprint, set });
}

export async function findMapping(db: Database, header: readonly string[]): Promise<RememberedMapping | null> {
  const { kind, format, mapping, numbers } = importMappings;
  const [found] = await db
    .select({ kind, format, mapping, numbers })
    .from(importMappings)
    .where(eq(importMappings.fingerprint, toFingerprint(header)));
  return found ?? null;
}

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
