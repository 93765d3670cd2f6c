/** A customer's own orders: reading and cancelling them. */
import type { Order, OrderFilter } from '../../contract/order.ts';
import type { Caller } from '../caller.ts';
import type { Database } from '../database/connect.ts';
import { retryTransaction } from '../database/retry.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { findOpenSession } from './checkout-session.repository.ts';
import { expireSession } from './checkout-session.service.ts';
import * as repository from './order.repository.ts';
import { lockUserOrder } from './row-lock.repository.ts';
import { closeOrder } from './update-order.service.ts';

const DEFAULT_LIMIT = 20;

const createNotFoundError = () => new AppError('order_not_found', 'There is no such order in your account');

interface OrderQuery {
  page?: number;
  limit?: number;
  status?: OrderFilter;
}

export async function listUserOrders(db: Database, userId: string, { page = 1, limit = DEFAULT_LIMIT, status }: OrderQuery) {
  const orders = await repository.listOrders(db, userId, status, page, limit);
  return { orders, total: await repository.countOrders(db, userId, status), page, limit };
}

/** Throws `order_not_found` for another customer's order too. */
export async function readUserOrder(db: Database, userId: string, id: string): Promise<Order> {
  const order = await repository.findOrder(db, userId, id);
  if (!order) throw createNotFoundError();
  return order;
}

/** Idempotent. Throws `wrong_order_status` for a paid order, `payment_provider_failed` where its session can't be expired. */
export async function cancelUserOrder(deps: Deps, caller: Pick<Caller, 'id' | 'name'>, id: string): Promise<Order> {
  const openSession = await findOpenSession(deps.db, id, caller.id);
  if (openSession) await expireSession(deps, openSession);
  const cause = { actorId: caller.id, by: caller.name, why: 'Cancelled by customer', at: deps.now() };
  return retryTransaction(deps.db, async (tx) => {
    const order = await lockUserOrder(tx, caller.id, id);
    if (!order) throw createNotFoundError();
    await closeOrder(tx, order, 'cancel', cause);
    return readUserOrder(tx, caller.id, id);
  });
}
