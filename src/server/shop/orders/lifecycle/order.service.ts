/** Customers' own orders, of an account or by the link of a guest: reading and cancelling them. */
import type { Order, OrderFilter } from '../../../../contract/order-fields.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError } from '../../../platform/errors.ts';
import { findOpenSession } from '../checkout/checkout-session.repository.ts';
import { endSession } from '../checkout/checkout-session.service.ts';
import type { Owner } from './buyer.repository.ts';
import * as repository from './order.repository.ts';
import { lockOwnOrder } from './row-lock.repository.ts';
import { closeOrder } from './update-order.service.ts';

const DEFAULT_LIMIT = 20;

export const createNotFoundError = () => new AppError('order_not_found', 'There is no such order in your account');

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
export async function readOwnOrder(db: Database, owner: Owner, id: string): Promise<Order> {
  const order = await repository.findOrder(db, owner, id);
  if (!order) throw createNotFoundError();
  return order;
}

/**
 * Idempotent. `by`: their name, for the order's history. Throws `wrong_order_status` for a paid order and for one whose money is on
 * its way, `payment_provider_failed` where its session can't be expired.
 */
export async function cancelOwnOrder(deps: Deps, owner: Owner, by: string, id: string): Promise<Order> {
  const openSession = await findOpenSession(deps.db, id, owner);
  if (openSession) await endSession(deps, openSession);
  const actorId = 'userId' in owner ? owner.userId : null;
  const cause = { actorId, by, why: 'Cancelled by customer', at: deps.now() };
  return retryTransaction(deps.db, async (tx) => {
    const order = await lockOwnOrder(tx, owner, id);
    if (!order) throw createNotFoundError();
    await closeOrder(tx, order, 'cancel', cause);
    return readOwnOrder(tx, owner, id);
  });
}
