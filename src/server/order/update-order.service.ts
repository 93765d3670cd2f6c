/** The one way in which an order changes: its status, its stock and its history together, in the caller's transaction. */
import type { OrderStatus } from '../../contract/order.ts';
import type { Database } from '../database/connect.ts';
import { AppError } from '../errors.ts';
import { failpoint } from '../failpoints.ts';
import { createMovements, lockStock, moveStock, type StockMove } from '../inventory/stock.repository.ts';
import * as repository from './order.repository.ts';
import { nextStatus, type OrderEvent, type StockEffect } from './order.state.ts';
import type { LockedOrder } from './row-lock.repository.ts';

/** Who changed it, and why: what its history will say. */
export interface Cause {
  actorId: string | null;
  by: string;
  why: string;
  at: Date;
}

/** Who did it where it was no person. */
export const PROVIDER_ACTOR = { actorId: null, by: 'Payment provider' };
export const SHOP_ACTOR = { actorId: null, by: 'The shop itself' };

interface ChangeOptions {
  /** After a refund: what was sold goes back on the shelf. */
  restock?: boolean;
  /** What else is written with the status. */
  fields?: repository.OrderUpdate;
}

type MoveKind = 'release' | 'return' | 'sell';

/** What its lines do to the stock; lines of deleted products have no stock to move. */
async function listStockMoves(tx: Database, orderIds: string[], kind: MoveKind): Promise<StockMove[]> {
  const lines = await repository.listLines(tx, orderIds);
  return lines.flatMap(({ productId, orderId, quantity }) => (productId ? [{ productId, orderId, kind, quantity }] : []));
}

/**
 * Ends locked orders that nobody paid and gives the moves that bring their stock back: the caller makes them, in one go with
 * whatever else moves. Throws `conflict` where an order is paid and can't be cancelled.
 */
export async function closeOrders(tx: Database, orders: LockedOrder[], event: 'cancel' | 'expire', cause: Cause): Promise<StockMove[]> {
  const releasedIds: string[] = [];
  for (const order of orders) {
    const transition = nextStatus(order.status, event);
    if ('error' in transition) throw new AppError('conflict', transition.error);
    if (transition.to === order.status) continue;
    if (order.stock === 'held') releasedIds.push(order.id);
    await writeStatus(tx, order, transition.to, { stock: 'none' }, cause);
  }
  return releasedIds.length ? listStockMoves(tx, releasedIds, 'release') : [];
}

/** Ends a locked order that nobody paid, and its stock is back. Throws `conflict` where it is paid and can't be cancelled. */
export async function closeOrder(tx: Database, order: LockedOrder, event: 'cancel' | 'expire', cause: Cause): Promise<void> {
  await moveStock(tx, await closeOrders(tx, [order], event, cause), cause.at);
  failpoint('order.closed');
}

/**
 * Brings a locked order forward and gives its status then. Money for an order whose stock is gone makes it `review`.
 * Throws `conflict` where it can't go that way.
 */
export async function changeOrder(
  tx: Database,
  order: LockedOrder,
  event: OrderEvent,
  cause: Cause,
  { restock = false, fields = {} }: ChangeOptions = {},
): Promise<OrderStatus> {
  const transition = nextStatus(order.status, event);
  if ('error' in transition) throw new AppError('conflict', transition.error);
  if (transition.to === order.status) return order.status;
  const stock = await applyStockEffect(tx, order, transition.stock, restock, cause.at);
  if (stock !== null) {
    await writeStatus(tx, order, transition.to, { ...fields, stock }, cause);
    return transition.to;
  }
  if (event !== 'pay') throw new AppError('conflict', 'What was ordered is no longer in stock');
  return changeOrder(tx, order, 'pay_in_doubt', { ...cause, why: `${cause.why}, but its stock was gone by then` }, { fields });
}

async function writeStatus(tx: Database, order: LockedOrder, to: OrderStatus, fields: repository.OrderUpdate, cause: Cause) {
  await repository.updateOrder(tx, order.id, { ...fields, status: to });
  await repository.createHistoryEntry(tx, { orderId: order.id, from: order.status, to, ...cause });
}

/** Moves the order's stock to where it has to be, and says what the order holds then; null where there isn't enough. */
async function applyStockEffect(tx: Database, order: LockedOrder, effect: StockEffect, restock: boolean, at: Date) {
  if (effect === 'stays' || order.stock === (effect === 'sold' ? 'sold' : 'none')) return order.stock;
  if (effect === 'free') {
    if (order.stock === 'sold' && !restock) return order.stock;
    await moveStock(tx, await listStockMoves(tx, [order.id], order.stock === 'held' ? 'release' : 'return'), at);
    return 'none';
  }
  const sales = await listStockMoves(tx, [order.id], 'sell');
  if (order.stock === 'none' && !(await reserveStockAgain(tx, order.id, sales, at))) return null;
  // It left the shelf when it was set aside: only the ledger says that it is sold now.
  await createMovements(tx, sales, at);
  return 'sold';
}

/** Takes all that a given-up order once held, or nothing of it. */
async function reserveStockAgain(tx: Database, orderId: string, sales: StockMove[], at: Date): Promise<boolean> {
  const lines = await repository.listLines(tx, [orderId]);
  if (lines.some(({ productId }) => productId === null)) return false;
  const stock = await lockStock(
    tx,
    sales.map(({ productId }) => productId),
  );
  if (sales.some(({ productId, quantity }) => (stock.get(productId) ?? 0) < quantity)) return false;
  await moveStock(
    tx,
    sales.map((move) => ({ ...move, kind: 'reserve' })),
    at,
  );
  return true;
}
