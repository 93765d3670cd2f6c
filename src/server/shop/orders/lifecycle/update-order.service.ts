/** Changes an order's status, stock and history together, in the caller's transaction. No other code changes them. */
import type { OrderStatus } from '../../../../contract/order.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { failpoint } from '../../../platform/process/failpoints.ts';
import { createMovements, getTargetId, lockStock, moveStock, type StockMove, sumReturned } from '../../inventory/stock.repository.ts';
import { lockCodes } from '../../pricing/discount-code.repository.ts';
import { createHistoryEntry, type OrderUpdate } from '../checkout/order-write.repository.ts';
import { listLines } from './order.repository.ts';
import { nextStatus, type OrderEvent, type StockEffect } from './order.state.ts';
import { writeOrder } from './order-effects.ts';
import type { LockedOrder } from './row-lock.repository.ts';

/** Who changed the order and why, as its history shows it. */
export interface Cause {
  actorId: string | null;
  by: string;
  why: string;
  at: Date;
}

/** Actors that aren't people. */
export const PROVIDER_ACTOR = { actorId: null, by: 'Payment provider' };
export const SYSTEM_ACTOR = { actorId: null, by: 'System' };

interface ChangeOptions {
  /** After a full refund: sold items return to stock. */
  restock?: boolean;
  /** For a failed refund, the status before it: see `nextStatus`. */
  before?: OrderStatus | undefined;
  /** Columns to write together with the status. */
  fields?: OrderUpdate;
}

/** One move per order line; lines of deleted products have no stock left to move, and moveStock leaves out that of deleted variants. */
async function listStockMoves(tx: Database, orderIds: string[], kind: 'release' | 'sell'): Promise<StockMove[]> {
  const lines = await listLines(tx, orderIds);
  return lines.flatMap(({ productId, variantId, orderId, quantity }) =>
    productId ? [{ productId, variantId, orderId, kind, quantity }] : [],
  );
}

/** Pieces that refunds of single lines put back into stock stay there. */
async function listReturns(tx: Database, orderId: string): Promise<StockMove[]> {
  const returned = await sumReturned(tx, orderId);
  const lines = await listLines(tx, [orderId]);
  return lines.flatMap(({ productId, variantId, quantity }) => {
    if (!productId) return [];
    const left = quantity - (returned.get(getTargetId({ productId, variantId })) ?? 0);
    return left > 0 ? [{ productId, variantId, orderId, kind: 'return', quantity: left }] : [];
  });
}

/**
 * Closes locked, unpaid orders and returns the moves that release their stock: the caller passes these to `moveStock` together
 * with its own, so that all product rows are locked in one sorted pass. Throws `wrong_order_status` for a paid order that is cancelled.
 */
export async function closeOrders(tx: Database, orders: LockedOrder[], event: 'cancel' | 'expire', cause: Cause): Promise<StockMove[]> {
  const releasedIds: string[] = [];
  for (const order of orders) {
    const transition = nextStatus(order.status, event);
    if ('error' in transition) throw new AppError('wrong_order_status', transition.error);
    if (transition.to === order.status) continue;
    if (order.stock === 'held') releasedIds.push(order.id);
    await writeStatus(tx, order, transition.to, { stock: 'none', processingSince: null }, cause);
  }
  return releasedIds.length ? listStockMoves(tx, releasedIds, 'release') : [];
}

/** Closes one locked, unpaid order and releases its stock. Throws `wrong_order_status` for a paid order that is cancelled. */
export async function closeOrder(tx: Database, order: LockedOrder, event: 'cancel' | 'expire', cause: Cause): Promise<void> {
  await moveStock(tx, await closeOrders(tx, [order], event, cause), cause.at);
  failpoint('order-close.before-commit');
}

/**
 * Applies the event to a locked order and returns its new status. A payment for an order whose stock is gone leads to `review`.
 * Throws `wrong_order_status` where the status doesn't allow the event.
 */
export async function changeOrder(
  tx: Database,
  order: LockedOrder,
  event: OrderEvent,
  cause: Cause,
  { restock = false, before, fields = {} }: ChangeOptions = {},
): Promise<OrderStatus> {
  const transition = nextStatus(order.status, event, before);
  if ('error' in transition) throw new AppError('wrong_order_status', transition.error);
  if (transition.to === order.status) return order.status;
  // The new status may change what a code counts, and codes are locked before stock (row-lock.repository.ts).
  if (order.discountCode !== null && transition.stock !== 'keep') await lockCodes(tx, null, [order.id]);
  const stock = await applyStockEffect(tx, order, transition.stock, restock, cause.at);
  if (stock !== null) {
    await writeStatus(tx, order, transition.to, { ...fields, stock }, cause);
    return transition.to;
  }
  if (event !== 'pay') throw new AppError('insufficient_stock', 'What was ordered is no longer in stock');
  return changeOrder(tx, order, 'pay_in_doubt', { ...cause, why: `${cause.why}, but no longer in stock` }, { fields });
}

async function writeStatus(tx: Database, order: LockedOrder, to: OrderStatus, fields: OrderUpdate, cause: Cause): Promise<void> {
  await writeOrder(tx, order, to, fields);
  await createHistoryEntry(tx, { orderId: order.id, from: order.status, to, ...cause });
}

/** Moves the stock and returns the order's new stock state; null where there isn't enough to sell. */
async function applyStockEffect(tx: Database, order: LockedOrder, effect: StockEffect, restock: boolean, at: Date) {
  switch (effect) {
    case 'keep':
      return order.stock;
    case 'release':
      return releaseStock(tx, order, restock, at);
    case 'sell':
      return sellStock(tx, order, at);
    default:
      return effect satisfies never;
  }
}

async function releaseStock(tx: Database, { id, stock }: LockedOrder, restock: boolean, at: Date): Promise<LockedOrder['stock']> {
  if (stock === 'none' || (stock === 'sold' && !restock)) return stock;
  await moveStock(tx, stock === 'held' ? await listStockMoves(tx, [id], 'release') : await listReturns(tx, id), at);
  return 'none';
}

async function sellStock(tx: Database, { id, stock }: LockedOrder, at: Date): Promise<LockedOrder['stock'] | null> {
  if (stock === 'sold') return stock;
  const sales = await listStockMoves(tx, [id], 'sell');
  if (stock === 'none' && !(await reserveStockAgain(tx, id, sales, at))) return null;
  // Reserving has already lowered the quantity: a sale only adds its rows to the ledger.
  await createMovements(tx, sales, at);
  return 'sold';
}

/** Reserves everything a closed order once held, or nothing. */
async function reserveStockAgain(tx: Database, orderId: string, sales: StockMove[], at: Date): Promise<boolean> {
  const lines = await listLines(tx, [orderId]);
  if (lines.some(({ productId }) => productId === null)) return false;
  const stock = await lockStock(tx, sales);
  if (sales.some((move) => (stock.get(getTargetId(move)) ?? 0) < move.quantity)) return false;
  const reserves = sales.map((move) => ({ ...move, kind: 'reserve' as const }));
  await moveStock(tx, reserves, at);
  return true;
}
