/** A shopper's orders: reading them, giving one up, and letting go of those that nobody paid. */
import type { Order } from '../../contract/order.ts';
import type { Database } from '../database/open.ts';
import { retryTransaction } from '../database/retry.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import * as repository from './order.repository.ts';
import { nextStatus } from './order.state.ts';
import { givingBack, moveStock } from './stock.repository.ts';

const MINUTE = 60_000;
/** An event about a payment made in the last minute may still be on its way when the order's time is over. */
const SWEEP_GRACE = 10 * MINUTE;
const SWEEP_BATCH = 50;
const DEFAULT_LIMIT = 20;

const missing = () => new AppError('not_found', 'There is no such order in your account');

export async function listOrdersOf(db: Database, userId: string, { page = 1, limit = DEFAULT_LIMIT }: { page?: number; limit?: number }) {
  const orders = await repository.listOrders(db, userId, page, limit);
  return { orders, total: await repository.countOrders(db, userId), page, limit };
}

/** Throws `not_found` for another person's order as for one that never was. */
export async function readOrderOf(db: Database, userId: string, id: string): Promise<Order> {
  const order = await repository.findOrder(db, userId, id);
  if (!order) throw missing();
  return order;
}

/**
 * Brings locked orders forward and gives how much of each product they held and hold no more: the caller moves that stock,
 * in one go with whatever else it moves. Throws `conflict` where an order can't go that way.
 */
export async function closeOrders(
  tx: Database,
  orders: repository.LockedOrder[],
  event: 'cancel' | 'expire',
): Promise<Map<string, number>> {
  const closed: string[] = [];
  for (const order of orders) {
    const step = nextStatus(order.status, event);
    if ('refusal' in step) throw new AppError('conflict', step.refusal);
    if (step.stock === 'comes_back') closed.push(order.id);
    if (step.to !== order.status) await repository.updateStatus(tx, order.id, step.to);
  }
  const { held } = await repository.sumLines(tx, closed);
  return held;
}

/** Twice is the same as once. Throws `conflict` for a paid order. */
export async function cancelOrderOf({ db }: Pick<Deps, 'db'>, userId: string, id: string): Promise<Order> {
  return retryTransaction(db, async (tx) => {
    const order = await repository.lockOrder(tx, userId, id);
    if (!order) throw missing();
    await moveStock(tx, givingBack(await closeOrders(tx, [order], 'cancel')));
    return readOrderOf(tx, userId, id);
  });
}

/** Expires the pending orders whose time has long been over; their stock is back. Any number may run at once. Gives how many there were. */
export async function sweepOrders(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - SWEEP_GRACE);
  for (let swept = 0; ; ) {
    const count = await retryTransaction(db, async (tx) => {
      const orders = await repository.lockOverdueOrders(tx, before, SWEEP_BATCH);
      await moveStock(tx, givingBack(await closeOrders(tx, orders, 'expire')));
      return orders.length;
    });
    swept += count;
    if (count < SWEEP_BATCH) return swept;
  }
}
