/** The only place that moves stock. Nobody reads it first and writes it then: the update itself asks whether there is enough. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { products } from '../database/schema.ts';

/** `give` comes back and `take` leaves, in one step: a shopper's own older checkout never blocks the newer one. */
export interface StockMove {
  productId: string;
  give: number;
  take: number;
}

export function givingBack(held: ReadonlyMap<string, number>): StockMove[] {
  return [...held].map(([productId, give]) => ({ productId, give, take: 0 }));
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

/**
 * Moves what it can and gives the products moved by id; a product that isn't there or hasn't enough is missing from it,
 * and the caller decides whether to roll back. Call it in a transaction, once: ids are locked in sorted order,
 * so that two carts never wait for each other.
 */
export async function moveStock(tx: Database, moves: StockMove[]): Promise<Map<string, MovedProduct>> {
  const moved = new Map<string, MovedProduct>();
  const sorted = moves.toSorted((a, b) => (a.productId < b.productId ? -1 : 1));
  for (const { productId, give, take } of sorted) {
    const [row] = await tx
      .update(products)
      .set({ quantity: sql`${products.quantity} + ${give}::int - ${take}::int` })
      .where(and(eq(products.id, productId), sql`${products.quantity} + ${give}::int >= ${take}::int`))
      .returning(columns);
    if (row) moved.set(productId, row);
  }
  return moved;
}

export async function listStock(db: Database, ids: string[]): Promise<{ id: string; name: string; quantity: number }[]> {
  return db
    .select({ id: products.id, name: products.name, quantity: products.quantity })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(products.name, products.id);
}
