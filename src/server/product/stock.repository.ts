/**
 * The only place that moves stock, and its ledger: each movement is a row, written with the change. Nobody reads a stock first
 * and writes it then: the update itself asks whether there is enough.
 */
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { products, type STOCK_MOVEMENTS, stockMovements } from '../database/schema.ts';

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

const columns = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  priceCents: products.priceCents,
  imageId: products.imageId,
};

export interface MovedProduct {
  id: string;
  slug: string;
  name: string;
  priceCents: number;
  imageId: string;
}

const byId = (a: string, b: string) => (a < b ? -1 : 1);

/** Only the rows of the ledger, for changes of a quantity that are made elsewhere in this room. */
export async function writeMovements(tx: Database, moves: StockMove[], at: Date): Promise<void> {
  const rows = moves
    .filter(({ quantity }) => quantity !== 0)
    .map(({ quantity, ...move }) => {
      const { available, reserved } = EFFECTS[move.kind];
      return { ...move, available: available * quantity, reserved: reserved * quantity, at };
    });
  if (rows.length) await tx.insert(stockMovements).values(rows);
}

/**
 * Moves what it can and gives the products moved by id; a product that isn't there or hasn't enough is missing from it, and the
 * caller rolls back. Call it in a transaction, once: ids are locked in sorted order, so that two carts never wait for each
 * other. What comes back and what leaves in one call are one step: a shopper's own older checkout never blocks the newer one.
 */
export async function moveStock(tx: Database, moves: StockMove[], at: Date): Promise<Map<string, MovedProduct>> {
  const moved = new Map<string, MovedProduct>();
  const byProduct = Map.groupBy(moves, ({ productId }) => productId);
  for (const [productId, ofProduct] of [...byProduct].sort(([a], [b]) => byId(a, b))) {
    const change = ofProduct.reduce((sum, { kind, quantity }) => sum + EFFECTS[kind].available * quantity, 0);
    const [row] = await tx
      .update(products)
      .set({ quantity: sql`${products.quantity} + ${change}::int` })
      .where(sql`${products.id} = ${productId} and ${products.quantity} + ${change}::int >= 0`)
      .returning(columns);
    if (row) moved.set(productId, row);
  }
  await writeMovements(
    tx,
    moves.filter(({ productId }) => moved.has(productId)),
    at,
  );
  return moved;
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
  const before = (await lockStock(tx, [productId])).get(productId);
  if (before === undefined) return null;
  await tx.update(products).set({ quantity }).where(eq(products.id, productId));
  await writeMovements(tx, [{ productId, kind: 'edit', quantity: quantity - before }], at);
  return quantity;
}
