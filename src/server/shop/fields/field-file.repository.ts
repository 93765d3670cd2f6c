/** The rows of files that values of fields name. */
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { LinkedFile } from '../../../contract/custom-field-values.ts';
import type { Database } from '../../platform/database/connect.ts';
import { query } from '../../platform/database/query.ts';
import { fieldFiles } from '../database/schema/field-file.ts';

export type FileRow = typeof fieldFiles.$inferSelect;

export async function createFile(db: Database, row: typeof fieldFiles.$inferInsert): Promise<void> {
  await db.insert(fieldFiles).values(row);
}

export async function findFile(db: Database, id: string): Promise<FileRow | null> {
  const [row] = await db.select().from(fieldFiles).where(eq(fieldFiles.id, id));
  return row ?? null;
}

export async function hasFieldFiles(db: Database): Promise<boolean> {
  return (await query(db, sql`select from field_files limit 1`)).length > 0;
}

export const listFiles = (db: Database, urls: readonly string[]): Promise<LinkedFile[]> =>
  db
    .select({ url: fieldFiles.url, name: fieldFiles.name, bytes: fieldFiles.bytes })
    .from(fieldFiles)
    .where(inArray(fieldFiles.url, [...urls]));

/** Those with these ids or, in any case, these names, the newest last. `isLocked`: none of them is deleted until the transaction ends. */
export const findFiles = (db: Database, ids: readonly string[], names: readonly string[], isLocked: boolean) =>
  query<{ id: string; name: string; url: string }>(
    db,
    sql`select id, lower(name) as name, url from field_files
      where id = any(${sql.param(ids)}::uuid[]) or lower(name) = any(${sql.param(names.map((it) => it.toLowerCase()))}::text[])
      order by created_at, id ${isLocked ? sql`for share` : sql``}`,
  );

/** The setting with the files of the notice of the legal guarantee. */
export const GUARANTEE_SETTING = 'legal-guarantee';

/** Addresses that values name, labels of guarantees, and that notice. The tables are read as a whole: no index finds a value, and few shops have such fields. */
const USED = sql`select value from custom_fields f cross join lateral (
    select custom ->> f.key as value from products where f.owner = 'product' and custom ? f.key
    union all select custom ->> f.key from product_variants where f.owner = 'variant' and custom ? f.key
    union all select custom ->> f.key from categories where f.owner = 'category' and custom ? f.key
  ) used where f.type = 'file' and not f.is_deleted
  union all select guarantee_label from products where guarantee_label is not null
  union all select file ->> 'url' from settings, jsonb_array_elements(value -> 'files') file where key = ${GUARANTEE_SETTING}`;

/** Notes which files have come into use, and which have gone out of it. */
export async function noteUse(db: Database, at: Date): Promise<void> {
  await db.execute(sql`with used as materialized (${USED})
    update field_files set unused_since = case when unused_since is null then ${at.toISOString()}::timestamptz end
    where (unused_since is null) <> (url in (select value from used))`);
}

export async function listLongUnused(db: Database, before: Date): Promise<string[]> {
  const rows = await db.select({ id: fieldFiles.id }).from(fieldFiles).where(lt(fieldFiles.unusedSince, before));
  return rows.map(({ id }) => id);
}

/** Waits for transactions that are giving it to something, and then leaves it. True: it is deleted. */
export async function deleteUnused(tx: Database, id: string): Promise<boolean> {
  await tx.select({ id: fieldFiles.id }).from(fieldFiles).where(eq(fieldFiles.id, id)).for('update');
  const rows = await tx
    .delete(fieldFiles)
    .where(and(eq(fieldFiles.id, id), sql`${fieldFiles.url} not in (${USED})`))
    .returning({ id: fieldFiles.id });
  return rows.length > 0;
}
