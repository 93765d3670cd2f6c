/**
 * What was sold below zero. It follows from the stock alone, so that it can't differ from it: of a variant that is at -3, the three pieces that were
 * bought last wait for a delivery, as what comes in goes to the oldest orders.
 */
import { sql } from 'drizzle-orm';
import type { LinePromise } from '../../../../contract/stock-policy.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { LINE_TARGETS } from '../../database/schema/bundle.ts';
import { isReal } from '../../database/schema/order.ts';

export interface OwedRow {
  productId: string;
  variantId: string | null;
  slug: string;
  name: string;
  options: string;
  sku: string | null;
  onHand: number;
  orderId: string;
  number: number;
  pieces: number;
  at: Date;
  soldBy: LinePromise | null;
  /** The name of the bundle through which it was sold; null: it was bought itself. */
  bundle: string | null;
}

/** Read by two indexes that are empty while nothing is below zero. */
const BELOW_ZERO = sql`select id as product_id, null::uuid as variant_id, slug, name, sku, on_hand from products where on_hand < 0
  union all select v.product_id, v.id, p.slug, p.name, coalesce(v.sku, p.sku), v.on_hand
    from product_variants v join products p on p.id = v.product_id where v.on_hand < 0`;

/** Bundles are found by the ledger of the part; their lines name it. */
const WAITING_LINES = sql`select b.product_id as owed_id, b.variant_id as owed_variant_id, l.* from below_zero b
      join order_lines l on l.product_id = b.product_id and l.variant_id is not distinct from b.variant_id where l.bundle is null
    union all select distinct on (b.product_id, b.variant_id, l.order_id, l.position) b.product_id, b.variant_id, l.* from below_zero b
      join stock_movements m on m.product_id = b.product_id and m.variant_id is not distinct from b.variant_id and m.bundle_id is not null
      join order_lines l on l.order_id = m.order_id and l.bundle ->> 'id' = m.bundle_id::text`;

/** Each line that waits for pieces, from the newest order back until what is missing is complete. Checkouts hold theirs, but may not be paid. */
const OWED_LINES = sql`with below_zero as materialized (${BELOW_ZERO}), open_lines as (
    select b.*, orders.id as order_id, orders.number, orders.created_at, t.options, l.sold_by, l.position, 
      case when l.bundle is not null then l.name end as bundle,
      t.count * (l.quantity - coalesce((select sum(r.quantity)::int from refund_lines r join refunds on refunds.id = r.refund_id
        where refunds.order_id = orders.id and r.position = l.position and refunds.status = 'succeeded'), 0)) as pieces
    from (${WAITING_LINES}) l join orders on orders.id = l.order_id
      join below_zero b on b.product_id = l.owed_id and b.variant_id is not distinct from l.owed_variant_id, ${LINE_TARGETS}
    where ((orders.stock = 'held' and orders.status = 'pending') or (orders.stock = 'sold' and orders.status in ('paid', 'review')))
      and ${isReal} and t.product_id = l.owed_id and t.variant_id is not distinct from l.owed_variant_id and t.is_counted
  ), walked as (
    select *, sum(pieces) over (partition by product_id, variant_id order by created_at desc, order_id, position) as upto from open_lines
  )
  select product_id as "productId", variant_id as "variantId", slug, name, options, sku, on_hand as "onHand", order_id as "orderId", number,
    least(pieces, -on_hand - upto + pieces)::int as pieces, created_at as at, sold_by as "soldBy", bundle
  from walked where number is not null and pieces > 0 and upto - pieces < -on_hand`;

const MAX_LINES = 20_000;

/** By product and variant, the oldest order first. */
export const listOwedLines = (db: Database): Promise<OwedRow[]> =>
  query<OwedRow>(db, sql`${OWED_LINES} order by name, product_id, variant_id, created_at, order_id limit ${MAX_LINES}`);
