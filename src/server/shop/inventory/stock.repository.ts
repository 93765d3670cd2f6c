/**
 * The only place that changes stock. Each change writes a movement to the ledger in the same transaction, so that the stock is always
 * the sum of its movements. Stock is never read first and written afterwards: the update itself checks that there is enough.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { describeOptions, type ProductOption, type ProductState, toChosenOptions } from '../../../contract/product-fields.ts';
import type { StoredPolicy } from '../../../contract/stock-policy.ts';
import { STANDARD_CLASS } from '../../../contract/tax.ts';
import type { WithdrawalException } from '../../../contract/withdrawal-fields.ts';
import type { Database } from '../../platform/database/connect.ts';
import { insertRows, query, queryPrepared } from '../../platform/database/query.ts';
import { weightOf } from '../database/schema/bundle.ts';
import { currentStatus } from '../database/schema/catalog.ts';
import { type STOCK_MOVEMENTS, stockMovements } from '../database/schema/inventory.ts';

export type MovementKind = (typeof STOCK_MOVEMENTS)[number];

/** What one piece adds to the available stock, and to the stock reserved by open orders. */
const EFFECTS = {
  import: { available: 1, reserved: 0 },
  edit: { available: 1, reserved: 0 },
  reserve: { available: -1, reserved: 1 },
  release: { available: 1, reserved: -1 },
  sell: { available: 0, reserved: -1 },
  return: { available: 1, reserved: 0 },
} as const satisfies Record<MovementKind, { available: number; reserved: number }>;

/** What has its own stock: a variant, or a product without options. */
export interface StockTarget {
  productId: string;
  /** Null: the product has no options. */
  variantId: string | null;
}

/** Ids are unique across products and variants. */
export const getTargetId = ({ productId, variantId }: StockTarget): string => variantId ?? productId;

export interface StockMove extends StockTarget {
  /** Absent where the movement belongs to no order. */
  orderId?: string;
  /** The bundle of which it is a part; absent: it is bought itself. */
  bundleId?: string | null;
  kind: MovementKind;
  /** Negative only for an edit. */
  quantity: number;
}

/** A target whose stock was moved, with what its order line keeps and is priced by. */
export interface MovedProduct extends StockTarget {
  slug: string;
  name: string;
  /** The chosen options; empty for a product without. */
  options: string;
  /** The variant's, or else the product's. */
  sku: string | null;
  priceCents: number;
  /** What one costs the merchant. */
  costCents: number | null;
  /** The variant's, or else the product's; null: the standard one. */
  taxClass: string | null;
  /** Why customers can't withdraw from it. */
  withdrawalException: WithdrawalException | null;
  /** How old a buyer has to be, in years. */
  minimumAge: number | null;
  handlingDays: string | null;
  imageId: string;
  status: ProductState;
  categoryId: string;
  furtherCategoryIds: string[];
  /** Whether it has to be shipped. */
  isShipped: boolean;
  /** It is sold as gift cards. */
  isGiftCard: boolean;
  /** The weight of one piece; 0 if none was entered. */
  weightGrams: number;
  stockPolicy: StoredPolicy | null;
  /** The sum of the ledger after the move, where that isn't the quantity that can be bought. */
  onHand: number | null;
}

/** Rows of the ledger, except those with quantity 0. */
function toMovements(moves: StockMove[]) {
  return moves
    .filter(({ quantity }) => quantity !== 0)
    .map(({ productId, variantId, orderId = null, bundleId = null, kind, quantity }) => {
      const { available, reserved } = EFFECTS[kind];
      return { productId, variantId, orderId, bundleId, kind, available: available * quantity, reserved: reserved * quantity };
    });
}

/** Only writes movements, for a quantity that is set elsewhere: with a new product, or by stock-edit.repository.ts. */
export async function createMovements(tx: Database, moves: StockMove[], at: Date, productVersion?: number): Promise<void> {
  await insertRows(
    tx,
    stockMovements,
    toMovements(moves).map((row) => ({ ...row, at, productVersion })),
  );
}

/** By how many the row's ledger changes: what isn't counted is not reserved. */
const countedChange = (row: 'v' | 'p') =>
  sql.raw(`(case when ${row}.stock_policy ->> 'policy' = 'untracked' then coalesce(c.counted, 0) else c.change end)`);

/** By how many what can be bought of a variant has changed, of which the row is written already. */
export const boughtChange = (change: SQL): SQL => sql`quantity_by_policy(v.stock_policy, coalesce(v.on_hand, v.quantity))
  - quantity_by_policy(v.stock_policy, coalesce(v.on_hand, v.quantity) - ${change})`;

/** Of the variant `v`, or else of the product `p`. */
const TAX_CLASS = sql.raw(`nullif(coalesce(v.tax_class, p.tax_class), '${STANDARD_CLASS}')`);

interface MovedRow extends Omit<MovedProduct, 'options'> {
  options: ProductOption[] | null;
  optionValues: string[] | null;
}

/**
 * Applies all moves that the stock allows and returns the moved targets by id. Targets that don't exist, were given options meanwhile or don't
 * have enough stock are missing from the result; the caller then rolls back.
 * - Call it once in a transaction: rows of products are locked in the order of ids, and after them those of bundles that have them as parts, so that two
 *   carts can't deadlock. Variants are only changed under the lock of their product.
 * - A bundle has no stock to move: its parts are moved, and functions/bundles.sql follows. What was reserved of it before it was one is released.
 * - Releases and reservations of one call are added up first, so that a customer's own older checkout can't block the newer one.
 * - Reservations of a deleted variant are released without returning to any stock.
 * - What isn't counted when it is checked out (`untracked`) is reserved by no movement; its releases and returns are of lines that were counted.
 * - It is one statement, because other checkouts wait for these rows until the transaction ends.
 */
export async function moveStock(
  tx: Database,
  moves: StockMove[],
  at: Date,
  { isCheckout = false } = {},
): Promise<Map<string, MovedProduct>> {
  const rows = toMovements(moves);
  if (!rows.length) return new Map();
  // Each column is one array parameter, so that the statement's text is the same for any number of rows and can be prepared.
  const column = <T>(pick: (row: (typeof rows)[number]) => T) => sql.param(rows.map(pick));
  const moved = await queryPrepared<MovedRow>(
    tx,
    sql`
    with moves as (
      select *, nullif(target_id, product_id) as variant_id from unnest(
        ${column(getTargetId)}::uuid[], ${column((it) => it.productId)}::uuid[], ${column((it) => it.orderId)}::uuid[],
        ${column((it) => it.kind)}::text[], ${column((it) => it.available)}::int[], ${column((it) => it.reserved)}::int[],
        ${column((it) => it.bundleId)}::uuid[]
      ) as m(target_id, product_id, order_id, kind, available, reserved, bundle_id)
    ), changes as (
      select target_id, product_id, variant_id, sum(available)::int as change,
        sum(available) filter (where not (kind = 'reserve' and ${isCheckout}::boolean))::int as counted
      from moves group by 1, 2, 3
    ), locked as (
      select p.id, p.options is null and not p.is_bundle as is_own_variant from products p
      join (select product_id from changes union select b.bundle_id from bundle_parts b join changes c on c.product_id = b.product_id) c
        on c.product_id = p.id order by p.is_bundle, p.id for update of p
    ), moved_variants as (
      update product_variants v set quantity = quantity_after(v.quantity, v.stock_policy, v.on_hand, ${countedChange('v')}),
        on_hand = on_hand_after(v.stock_policy, v.on_hand, ${countedChange('v')})
      from changes c join locked on locked.id = c.product_id
      where v.id = c.variant_id and v.product_id = c.product_id and v.quantity + c.change >= 0
      returning v.id as target_id, v.product_id, v.price_cents, v.cost_cents, v.tax_class, v.image_id, v.option_values, v.sku, v.stock_policy, v.on_hand,
        ${boughtChange(countedChange('v'))} as change
    ), product_changes as (
      select product_id, sum(change)::int as change, sum(counted)::int as counted from (
        select product_id, change, change as counted from moved_variants
        union all select c.product_id, c.change, coalesce(c.counted, 0) from changes c join locked on locked.id = c.product_id
          where c.variant_id is null and locked.is_own_variant
      ) each_target group by product_id
    ), moved_products as (
      update products p set quantity = quantity_after(p.quantity, p.stock_policy, p.on_hand, ${countedChange('p')}),
        on_hand = on_hand_after(p.stock_policy, p.on_hand, ${countedChange('p')})
      from product_changes c
      where p.id = c.product_id and p.quantity + c.change >= 0
      returning p.id, p.slug, p.name, p.sku, p.price_cents, p.cost_cents, p.tax_class, p.image_id, p.options, ${currentStatus(sql`p`)} as status, p.category_id, p.further_category_ids,
        p.shipping, p.weight_grams, p.stock_policy, p.on_hand, p.withdrawal_exception, p.sold_as, p.minimum_age, p.handling_days
    ), moved as (
      select c.target_id, c.product_id as "productId", c.variant_id as "variantId", p.slug, p.name,
        coalesce(v.sku, p.sku) as sku, coalesce(v.price_cents, p.price_cents) as "priceCents", coalesce(v.cost_cents, p.cost_cents) as "costCents", ${TAX_CLASS} as "taxClass",
        coalesce(v.image_id, p.image_id) as "imageId", p.options, v.option_values as "optionValues", p.status, p.category_id as "categoryId",
        p.further_category_ids as "furtherCategoryIds", p.shipping = 1 and p.sold_as is null as "isShipped", coalesce(p.weight_grams, 0) as "weightGrams",
        coalesce(v.stock_policy, p.stock_policy) as "stockPolicy", coalesce(v.on_hand, p.on_hand) as "onHand",
        p.withdrawal_exception as "withdrawalException", p.sold_as is not null as "isGiftCard", p.minimum_age::int as "minimumAge",
        p.handling_days as "handlingDays"
      from changes c join moved_products p on p.id = c.product_id left join moved_variants v on v.target_id = c.target_id
      where v.target_id is not null or (c.variant_id is null and p.options is null)
    ), written as (
      insert into stock_movements (product_id, variant_id, order_id, bundle_id, kind, available, reserved, at)
      select m.product_id, m.variant_id, m.order_id, m.bundle_id, m.kind, case when moved.target_id is null then 0 else m.available end, m.reserved,
        ${at.toISOString()}::timestamptz
      from moves m join changes c on c.target_id = m.target_id join locked on locked.id = m.product_id
        left join moved on moved.target_id = m.target_id
      where (moved.target_id is not null or (c.change >= 0 and m.reserved < 0))
        and not (m.kind = 'reserve' and ${isCheckout}::boolean and coalesce(moved."stockPolicy" ->> 'policy' = 'untracked', false))
    )
    select "productId", "variantId", slug, name, sku, "priceCents", "costCents", "taxClass", "imageId", options, "optionValues", status, "categoryId",
        "furtherCategoryIds", "isShipped", "weightGrams", "stockPolicy", "onHand", "withdrawalException", "isGiftCard", "minimumAge", "handlingDays"
      from moved`,
  );
  return toMovedProducts(moved);
}

const toMovedProducts = (rows: MovedRow[]): Map<string, MovedProduct> =>
  new Map(
    rows.map(({ options, optionValues, ...row }) => [
      getTargetId(row),
      { ...row, options: describeOptions(options ?? [], toChosenOptions(options ?? [], optionValues ?? [])) },
    ]),
  );

/** What `moveStock` returns of these targets, however much is in stock of them, and without moving or locking anything: of test orders, and of bundles. */
export async function listUnmoved(db: Database, targets: (StockTarget & { quantity: number })[]): Promise<Map<string, MovedProduct>> {
  const rows = await query<MovedRow>(
    db,
    sql`select p.id as "productId", v.id as "variantId", p.slug, p.name, coalesce(v.sku, p.sku) as sku,
        coalesce(v.price_cents, p.price_cents) as "priceCents", coalesce(v.cost_cents, p.cost_cents) as "costCents", ${TAX_CLASS} as "taxClass",
        coalesce(v.image_id, p.image_id) as "imageId", p.options,
        v.option_values as "optionValues", ${currentStatus(sql`p`)} as status, p.category_id as "categoryId",
        p.further_category_ids as "furtherCategoryIds", p.shipping = 1 and p.sold_as is null as "isShipped",
        coalesce(${weightOf(sql`p`)}, 0) as "weightGrams", coalesce(v.stock_policy, p.stock_policy) as "stockPolicy",
        coalesce(v.on_hand, p.on_hand) - target.pieces as "onHand", p.withdrawal_exception as "withdrawalException",
        p.sold_as is not null as "isGiftCard", p.minimum_age::int as "minimumAge",
        p.handling_days as "handlingDays"
      from unnest(${sql.param(targets.map((it) => it.productId))}::uuid[], ${sql.param(targets.map((it) => it.variantId))}::uuid[],
          ${sql.param(targets.map((it) => it.quantity))}::int[]) as target (product_id, variant_id, pieces)
      join products p on p.id = target.product_id left join product_variants v on v.id = target.variant_id and v.product_id = p.id
      where (v.id is null) = (p.options is null) and (target.variant_id is null) = (p.options is null)`,
  );
  return toMovedProducts(rows);
}

/** A product may be bought alone and in a bundle, in one order. */
export const getReturnKey = (it: StockTarget & { bundleId: string | null }): string => `${it.bundleId ?? ''} ${getTargetId(it)}`;

/** How many pieces of an order were restocked, by `getReturnKey`. */
export async function sumReturned(db: Database, orderId: string): Promise<Map<string, number>> {
  const { productId, variantId, bundleId, available } = stockMovements;
  const rows = await db
    .select({ productId, variantId, bundleId, pieces: sql<number>`sum(${available})::int` })
    .from(stockMovements)
    .where(and(eq(stockMovements.orderId, orderId), eq(stockMovements.kind, 'return')))
    .groupBy(productId, variantId, bundleId);
  return new Map(rows.map((it) => [getReturnKey(it), it.pieces]));
}
