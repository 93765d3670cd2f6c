/** The rules of verify.service.ts about stock: what the ledger, the products and the open orders say of each other. */
import { sql } from 'drizzle-orm';
import { query } from '../database/query.ts';
import { listKeyRanges } from './key-ranges.repository.ts';
import { type LedgerSums, listViolations, type Snapshot } from './verify-snapshot.ts';

/** Adds up in here what the ranges give: a product's movements may be more than one statement can read. */
export async function sumLedger({ db, pieceSize }: Pick<Snapshot, 'db' | 'pieceSize'>): Promise<LedgerSums> {
  const sums = new Map<string, { available: number; reserved: number }>();
  for (const within of await listKeyRanges(db, { table: 'stock_movements', column: 'id', type: 'bigint' }, pieceSize)) {
    const rows = await query<{ productId: string; available: number; reserved: number }>(
      db,
      sql`select product_id as "productId", sum(available)::float8 as available, sum(reserved)::float8 as reserved
        from stock_movements where ${within('id')} group by product_id`,
    );
    for (const { productId, available, reserved } of rows) {
      const sum = sums.get(productId);
      sums.set(productId, { available: (sum?.available ?? 0) + available, reserved: (sum?.reserved ?? 0) + reserved });
    }
  }
  return sums;
}

interface ProductRow {
  id: string;
  name: string;
  quantity: number;
}

async function* listProducts({ db, pieceSize }: Snapshot): AsyncGenerator<ProductRow> {
  for (const within of await listKeyRanges(db, { table: 'products', column: 'id', type: 'uuid' }, pieceSize))
    yield* await query<ProductRow>(db, sql`select id, name, quantity from products where ${within('id')} order by id`);
}

export async function* listStockMismatches(snapshot: Snapshot): AsyncGenerator<string> {
  const ledger = await snapshot.readLedger();
  for await (const { id, name, quantity } of listProducts(snapshot)) {
    const available = ledger.get(id)?.available ?? 0;
    if (quantity !== available) yield `${name} (${id}): stock ${quantity}, ledger ${available}`;
  }
}

async function sumHeld({ db, orderRanges }: Snapshot): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>();
  for (const within of orderRanges) {
    const rows = await query<{ productId: string; pieces: number }>(
      db,
      sql`select l.product_id as "productId", sum(l.quantity)::float8 as pieces from orders o join order_lines l on l.order_id = o.id
        where ${within('o.id')} and o.stock = 'held' and l.product_id is not null group by l.product_id`,
    );
    for (const { productId, pieces } of rows) sums.set(productId, (sums.get(productId) ?? 0) + pieces);
  }
  return sums;
}

export async function* listReservationMismatches(snapshot: Snapshot): AsyncGenerator<string> {
  const ledger = await snapshot.readLedger();
  const held = await sumHeld(snapshot);
  for await (const { id, name } of listProducts(snapshot)) {
    const [pieces, reserved] = [held.get(id) ?? 0, ledger.get(id)?.reserved ?? 0];
    if (pieces !== reserved) yield `${name} (${id}): orders hold ${pieces}, ledger ${reserved}`;
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

/** By category and price. */
const toPriceKey = ({ categoryId, price }: { categoryId: string; price: number }) => `category ${categoryId} at ${price} cents`;

interface CountSource {
  table: 'products' | 'price_counts' | 'price_bucket_counts';
  /** What to cut the table into pieces by. */
  key: { column: string; type: 'uuid' | 'integer' };
  price: string;
  count: string;
}

/** Adds up in here what the pieces give: several rows may count one category and price. */
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

/** Of both levels. */
export async function* listPriceCountMismatches(snapshot: Snapshot): AsyncGenerator<string> {
  const products = { table: 'products', key: { column: 'id', type: 'uuid' }, count: 'count(*)' } as const;
  const counts = {
    table: 'price_counts',
    key: { column: 'price_cents', type: 'integer' },
    price: 'price_cents',
    count: 'sum(count)',
  } as const;
  const buckets = {
    ...counts,
    table: 'price_bucket_counts',
    key: { column: 'lowest_cents', type: 'integer' },
    price: 'lowest_cents',
  } as const;
  yield* listDifferences(await sumCounts(snapshot, { ...products, price: 'price_cents' }), await sumCounts(snapshot, counts), '');
  yield* listDifferences(
    await sumCounts(snapshot, { ...products, price: BUCKET_PRICE }),
    await sumCounts(snapshot, buckets),
    'price bucket: ',
  );
}
