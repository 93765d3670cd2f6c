/** The rows of files that are sold with products, and of their pieces. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { products } from '../../database/schema/catalog.ts';
import { downloadFiles, downloadPieces } from '../../database/schema/downloads.ts';
import { productVariants } from '../../database/schema/variant.ts';

export type FileRow = typeof downloadFiles.$inferSelect;

/** Those that are sold, or are being uploaded. */
const isOffered = inArray(downloadFiles.status, ['uploading', 'ready']);

/** Until the transaction ends, no other one adds, moves or removes its files and lists. False: there is no such product. */
export async function lockProduct(tx: Database, id: string): Promise<boolean> {
  const rows = await tx.select({ id: products.id }).from(products).where(eq(products.id, id)).for('no key update');
  return rows.length > 0;
}

export async function hasProduct(db: Database, id: string): Promise<boolean> {
  return (await db.$count(products, eq(products.id, id))) > 0;
}

/** Those of the ids that are variants of the product. */
export async function listOwnVariants(db: Database, productId: string, ids: string[]): Promise<Set<string>> {
  if (!ids.length) return new Set();
  const rows = await db
    .select({ id: productVariants.id })
    .from(productVariants)
    .where(and(eq(productVariants.productId, productId), inArray(productVariants.id, ids)));
  return new Set(rows.map(({ id }) => id));
}

/** By product. */
export async function listFilesOf(db: Database, productIds: string[]): Promise<Map<string | null, FileRow[]>> {
  if (!productIds.length) return new Map();
  const rows = await db
    .select()
    .from(downloadFiles)
    .where(and(inArray(downloadFiles.productId, productIds), isOffered));
  return Map.groupBy(rows, ({ productId }) => productId);
}

export async function listFiles(db: Database, productId: string): Promise<FileRow[]> {
  return db
    .select()
    .from(downloadFiles)
    .where(and(eq(downloadFiles.productId, productId), isOffered))
    .orderBy(asc(downloadFiles.position), asc(downloadFiles.createdAt), asc(downloadFiles.id));
}

/** `isLocked`: nobody else changes it until the transaction ends. */
export async function findFile(db: Database, id: string, isLocked = false): Promise<FileRow | null> {
  const select = db
    .select()
    .from(downloadFiles)
    .where(and(eq(downloadFiles.id, id), isOffered));
  const [row] = await (isLocked ? select.for('update') : select);
  return row ?? null;
}

export async function createFile(tx: Database, row: typeof downloadFiles.$inferInsert): Promise<void> {
  await tx.insert(downloadFiles).values(row);
}

type FileUpdate = Partial<Pick<FileRow, 'name' | 'variantIds' | 'status' | 'downloads' | 'days'>>;

export async function updateFile(tx: Database, id: string, fields: FileUpdate): Promise<void> {
  await tx
    .update(downloadFiles)
    .set({ ...fields, version: sql`${downloadFiles.version} + 1` })
    .where(eq(downloadFiles.id, id));
}

/** In the order of the ids. */
export async function arrangeFiles(tx: Database, ids: string[]): Promise<void> {
  await tx.execute(sql`update download_files set position = placed.place::int - 1, version = version + 1
    from unnest(${sql.param(ids)}::uuid[]) with ordinality placed (id, place)
    where download_files.id = placed.id and download_files.position <> placed.place - 1`);
}

/** False: that piece is there already. */
export async function createPiece(tx: Database, piece: typeof downloadPieces.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(downloadPieces).values(piece).onConflictDoNothing().returning({ name: downloadPieces.name });
  return rows.length > 0;
}

/** By file: the places of the pieces that are there. */
export async function listStoredPieces(db: Database, fileIds: string[]): Promise<Map<string, Set<number>>> {
  if (!fileIds.length) return new Map();
  const rows = await db
    .select({ fileId: downloadPieces.fileId, position: downloadPieces.position })
    .from(downloadPieces)
    .where(inArray(downloadPieces.fileId, fileIds));
  const places = new Map<string, Set<number>>();
  for (const { fileId, position } of rows) places.set(fileId, (places.get(fileId) ?? new Set()).add(position));
  return places;
}

/** Names of all pieces, in their order. */
export async function listPieceNames(db: Database, fileId: string): Promise<string[]> {
  const rows = await db
    .select({ name: downloadPieces.name })
    .from(downloadPieces)
    .where(eq(downloadPieces.fileId, fileId))
    .orderBy(asc(downloadPieces.position));
  return rows.map(({ name }) => name);
}

/** For the cleanup. */

export async function hasFiles(db: Database): Promise<boolean> {
  const rows = await query(db, sql`(select from download_files limit 1) union all (select from field_files limit 1)`);
  return rows.length > 0;
}

/** Deletes uploads that nobody finished. */
export async function deleteUnfinished(db: Database, before: Date): Promise<void> {
  await db.execute(sql`delete from download_files where status = 'uploading' and created_at < ${before.toISOString()}::timestamptz`);
}

/**
 * Lets go of the pieces of files that are no longer sold, once nobody who bought them may fetch them, and of the rows that no order names.
 */
export async function releaseFiles(db: Database, now: Date): Promise<void> {
  await db.execute(sql`
    with ended as (
      update download_files f set status = 'deleted' where (f.status = 'removed' or (f.status = 'ready' and f.product_id is null))
        and not exists (
          select from order_downloads d join orders o on o.id = d.order_id
          where d.file_id = f.id and o.status not in ('refunded', 'cancelled', 'expired')
            and (d.expires_at is null or d.expires_at > ${now.toISOString()}::timestamptz) and (d.allowed is null or d.used < d.allowed)
        ) returning f.id
    )
    delete from download_pieces using ended where download_pieces.file_id = ended.id`);
  await db.execute(
    sql`delete from download_files f where f.status = 'deleted' and not exists (select from order_downloads d where d.file_id = f.id)`,
  );
}

/** Those of these names that are pieces of a file, also of one that a custom field names. */
export async function listUsedPieces(db: Database, names: string[]): Promise<Set<string>> {
  const asked = sql`any(${sql.param(names)}::text[])`;
  const rows = await query<{ name: string }>(
    db,
    sql`select name from download_pieces where name = ${asked}
      union all select piece from field_files, unnest(pieces) piece where piece = ${asked}`,
  );
  return new Set(rows.map(({ name }) => name));
}
