/**
 * The only place that changes stock. Each change writes a movement to the ledger in the same transaction, so that the stock is always
 * the sum of its movements. Stock is never read first and written afterwards: the update itself checks that there is enough.
 */
import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { queryPrepared } from '../database/query.ts';
import { products, type STOCK_MOVEMENTS, stockMovements } from '../database/schema/catalog.ts';

export type MovementKind = (typeof STOCK_MOVEMENTS)[number];

/** What one item adds to the stock that can be bought, and to the stock that open orders reserve. */
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
  /** Absent where the movement belongs to no order. */
  orderId?: string;
  kind: MovementKind;
  /** Negative only for an edit. */
  quantity: number;
}

export interface MovedProduct {
  id: string;
  slug: string;
  name: string;
  priceCents: number;
  imageId: string;
}

/** Rows of the ledger, without those of quantity 0. */
function toMovements(moves: StockMove[]) {
  return moves
    .filter(({ quantity }) => quantity !== 0)
    .map(({ productId, orderId = null, kind, quantity }) => {
      const { available, reserved } = EFFECTS[kind];
      return { productId, orderId, kind, available: available * quantity, reserved: reserved * quantity };
    });
}

/** Writes movements only, for a quantity that was set otherwise: with a new product, or by editStock. */
export async function createMovements(tx: Database, moves: StockMove[], at: Date, productVersion?: number): Promise<void> {
  const rows = toMovements(moves).map((row) => ({ ...row, at, productVersion }));
  if (rows.length) await tx.insert(stockMovements).values(rows);
}

/**
 * Applies all moves that the stock allows and returns the moved products by id. A product that doesn't exist or hasn't enough stock
 * is missing from the result; the caller then rolls back.
 * - Call it once in a transaction: rows are locked in the order of ids, so that two carts can't wait for each other (deadlock).
 * - Releases and reservations of one call are added up first, so that a customer's own older checkout can't block the newer one.
 * - It is one statement, because other checkouts wait for these rows until the transaction ends.
 */
export async function moveStock(tx: Database, moves: StockMove[], at: Date): Promise<Map<string, MovedProduct>> {
  const rows = toMovements(moves);
  if (!rows.length) return new Map();
  // Each column is one array parameter, so that the statement's text is the same for any number of rows and can be prepared.
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

/** Locks these products' rows and returns their stock by id. A product that doesn't exist is missing. */
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

interface StockEdit {
  productId: string;
  /** Negative to take away. */
  change: number;
  /** The product's version that the admin's form had shown, where it was told. */
  productVersion: number | undefined;
  at: Date;
}

/**
 * Changes the stock as an admin counted it; false where there isn't enough. Raises the product's version, as sales don't: a second admin
 * who counted the same must not add the same again.
 */
export async function editStock(tx: Database, { productId, change, productVersion, at }: StockEdit): Promise<boolean> {
  const rows = await tx
    .update(products)
    .set({ quantity: sql`${products.quantity} + ${change}`, version: sql`${products.version} + 1` })
    .where(and(eq(products.id, productId), gte(sql`${products.quantity} + ${change}`, 0)))
    .returning({ id: products.id });
  if (rows.length) await createMovements(tx, [{ productId, kind: 'edit', quantity: change }], at, productVersion);
  return rows.length > 0;
}

/** Whether the stock was changed by this from that version on: the request is repeated, since its answer was lost. */
export async function hasStockEdit(tx: Database, { productId, change, productVersion }: Omit<StockEdit, 'at'>): Promise<boolean> {
  if (productVersion === undefined) return false;
  const isSameEdit = and(
    eq(stockMovements.productId, productId),
    eq(stockMovements.kind, 'edit'),
    eq(stockMovements.productVersion, productVersion),
    eq(stockMovements.available, change),
  );
  return (await tx.$count(stockMovements, isSameEdit)) > 0;
}
