/** Changes stock as an admin counted it. Nobody else moves it meanwhile: the caller has locked the product's row. */
import { and, eq, gte, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { query } from '../database/query.ts';
import { products } from '../database/schema/catalog.ts';
import { stockMovements } from '../database/schema/inventory.ts';
import { createMovements, type StockTarget } from './stock.repository.ts';

interface StockEdit extends StockTarget {
  /** Negative to take away. */
  change: number;
  /** The product's version that the admin's form had shown, where it was told. */
  productVersion: number | undefined;
  at: Date;
}

/**
 * Of a product without options; false where there isn't enough. Raises the product's version, as sales don't: a second admin who counted
 * the same must not add the same again.
 */
export async function editStock(tx: Database, { productId, change, productVersion, at }: Omit<StockEdit, 'variantId'>): Promise<boolean> {
  const rows = await tx
    .update(products)
    .set({ quantity: sql`${products.quantity} + ${change}`, version: sql`${products.version} + 1` })
    .where(and(eq(products.id, productId), gte(sql`${products.quantity} + ${change}`, 0)))
    .returning({ id: products.id });
  if (rows.length) await createMovements(tx, [{ productId, variantId: null, kind: 'edit', quantity: change }], at, productVersion);
  return rows.length > 0;
}

/** Columns that are written in the same statement: each version of a row costs an entry in every index of the table. */
export interface ColumnsBeside {
  /** As in `set`, of the rows `c`. */
  assigned: SQL;
  /** Of what `rows` have, behind a comma. */
  types: SQL;
}

/**
 * Of many products without options, whose rows the caller has locked and found to have enough. A change of 0 is none; `beside` says what else
 * the changes have.
 */
export async function editStocks<Change extends { productId: string; change: number }>(
  tx: Database,
  changes: Change[],
  at: Date,
  beside?: ColumnsBeside,
): Promise<void> {
  if (!changes.length) return;
  await query(
    tx,
    sql`update products set quantity = quantity + c.change, version = version + case when c.change = 0 then 0 else 1 end${beside ? sql`, ${beside.assigned}` : sql``}
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c("productId" uuid, change int${beside ? beside.types : sql``})
      where products.id = c."productId"`,
  );
  const moves = changes.map(({ productId, change }) => ({ productId, variantId: null, kind: 'edit' as const, quantity: change }));
  await createMovements(tx, moves, at);
}

interface VariantStockEdits extends Pick<StockEdit, 'productId' | 'productVersion' | 'at'> {
  /** None of 0. */
  changes: { variantId: string; change: number }[];
}

/** Of any of a product's variants, and of the product's sum with them; false where one has not enough, and the caller rolls back. */
export async function editVariantStock(tx: Database, { productId, changes, productVersion, at }: VariantStockEdits): Promise<boolean> {
  if (!changes.length) return true;
  const edited = await query<{ id: string }>(
    tx,
    sql`
    with changes as (
      select * from unnest(${sql.param(changes.map((it) => it.variantId))}::uuid[], ${sql.param(changes.map((it) => it.change))}::int[])
        as c(variant_id, change)
    ), edited as (
      update product_variants v set quantity = v.quantity + c.change from changes c
      where v.id = c.variant_id and v.product_id = ${productId} and v.quantity + c.change >= 0 returning v.id, c.change
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

/** Whether the stock was changed by this from that version on: the request is repeated, since its answer was lost. */
export async function hasStockEdit(
  tx: Database,
  { productId, variantId, change, productVersion }: Omit<StockEdit, 'at'>,
): Promise<boolean> {
  if (productVersion === undefined) return false;
  const isSameEdit = and(
    eq(stockMovements.productId, productId),
    variantId === null ? isNull(stockMovements.variantId) : eq(stockMovements.variantId, variantId),
    eq(stockMovements.kind, 'edit'),
    eq(stockMovements.productVersion, productVersion),
    eq(stockMovements.available, change),
  );
  return (await tx.$count(stockMovements, isSameEdit)) > 0;
}
