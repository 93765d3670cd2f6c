/** The parts of bundles, and what follows from them. */
import { type SQL, sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core';
import { BUNDLE_COUNT_MAX } from '../../../../contract/limits.ts';
import { products } from './catalog.ts';

export const bundleParts = pgTable(
  'bundle_parts',
  {
    bundleId: uuid('bundle_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** From 0. */
    position: smallint('position').notNull(),
    /** The part. While a bundle names it, it can't be deleted. */
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    /** Which of its variants. Not a foreign key, as in order lines: without it the bundle is sold out, and its form says so. */
    variantId: uuid('variant_id'),
    /** How many of it one bundle holds. */
    count: integer('count').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.bundleId, t.position] }),
    index('bundle_parts_product').on(t.productId),
    check('bundle_parts_count', sql`${t.count} between 1 and ${sql.raw(String(BUNDLE_COUNT_MAX))}`),
  ],
);

/** A bundle of an order line. Its stock is that of its parts: the ledger has a movement for each, which names the bundle too. */
export interface SoldBundle {
  /** Its product, which may be deleted by now. */
  id: string;
  parts: SoldPart[];
}

export interface SoldPart {
  productId: string;
  variantId: string | null;
  slug: string;
  name: string;
  options: string;
  sku: string | null;
  /** How many of it one bundle holds. */
  count: number;
  /** False: it wasn't counted when it was sold, so nothing was reserved. */
  isCounted: boolean;
}

/** What a row `l` of order_lines took of the stock, as `t`: the product or variant, or each part of a bundle, `count` for each of the line's pieces. */
export const LINE_TARGETS = sql`lateral (
    select l.product_id, l.variant_id, 1 as count, l.options, (l.sold_by ->> 'policy') is distinct from 'untracked' as is_counted where l.bundle is null
    union all select part."productId", part."variantId", part.count, part.options, part."isCounted"
      from jsonb_to_recordset(l.bundle -> 'parts') as part ("productId" uuid, "variantId" uuid, count int, options text, "isCounted" boolean)
  ) t`;

/** The weight of a row of products: a bundle without one of its own weighs what its parts do. `table`: its name in the statement. */
export const weightOf = (table: SQL): SQL<number | null> =>
  sql<number | null>`coalesce(${table}.weight_grams, case when ${table}.is_bundle then (select sum(p.weight_grams * b.count)::int
    from bundle_parts b join products p on p.id = b.product_id where b.bundle_id = ${table}.id) end)`;
