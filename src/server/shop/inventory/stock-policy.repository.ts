/** Writes stock policies. The caller has locked the product's row; the ledger stays as it is. */
import { eq, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { StoredPolicy } from '../../../contract/stock-policy.ts';
import type { Database } from '../../platform/database/connect.ts';
import { query } from '../../platform/database/query.ts';
import { products } from '../database/schema/catalog.ts';
import { isPreorder } from '../database/schema/stock-policy.ts';
import { productVariants } from '../database/schema/variant.ts';
import { toPolicyColumns } from './stock-policy.ts';

/** For a locked product without options, of which so many are there. */
export async function setStockPolicy(tx: Database, productId: string, stockPolicy: StoredPolicy | null, there: number): Promise<void> {
  await tx.update(products).set(toPolicyColumns(stockPolicy, there)).where(eq(products.id, productId));
}

/** For variants of a locked product. The product's quantity is summed up by sumVariantStock. */
export async function setVariantPolicies(tx: Database, policies: { id: string; stockPolicy: StoredPolicy | null }[]): Promise<void> {
  if (!policies.length) return;
  await query(
    tx,
    sql`update product_variants v set stock_policy = c."stockPolicy", quantity = quantity_by_policy(c."stockPolicy", there),
        on_hand = case when c."stockPolicy" is null and there >= 0 then null else there end
      from (select r.*, coalesce(o.on_hand, o.quantity) as there from jsonb_to_recordset(${JSON.stringify(policies)}::jsonb)
        as r(id uuid, "stockPolicy" jsonb) join product_variants o using (id)) c
      where v.id = c.id`,
  );
}

/** After changes by which what can be bought isn't what was there and what was added. */
export async function sumVariantStock(tx: Database, productId: string): Promise<void> {
  await query(
    tx,
    sql`update products set quantity = total, version = version + 1
      from (select coalesce(sum(quantity), 0)::int as total from product_variants where product_id = ${productId}) summed
      where id = ${productId} and options is not null and quantity <> total`,
  );
}

/**
 * The products with a preorder, of their own or of a variant (a bundle's follows from its parts), that ships on this day or an earlier one. Read every quarter of an hour, by indexes that
 * are empty in most shops.
 */
export async function listEndedPreorders(db: Database, today: string): Promise<string[]> {
  const isOver = (policy: AnyPgColumn) => sql`${isPreorder(policy)} and ${policy} ->> 'shipsOn' <= ${today}`;
  const rows = await query<{ id: string }>(
    db,
    sql`select id from products where ${isOver(products.stockPolicy)} and not is_bundle
      union select product_id from product_variants where ${isOver(productVariants.stockPolicy)}
      order by id`,
  );
  return rows.map(({ id }) => id);
}
