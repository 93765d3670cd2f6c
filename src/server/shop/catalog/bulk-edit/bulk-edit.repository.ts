/** The rows of bulk edits, and their products page by page in the order of ids. */
import { and, asc, desc, eq, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { BulkRefusal } from '../../../../contract/bulk-edit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { insertRows, query } from '../../../platform/database/query.ts';
import { bulkEditItems, bulkEdits } from '../../database/schema/bulk-changes.ts';
import { buildProductFilter, type ResolvedFilter } from '../product-table/product-table.repository.ts';
import type { BulkRow, BulkState } from './bulk-plan.ts';

export type BulkEditRow = typeof bulkEdits.$inferSelect;
export type BulkEditItem = typeof bulkEditItems.$inferInsert;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const REFUSALS_SHOWN = 100;
const EDITS_SHOWN = 20;

const BULK_ROW = sql`id, name, price_cents as "priceCents", compare_at_cents as "compareAtCents", coalesce(on_hand, quantity) as quantity,
  stock_policy as "stockPolicy", category_id as "categoryId",
  further_category_ids as "furtherCategoryIds", chosen_status(status) as status, attributes, custom,
  (select name from brands where id = products.brand_id) as "brandName", vendor, tags, cost_cents as "costCents", condition, tax_class as "taxClass", minimum_age as "minimumAge",
  handling_days as "handlingDays", maker,
  options is not null as "hasOptions", is_bundle as "isBundle",
  is_part and exists (select from bundle_parts where product_id = products.id) as "isPart", case when options is null then '[]' else (select coalesce(json_agg(json_build_object('id', v.id,
    'priceCents', v.price_cents, 'compareAtCents', v.compare_at_cents, 'stockPolicy', v.stock_policy) order by v.position), '[]')
    from product_variants v where v.product_id = products.id) end as variants`;

/** `until`: if products are selected by a filter, only those created until then count. */
export async function buildSelection(
  db: Database,
  { ids, filter = {} }: { ids?: string[]; filter?: ResolvedFilter },
  until?: Date,
): Promise<SQL> {
  if (ids) return sql`id = any(${sql.param(ids)}::uuid[])`;
  const matches = await buildProductFilter(db, filter);
  return until ? sql`(${matches}) and created_at <= ${until.toISOString()}` : matches;
}

export async function listBulkRows(
  db: Database,
  selection: SQL,
  { after = FIRST_ID, limit, isLocked }: { after?: string; limit: number; isLocked: boolean },
): Promise<BulkRow[]> {
  const page = sql`from products where (${selection}) and id > ${after} order by id limit ${limit}`;
  if (isLocked) await lockPage(db, page);
  return query<BulkRow>(db, sql`select ${BULK_ROW} ${page}${isLocked ? sql` for update` : sql``}`);
}

/** In the order in which sales lock them, with the bundles that have them as parts. */
async function lockPage(tx: Database, page: SQL): Promise<void> {
  await query(
    tx,
    sql`with page as (select id ${page}) select id from products
      where id in (select id from page union select b.bundle_id from bundle_parts b join page on page.id = b.product_id)
      order by is_bundle, id for update`,
  );
}

/** Ids between `after` and `last` that no product has. */
export async function listMissingIds(db: Database, ids: string[], after: string | null, last: string): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    sql`select id from unnest(${sql.param(ids)}::uuid[]) id where id > ${after ?? FIRST_ID} and id <= ${last}
      and not exists (select from products where products.id = id.id) order by id`,
  );
  return rows.map(({ id }) => id);
}

/** False if an edit with this id exists. */
export async function createBulkEdit(db: Database, row: typeof bulkEdits.$inferInsert): Promise<boolean> {
  return (await db.insert(bulkEdits).values(row).onConflictDoNothing().returning({ id: bulkEdits.id })).length > 0;
}

export async function findBulkEdit(db: Database, id: string): Promise<BulkEditRow | null> {
  return (await db.select().from(bulkEdits).where(eq(bulkEdits.id, id)))[0] ?? null;
}

export async function lockBulkEdit(tx: Database, id: string): Promise<BulkEditRow | null> {
  return (await tx.select().from(bulkEdits).where(eq(bulkEdits.id, id)).for('update'))[0] ?? null;
}

/** The undo of an edit. */
export async function findUndo(db: Database, undoOf: string): Promise<BulkEditRow | null> {
  return (await db.select().from(bulkEdits).where(eq(bulkEdits.undoOf, undoOf)))[0] ?? null;
}

/** Null if it is done, or if another process is running it. */
export async function lockRunningEdit(tx: Database, id: string): Promise<BulkEditRow | null> {
  const isRunning = and(eq(bulkEdits.id, id), eq(bulkEdits.status, 'running'));
  return (await tx.select().from(bulkEdits).where(isRunning).for('update', { skipLocked: true }))[0] ?? null;
}

export async function listBulkEdits(db: Database): Promise<BulkEditRow[]> {
  return db.select().from(bulkEdits).orderBy(desc(bulkEdits.createdAt), asc(bulkEdits.id)).limit(EDITS_SHOWN);
}

export async function listRunningEdits(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: bulkEdits.id })
    .from(bulkEdits)
    .where(eq(bulkEdits.status, 'running'))
    .orderBy(asc(bulkEdits.createdAt));
  return rows.map(({ id }) => id);
}

/** Which of these edits were undone. */
export async function listUndone(db: Database, ids: string[]): Promise<Set<string>> {
  const rows = await query<{ id: string }>(db, sql`select undo_of as id from bulk_edits where undo_of = any(${sql.param(ids)}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}

export async function createItems(tx: Database, items: BulkEditItem[]): Promise<void> {
  await insertRows(tx, bulkEditItems, items);
}

/** Adds the results of a page. */
export async function advanceEdit(
  tx: Database,
  id: string,
  {
    cursor,
    isDone,
    changed,
    unchanged,
    refused,
  }: { cursor: string | null; isDone: boolean; changed: number; unchanged: number; refused: number },
): Promise<void> {
  await tx
    .update(bulkEdits)
    .set({
      changed: sql`${bulkEdits.changed} + ${changed}`,
      unchanged: sql`${bulkEdits.unchanged} + ${unchanged}`,
      refused: sql`${bulkEdits.refused} + ${refused}`,
      ...(cursor && { cursor }),
      ...(isDone && { status: 'done' as const }),
    })
    .where(eq(bulkEdits.id, id));
}

export async function listRefusals(db: Database, editId: string): Promise<{ _id: string; name: string; reason: BulkRefusal }[]> {
  const rows = await db
    .select({ _id: bulkEditItems.productId, name: bulkEditItems.name, reason: bulkEditItems.reason })
    .from(bulkEditItems)
    .where(and(eq(bulkEditItems.editId, editId), isNotNull(bulkEditItems.reason)))
    .orderBy(asc(bulkEditItems.productId))
    .limit(REFUSALS_SHOWN);
  return rows.flatMap(({ reason, ...row }) => (reason ? [{ ...row, reason }] : []));
}

export interface UndoItem {
  productId: string;
  name: string;
  before: BulkState & { deleted?: DeletedProduct };
  after: BulkState;
}

/** All rows of a deleted product, as JSON. */
export interface DeletedProduct {
  /** One that was deleted by an earlier version has no further categories. */
  product: Record<string, unknown> & {
    image_id: string;
    slug: string;
    sku: string | null;
    category_id: string;
    further_category_ids?: string[];
    is_part?: boolean;
    brand_id?: string | null;
  };
  images: { image_id: string }[];
  variants: { sku: string | null }[];
  /** Of a bundle. Absent: it was deleted by an earlier version. */
  parts?: { product_id: string; variant_id: string | null; count: number }[];
}

/** The products that an edit has changed, after the one with this id. */
export async function listChangedItems(db: Database, editId: string, after: string | null, limit: number): Promise<UndoItem[]> {
  return query<UndoItem>(
    db,
    sql`select product_id as "productId", name, before, after from bulk_edit_items
      where edit_id = ${editId} and product_id > ${after ?? FIRST_ID} and reason is null order by product_id limit ${limit}`,
  );
}

/** Deletes page by page, since one edit may have a million items. True if there may be more. */
export async function deleteOldEdits(db: Database, before: Date, limit: number): Promise<boolean> {
  const deleted = await query(
    db,
    sql`delete from bulk_edit_items where ctid = any(array(select i.ctid from bulk_edit_items i
      join bulk_edits e on e.id = i.edit_id where e.created_at < ${before.toISOString()} and e.status = 'done' limit ${limit})) returning 1`,
  );
  if (deleted.length === limit) return true;
  await db.delete(bulkEdits).where(and(lt(bulkEdits.createdAt, before), eq(bulkEdits.status, 'done')));
  return false;
}
