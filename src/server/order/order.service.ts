/** A shopper's orders: reading them, and giving one up. */
import type { Order } from '../../contract/order.ts';
import type { Caller } from '../auth/auth-session.ts';
import type { Database } from '../database/connect.ts';
import { retryTransaction } from '../database/retry.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { endSession } from './checkout-session.service.ts';
import * as repository from './order.repository.ts';
import { lockUserOrder } from './row-lock.repository.ts';
import { closeOrder } from './update-order.service.ts';

const DEFAULT_LIMIT = 20;

const orderNotFound = () => new AppError('not_found', 'There is no such order in your account');

export async function listUserOrders(db: Database, userId: string, { page = 1, limit = DEFAULT_LIMIT }: { page?: number; limit?: number }) {
  const orders = await repository.listOrders(db, userId, page, limit);
  return { orders, total: await repository.countOrders(db, userId), page, limit };
}

/** Throws `not_found` for another person's order as for one that never was. */
export async function readUserOrder(db: Database, userId: string, id: string): Promise<Order> {
  const order = await repository.findOrder(db, userId, id);
  if (!order) throw orderNotFound();
  return order;
}

/** Twice is the same as once. Throws `conflict` for a paid order, `provider_failed` where its session can't be ended. */
export async function cancelUserOrder(deps: Deps, caller: Pick<Caller, 'id' | 'name'>, id: string): Promise<Order> {
  const openSession = await repository.findOpenSession(deps.db, caller.id, id);
  if (openSession) await endSession(deps, openSession);
  const cause = { actorId: caller.id, by: caller.name, why: 'Given up', at: deps.now() };
  return retryTransaction(deps.db, async (tx) => {
    const order = await lockUserOrder(tx, caller.id, id);
    if (!order) throw orderNotFound();
    await closeOrder(tx, order, 'cancel', cause);
    return readUserOrder(tx, caller.id, id);
  });
}
