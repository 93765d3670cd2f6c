/** The rules of verify.service.ts about stock: whether ledger, products and open orders agree. */
import { sql } from 'drizzle-orm';
import { query } from '../../platform/database/query.ts';
import { LINE_TARGETS } from '../database/schema/bundle.ts';
import { type LedgerSums, listKeyRanges, listViolations, type Snapshot } from './verify.repository.ts';

/**
 * By product and by variant. Adds up the results of the ranges in memory, because a product may have more movements than one statement can
 * read.
 */
export async function sumLedger({ db, pieceSize }: Pick<Snapshot, 'db' | 'pieceSize'>): Promise<LedgerSums> {
  const sums = new Map<string, { available: number; reserved: number }>();
  for (const within of await listKeyRanges(db, { table: 'stock_movements', column: 'id', type: 'bigint' }, pieceSize)) {
    const rows = await query<{ productId: string; variantId: string | null; available: number; reserved: number }>(
      db,
      sql`select product_id as "productId", variant_id as "variantId", sum(available)::float8 as available, sum(reserved)::float8 as reserved
        from stock_movements where ${within('id')} group by product_id, variant_id`,
    );
    for (const { productId, variantId, available, reserved } of rows) {
      for (const id of variantId ? [productId, variantId] : [productId]) {
        const sum = sums.get(id);
        sums.set(id, { available: (sum?.available ?? 0) + available, reserved: (sum?.reserved ?? 0) + reserved });
      }
    }
  }
  return sums;
}

/** A product or a variant. `quantity`: how many are there, which below zero or with a stock policy isn't what can be bought. */
interface StockedRow {
  id: string;
  name: string;
  quantity: number;
}

async function* listStocked({ db, pieceSize }: Snapshot): AsyncGenerator<StockedRow> {
  for (const within of await listKeyRanges(db, { table: 'products', column: 'id', type: 'uuid' }, pieceSize))
    yield* await query<StockedRow>(
      db,
      sql`select id, name, case when is_bundle then 0 when options is null then coalesce(on_hand, quantity)
          else (select coalesce(sum(coalesce(on_hand, quantity)), 0)::int from product_variants where product_id = products.id) end as quantity
        from products where ${within('id')} order by id`,
    );
  for (const within of await listKeyRanges(db, { table: 'product_variants', column: 'id', type: 'uuid' }, pieceSize))
    yield* await query<StockedRow>(
      db,
      sql`select v.id, p.name || ', ' || array_to_string(v.option_values, ' / ') as name, coalesce(v.on_hand, v.quantity) as quantity
        from product_variants v join products p on p.id = v.product_id where ${within('v.id')} order by v.id`,
    );
}

export async function* listStockMismatches(snapshot: Snapshot): AsyncGenerator<string> {
  const ledger = await snapshot.readLedger();
  for await (const { id, name, quantity } of listStocked(snapshot)) {
    const available = ledger.get(id)?.available ?? 0;
    if (quantity !== available) yield `${name} (${id}): stock ${quantity}, ledger ${available}`;
  }
}

async function sumHeld({ db, orderRanges }: Snapshot): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>();
  for (const within of orderRanges) {
    const rows = await query<{ productId: string; variantId: string | null; pieces: number }>(
      db,
      sql`select t.product_id as "productId", t.variant_id as "variantId", sum(l.quantity * t.count)::float8 as pieces
        from orders o join order_lines l on l.order_id = o.id, ${LINE_TARGETS}
        where ${within('o.id')} and o.stock = 'held' and t.product_id is not null and t.is_counted
        group by t.product_id, t.variant_id`,
    );
    for (const { productId, variantId, pieces } of rows)
      for (const id of variantId ? [productId, variantId] : [productId]) sums.set(id, (sums.get(id) ?? 0) + pieces);
  }
  return sums;
}

export async function* listReservationMismatches(snapshot: Snapshot): AsyncGenerator<string> {
  const ledger = await snapshot.readLedger();
  const held = await sumHeld(snapshot);
  for await (const { id, name } of listStocked(snapshot)) {
    const [pieces, reserved] = [held.get(id) ?? 0, ledger.get(id)?.reserved ?? 0];
    if (pieces !== reserved) yield `${name} (${id}): orders hold ${pieces}, ledger ${reserved}`;
  }
}

/** Reads only products with options, or with variants that they shouldn't have. */
export async function* listVariantMismatches({ db, pieceSize }: Snapshot): AsyncGenerator<string> {
  for (const within of await listKeyRanges(db, { table: 'products', column: 'id', type: 'uuid' }, pieceSize)) {
    yield* await listViolations(
      db,
      sql`select p.name || ' (' || p.id || '): price ' || p.price_cents || ', stock ' || p.quantity || ', variants from ' ||
          coalesce(v.lowest::text, 'none') || ' with ' || coalesce(v.pieces, 0) as violation
        from products p left join lateral (
          select min(price_cents) as lowest, min(price_cents) < max(price_cents) as is_price_from, sum(quantity) as pieces
          from product_variants where product_id = p.id having count(*) > 0
        ) v on true
        where ${within('p.id')} and (p.options is not null or v.pieces is not null)
          and (p.options is not null, p.price_cents, p.is_price_from, p.quantity)
            is distinct from (true, v.lowest, v.is_price_from, v.pieces::int) order by p.id`,
    );
  }
}

/** Of sales whose prices the log leads to: as far as it reaches back, and where nobody changed them by SQL. */
export async function* listLowestPriceMismatches({ db, pieceSize }: Snapshot): AsyncGenerator<string> {
  for (const within of await listKeyRanges(db, { table: 'products', column: 'id', type: 'uuid' }, pieceSize)) {
    yield* await listViolations(
      db,
      sql`select name || ' (' || id || '): lowest price ' || coalesce(lowest_cents::text, 'none') || ', by the audit log ' || coalesce(lowest::text, 'none') as violation
        from (
          select p.id, p.name, p.lowest_cents, by_log.* from products p,
            lowest_price_by_log(p.id, null, p.price_cents, p.compare_at_cents, p.status, p.created_at) by_log
            where ${within('p.id')} and p.options is null and p.compare_at_cents > p.price_cents
          union all select v.id, p.name || ', ' || array_to_string(v.option_values, ' / '), v.lowest_cents, by_log.* from products p
            join product_variants v on v.product_id = p.id,
            lowest_price_by_log(p.id, v.id, v.price_cents, v.compare_at_cents, p.status, p.created_at) by_log
            where ${within('p.id')} and p.options is not null and v.compare_at_cents > v.price_cents
        ) sales where agrees and lowest_cents is distinct from lowest order by 1`,
    );
  }
}

/** What can be bought follows from what is there and the policy; and a product with options has neither, since its variants have. */
export async function* listPolicyMismatches({ db, pieceSize }: Snapshot): AsyncGenerator<string> {
  for (const [table, name, isOwn] of [
    ['products', sql`name`, sql`options is null`],
    ['product_variants', sql`array_to_string(option_values, ' / ')`, sql`true`],
  ] as const) {
    for (const within of await listKeyRanges(db, { table, column: 'id', type: 'uuid' }, pieceSize)) {
      yield* await listViolations(
        db,
        sql`select ${name} || ' (' || id || '): ' || quantity || ' can be bought, ' || coalesce(on_hand::text, 'as many') || ' are there, ' ||
            coalesce(stock_policy::text, 'counted') as violation
          from ${sql.raw(table)} where ${within('id')} and (stock_policy is not null or on_hand is not null)
            and (not ${isOwn} or on_hand is null or quantity <> quantity_by_policy(stock_policy, on_hand) or (stock_policy is null and on_hand >= 0))
          order by id`,
      );
    }
  }
}

/** What isn't counted is never held: a line that was sold so has no movement but those of other lines of the order. */
export async function* listUncountedMovements({ db, orderRanges }: Snapshot): AsyncGenerator<string> {
  for (const within of orderRanges) {
    yield* await listViolations(
      db,
      sql`select 'order ' || l.order_id || ', ' || l.name || ' isn''t counted, but its ledger has ' || count(*) || ' movements' as violation
        from order_lines l join stock_movements m on m.order_id = l.order_id and m.product_id = l.product_id
          and m.variant_id is not distinct from l.variant_id
        where ${within('l.order_id')} and l.sold_by ->> 'policy' = 'untracked' and l.bundle is null and m.bundle_id is null
          and not exists (select from order_lines o where o.order_id = l.order_id and o.product_id = l.product_id
            and o.variant_id is not distinct from l.variant_id and (o.sold_by ->> 'policy') is distinct from 'untracked')
        group by l.order_id, l.name, l.position order by 1`,
    );
  }
}

/** As many as the least of its parts, none of which is a bundle; and each part knows that it is one. */
export async function* listBundleMismatches({ db, pieceSize }: Snapshot): AsyncGenerator<string> {
  for (const within of await listKeyRanges(db, { table: 'bundle_parts', column: 'bundle_id', type: 'uuid' }, pieceSize)) {
    yield* await listViolations(
      db,
      sql`select p.name || ' (' || p.id || '): ' || p.quantity || ' can be bought, its parts make ' || s.quantity as violation
        from (select distinct bundle_id from bundle_parts where ${within('bundle_id')}) b join products p on p.id = b.bundle_id, bundle_stock(p.id) s
        where not p.is_bundle or p.is_part or p.options is not null
          or (p.quantity, p.stock_policy, p.on_hand) is distinct from (s.quantity, s.stock_policy, s.on_hand)
          or exists (select from bundle_parts o join products part on part.id = o.product_id
            where o.bundle_id = p.id and (part.is_bundle or not part.is_part)) order by p.id`,
    );
  }
}

export async function* listNegativeReservations({ db, pieceSize }: Snapshot): AsyncGenerator<string> {
  for (const within of await listKeyRanges(db, { table: 'stock_movements', column: 'order_id', type: 'uuid' }, pieceSize)) {
    yield* await listViolations(
      db,
      sql`select 'order ' || order_id || ', product ' || product_id || ': ' || sum(reserved) as violation
        from stock_movements where ${within('order_id')} group by order_id, product_id having sum(reserved) < 0 order by 1`,
    );
  }
}

/** By category, or combination of categories, and price. */
const toPriceKey = ({ categoryId, price }: { categoryId: string; price: number }) => `category ${categoryId} at ${price} cents`;

interface CountSource {
  table: string;
  /** The key by which the table is read in pieces. */
  key: { column: string; type: 'uuid' | 'integer' };
  price: string;
  count: string;
}

/** Adds up the results of the pieces in memory, because several rows may count one category and price. */
async function sumCounts({ db, pieceSize }: Snapshot, { table, key, price, count }: CountSource): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const within of await listKeyRanges(db, { table, ...key }, pieceSize)) {
    const rows = await query<{ categoryId: string; price: number; count: number }>(
      db,
      sql`select category_id as "categoryId", ${sql.raw(price)} as price, ${sql.raw(count)}::int as count from ${sql.raw(table)}
        where ${within(key.column)} group by 1, 2 order by 1, 2`,
    );
    for (const row of rows) counts.set(toPriceKey(row), (counts.get(toPriceKey(row)) ?? 0) + row.count);
  }
  return counts;
}

function* listDifferences(actual: ReadonlyMap<string, number>, counted: ReadonlyMap<string, number>, level: string): Generator<string> {
  for (const key of new Set([...counted.keys(), ...actual.keys()])) {
    const [products, count] = [actual.get(key) ?? 0, counted.get(key) ?? 0];
    if (products !== count) yield `${level}${key}: ${products} products, counted ${count}`;
  }
}

const BUCKET_PRICE = 'price_cents - price_cents % price_bucket_width(price_cents)';

/** For single prices and for buckets. */
export async function* listPriceCountMismatches(snapshot: Snapshot): AsyncGenerator<string> {
  const listed = `(select id, price_cents, combination_of(category_id, further_category_ids) as category_id from products where status = 'active') listed`;
  const products = { table: listed, key: { column: 'id', type: 'uuid' }, count: 'count(*)' } as const;
  const counts = { key: { column: 'price_cents', type: 'integer' }, price: 'price_cents', count: 'sum(count)' } as const;
  for (const [price, isBucket, level] of [
    ['price_cents', false, ''],
    [BUCKET_PRICE, true, 'price bucket: '],
  ] as const) {
    const table = `(select * from price_counts where is_bucket = ${isBucket}) counts`;
    yield* listDifferences(await sumCounts(snapshot, { ...products, price }), await sumCounts(snapshot, { ...counts, table }), level);
  }
}
