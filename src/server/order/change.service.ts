/** The one way in which an order changes: its status, its stock and its history together, in the caller's transaction. */
import type { OrderStatus } from '../../contract/order.ts';
import type { Database } from '../database/connect.ts';
import { AppError } from '../errors.ts';
import { failpoint } from '../failpoints.ts';
import { createMovements, lockStock, moveStock, type StockMove } from '../inventory/stock.repository.ts';
import type { LockedOrder } from './lock.repository.ts';
import * as repository from './order.repository.ts';
import { nextStatus, type OrderEvent, type StockEffect } from './order.state.ts';

/** Who changed it, and why: what its history will say. */
export interface Cause {
  actorId: string | null;
  by: string;
  why: string;
  at: Date;
}

/** Who did it where it was no person. */
export const BY_PROVIDER = { actorId: null, by: 'Payment provider' };
export const BY_SHOP = { actorId: null, by: 'The shop itself' };

interface Options {
  /** After a refund: what was sold goes back on the shelf. */
  restock?: boolean;
  /** What else is written with the status. */
  also?: repository.OrderFields;
}

type Kind = 'release' | 'return' | 'sell';

/** What its lines do to the stock; lines of deleted products have no stock to move. */
async function movesOf(tx: Database, orderIds: string[], kind: Kind): Promise<StockMove[]> {
  const lines = await repository.listLines(tx, orderIds);
  return lines.flatMap(({ productId, orderId, quantity }) => (productId ? [{ productId, orderId, kind, quantity }] : []));
}

/**
 * Ends locked orders that nobody paid and gives the moves that bring their stock back: the caller makes them, in one go with
 * whatever else moves. Throws `conflict` where an order is paid and can't be cancelled.
 */
export async function closeOrders(tx: Database, orders: LockedOrder[], event: 'cancel' | 'expire', cause: Cause): Promise<StockMove[]> {
  const freed: string[] = [];
  for (const order of orders) {
    const step = nextStatus(order.status, event);
    if ('refusal' in step) throw new AppError('conflict', step.refusal);
    if (step.to === order.status) continue;
    if (order.stock === 'held') freed.push(order.id);
    await write(tx, order, step.to, { stock: 'none' }, cause);
  }
  return freed.length ? movesOf(tx, freed, 'release') : [];
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
  { restock = false, also = {} }: Options = {},
): Promise<OrderStatus> {
  const step = nextStatus(order.status, event);
  if ('refusal' in step) throw new AppError('conflict', step.refusal);
  if (step.to === order.status) return order.status;
  const stock = await settleStock(tx, order, step.stock, restock, cause.at);
  if (stock !== null) {
    await write(tx, order, step.to, { ...also, stock }, cause);
    return step.to;
  }
  if (event !== 'pay') throw new AppError('conflict', 'What was ordered is no longer in stock');
  return changeOrder(tx, order, 'pay_in_doubt', { ...cause, why: `${cause.why}, but its stock was gone by then` }, { also });
}

async function write(tx: Database, order: LockedOrder, to: OrderStatus, fields: repository.OrderFields, cause: Cause) {
  await repository.updateOrder(tx, order.id, { ...fields, status: to });
  await repository.writeHistory(tx, { orderId: order.id, from: order.status, to, ...cause });
}

/** Moves the order's stock to where it has to be, and says what the order holds then; null where there isn't enough. */
async function settleStock(tx: Database, order: LockedOrder, effect: StockEffect, restock: boolean, at: Date) {
  if (effect === 'stays' || order.stock === (effect === 'sold' ? 'sold' : 'none')) return order.stock;
  if (effect === 'free') {
    if (order.stock === 'sold' && !restock) return order.stock;
    await moveStock(tx, await movesOf(tx, [order.id], order.stock === 'held' ? 'release' : 'return'), at);
    return 'none';
  }
  const sales = await movesOf(tx, [order.id], 'sell');
  if (order.stock === 'none' && !(await reserveAgain(tx, order.id, sales, at))) return null;
  // It left the shelf when it was set aside: only the ledger says that it is sold now.
  await createMovements(tx, sales, at);
  return 'sold';
}

/** Takes all that a given-up order once held, or nothing of it. */
async function reserveAgain(tx: Database, orderId: string, sales: StockMove[], at: Date): Promise<boolean> {
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
