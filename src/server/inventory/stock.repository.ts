/**
 * The only place that moves stock, and its ledger: each movement is a row, written with the change. Nobody reads a stock first
 * and writes it then: the update itself asks whether there is enough.
 */
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { queryPrepared } from '../database/query.ts';
import { products, type STOCK_MOVEMENTS, stockMovements } from '../database/schema/catalog.ts';

export type MovementKind = (typeof STOCK_MOVEMENTS)[number];

/** What one piece does to what can be bought, and to what open orders hold. */
const EFFECTS = {
  import: { available: 1, reserved: 0 },
  edit: { available: 1, reserved: 0 },
  reserve: { available: -1, reserved: 1 },
  release: { available: 1, reserved: -1 },
  sell: { available: 0, reserved: -1 },
  return: { available: 1, reserved: 0 },
} as const satisfies Record<MovementKind, { available: number; reserved: number }>;

export interface StockMove {
  productId: string;
  /** Absent where no order moves it. */
  orderId?: string;
  kind: MovementKind;
  /** Pieces; below zero only for an edit. */
  quantity: number;
}

export interface MovedProduct {
  id: string;
  slug: string;
  name: string;
  priceCents: number;
  imageId: string;
}

/** As rows of the ledger; nothing that moves nothing. */
function toMovements(moves: StockMove[]) {
  return moves
    .filter(({ quantity }) => quantity !== 0)
    .map(({ productId, orderId = null, kind, quantity }) => {
      const { available, reserved } = EFFECTS[kind];
      return { productId, orderId, kind, available: available * quantity, reserved: reserved * quantity };
    });
}

/** Only the rows of the ledger, for changes of a quantity that are made elsewhere in this room. */
export async function createMovements(tx: Database, moves: StockMove[], at: Date): Promise<void> {
  const rows = toMovements(moves).map((row) => ({ ...row, at }));
  if (rows.length) await tx.insert(stockMovements).values(rows);
}

/**
 * Moves what it can and gives the products moved by id; a product that isn't there or hasn't enough is missing from it, and the
 * caller rolls back. Call it in a transaction, once: ids are locked in sorted order, so that two carts never wait for each
 * other. What comes back and what leaves in one call are one step: a shopper's own older checkout never blocks the newer one.
 * One statement, since others wait for these rows until the transaction ends.
 */
export async function moveStock(tx: Database, moves: StockMove[], at: Date): Promise<Map<string, MovedProduct>> {
  const rows = toMovements(moves);
  if (!rows.length) return new Map();
  // A column as one parameter: the statement is the same however many rows there are.
  const column = <T>(pick: (row: (typeof rows)[number]) => T) => sql.param(rows.map(pick));
  const moved = await queryPrepared<MovedProduct>(
    tx,
    sql`
    with moves as (
      select * from unnest(
        ${column((it) => it.productId)}::uuid[], ${column((it) => it.orderId)}::uuid[], ${column((it) => it.kind)}::text[],
        ${column((it) => it.available)}::int[], ${column((it) => it.reserved)}::int[]
      ) as m(product_id, order_id, kind, available, reserved)
    ), changes as (
      select product_id, sum(available)::int as change from moves group by product_id
    ), locked as (
      select p.id, c.change from products p join changes c on c.product_id = p.id order by p.id for update of p
    ), moved as (
      update products p set quantity = p.quantity + locked.change from locked
      where p.id = locked.id and p.quantity + locked.change >= 0
      returning p.id, p.slug, p.name, p.price_cents as "priceCents", p.image_id as "imageId"
    ), written as (
      insert into stock_movements (product_id, order_id, kind, available, reserved, at)
      select m.product_id, m.order_id, m.kind, m.available, m.reserved, ${at.toISOString()}::timestamptz
      from moves m join moved on moved.id = m.product_id
    )
    select * from moved`,
  );
  return new Map(moved.map((product) => [product.id, product]));
}

/** Locks these products' rows and says how many of each can be bought; one that is gone is missing. */
export async function lockStock(tx: Database, ids: string[]): Promise<Map<string, number>> {
  if (!ids.length) return new Map();
  const rows = await tx
    .select({ id: products.id, quantity: products.quantity })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for('update');
  return new Map(rows.map(({ id, quantity }) => [id, quantity]));
}

export async function listStock(db: Database, ids: string[]): Promise<{ id: string; name: string; quantity: number }[]> {
  return db
    .select({ id: products.id, name: products.name, quantity: products.quantity })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(products.name, products.id);
}

/** Sets how many can be bought, as somebody counted them. Null where there is no such product. */
export async function setStock(tx: Database, productId: string, quantity: number, at: Date): Promise<number | null> {
  const previousQuantity = (await lockStock(tx, [productId])).get(productId);
  if (previousQuantity === undefined) return null;
  await tx.update(products).set({ quantity }).where(eq(products.id, productId));
  await createMovements(tx, [{ productId, kind: 'edit', quantity: quantity - previousQuantity }], at);
  return quantity;
}
