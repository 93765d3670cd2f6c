/** Changes stock by hand or by import. The caller has locked the product's row, so that nobody else moves its stock meanwhile. */
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/connect.ts';
import { query } from '../../platform/database/query.ts';
import { stockMovements } from '../database/schema/inventory.ts';
import { boughtChange, createMovements, type StockTarget } from './stock.repository.ts';

/**
 * For a deleted product that is restored, whose movements are still in the ledger: writes movements that bring its stock and reservations to 0,
 * because the lines of its former orders no longer refer to it. Returns a version that none of its stock edits has, because a repeated edit is
 * recognized by its version and change.
 */
export async function resetLedger(tx: Database, productId: string, at: Date): Promise<number> {
  const [row] = await query<{ version: number }>(
    tx,
    sql`
    with ledger as (
      select variant_id, order_id, sum(available) as available, sum(reserved) as reserved, max(product_version) as version
      from stock_movements where product_id = ${productId}::uuid group by variant_id, order_id
    ), closed as (
      insert into stock_movements (product_id, variant_id, order_id, kind, available, reserved, at)
      select ${productId}::uuid, variant_id, null::uuid, 'edit', -sum(available), 0, ${at.toISOString()}::timestamptz
        from ledger group by variant_id having sum(available) <> 0
      union all
      select ${productId}::uuid, variant_id, order_id, 'release', 0, -reserved, ${at.toISOString()}::timestamptz from ledger where reserved <> 0
    )
    select coalesce(max(version), 0)::int + 1 as version from ledger`,
  );
  return row?.version ?? 1;
}

interface StockEdit extends StockTarget {
  /** Negative to remove pieces. */
  change: number;
  /** The product's version that the admin's form was opened with, if it was sent. */
  productVersion: number | undefined;
  at: Date;
}

/** Whether the count allows the change. What is below zero, since more was sold than there was, may still become less negative. */
const isPossible = (row: 'v' | 'products', change: SQL) =>
  sql`(${change} >= 0 or coalesce(${sql.raw(row)}.on_hand, ${sql.raw(row)}.quantity) + ${change} >= 0)`;

/**
 * For a product without options; false if there isn't enough. Unlike a sale it raises the product's version, so that two admins can't add the same
 * delivery twice.
 */
export async function editStock(tx: Database, { productId, change, productVersion, at }: Omit<StockEdit, 'variantId'>): Promise<boolean> {
  const by = sql`${change}::int`;
  const rows = await query(
    tx,
    sql`update products set quantity = quantity_after(quantity, stock_policy, on_hand, ${by}), on_hand = on_hand_after(stock_policy, on_hand, ${by}),
        version = version + 1
      where id = ${productId} and ${isPossible('products', by)} returning id`,
  );
  if (rows.length) await createMovements(tx, [{ productId, variantId: null, kind: 'edit', quantity: change }], at, productVersion);
  return rows.length > 0;
}

/** Other columns to write in the same statement, because each new version of a row costs an entry in every index of the table. */
export interface OtherColumns {
  /** The assignments of a `set` clause, from the rows `c`. */
  assigned: SQL;
  /** The columns of `rows` with their types, after a comma. */
  types: SQL;
}

/**
 * For many products without options. The caller has locked their rows and checked that there is enough. A change of 0 leaves the stock as it is;
 * `others` are written all the same.
 */
export async function editStocks<Change extends { productId: string; change: number }>(
  tx: Database,
  changes: Change[],
  at: Date,
  others?: OtherColumns,
): Promise<void> {
  if (!changes.length) return;
  await query(
    tx,
    sql`update products set quantity = quantity_after(quantity, stock_policy, on_hand, c.change),
        on_hand = on_hand_after(stock_policy, on_hand, c.change), version = version + case when c.change = 0 then 0 else 1 end${others ? sql`, ${others.assigned}` : sql``}
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c("productId" uuid, change int${others ? others.types : sql``})
      where products.id = c."productId"`,
  );
  const moves = changes.map(({ productId, change }) => ({ productId, variantId: null, kind: 'edit' as const, quantity: change }));
  await createMovements(tx, moves, at);
}

interface VariantStockEdits extends Pick<StockEdit, 'productId' | 'productVersion' | 'at'> {
  /** Variants whose stock stays the same are left out. */
  changes: { variantId: string; change: number }[];
}

/** For a product's variants, together with the product's sum; false if one of them doesn't have enough: then the caller rolls back. */
export async function editVariantStock(tx: Database, { productId, changes, productVersion, at }: VariantStockEdits): Promise<boolean> {
  if (!changes.length) return true;
  const edited = await query<{ id: string }>(
    tx,
    sql`
    with changes as (
      select * from unnest(${sql.param(changes.map((it) => it.variantId))}::uuid[], ${sql.param(changes.map((it) => it.change))}::int[])
        as c(variant_id, change)
    ), edited as (
      update product_variants v set quantity = quantity_after(v.quantity, v.stock_policy, v.on_hand, c.change),
        on_hand = on_hand_after(v.stock_policy, v.on_hand, c.change) from changes c
      where v.id = c.variant_id and v.product_id = ${productId} and ${isPossible('v', sql`c.change`)}
      returning v.id, ${boughtChange(sql`c.change`)} as change
    ), summed as (
      update products set quantity = quantity + (select coalesce(sum(change), 0)::int from edited), version = version + 1
      where id = ${productId}
    )
    select id from edited`,
  );
  const moves = changes.map(({ variantId, change }) => ({ productId, variantId, kind: 'edit' as const, quantity: change }));
  await createMovements(tx, moves, at, productVersion);
  return edited.length === changes.length;
}

export const toEditKey = (variantId: string, change: number): string => `${variantId} ${change}`;

/** The changes of variants that were already made from that version: then a request is a retry after a lost response. */
export async function listVariantEdits(tx: Database, productId: string, productVersion: number): Promise<Set<string>> {
  const { variantId, available, kind, productId: ofProduct, productVersion: ofVersion } = stockMovements;
  const rows = await tx
    .select({ variantId, available })
    .from(stockMovements)
    .where(and(eq(ofProduct, productId), eq(kind, 'edit'), eq(ofVersion, productVersion), isNotNull(variantId)));
  return new Set(rows.map((row) => toEditKey(row.variantId ?? '', row.available)));
}

/** Of a product without options: whether the same change was already made from that version. Then the request is a retry after a lost response. */
export async function hasStockEdit(
  tx: Database,
  { productId, change, productVersion }: Omit<StockEdit, 'at' | 'variantId'>,
): Promise<boolean> {
  if (productVersion === undefined) return false;
  const isSameEdit = and(
    eq(stockMovements.productId, productId),
    isNull(stockMovements.variantId),
    eq(stockMovements.kind, 'edit'),
    eq(stockMovements.productVersion, productVersion),
    eq(stockMovements.available, change),
  );
  return (await tx.$count(stockMovements, isSameEdit)) > 0;
}
