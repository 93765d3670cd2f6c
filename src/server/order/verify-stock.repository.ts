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

async function countPrices({ db, pieceSize }: Snapshot): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const within of await listKeyRanges(db, { table: 'products', column: 'id', type: 'uuid' }, pieceSize)) {
    const rows = await query<{ categoryId: string; price: number; count: number }>(
      db,
      sql`select category_id as "categoryId", price_cents as price, count(*)::int as count from products where ${within('id')} group by 1, 2`,
    );
    for (const row of rows) counts.set(toPriceKey(row), (counts.get(toPriceKey(row)) ?? 0) + row.count);
  }
  return counts;
}

export async function* listPriceCountMismatches(snapshot: Snapshot): AsyncGenerator<string> {
  const { db, pieceSize } = snapshot;
  const actual = await countPrices(snapshot);
  for (const within of await listKeyRanges(db, { table: 'price_counts', column: 'category_id', type: 'uuid' }, pieceSize)) {
    const rows = await query<{ categoryId: string; price: number; count: number }>(
      db,
      sql`select category_id as "categoryId", price_cents as price, count from price_counts where ${within('category_id')} order by 1, 2`,
    );
    for (const row of rows) {
      const count = actual.get(toPriceKey(row)) ?? 0;
      if (count !== row.count) yield `${toPriceKey(row)}: ${count} products, counted ${row.count}`;
      actual.delete(toPriceKey(row));
    }
  }
  for (const [key, count] of actual) yield `${key}: ${count} products, counted 0`;
}
