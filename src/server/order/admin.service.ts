/** What admins do with everybody's orders. */
import type { AdminOrder, OrderStatus } from '../../contract/order.ts';
import type { Caller } from '../auth/auth-session.ts';
import type { Database } from '../database/connect.ts';
import { retryTransaction } from '../database/retry.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import * as admin from './admin.repository.ts';
import { changeOrder } from './change.service.ts';
import { lockAnyOrder } from './lock.repository.ts';
import { tellBuyer } from './news.ts';
import type { OrderFields } from './order.repository.ts';

const DEFAULT_LIMIT = 20;

export const missing = () => new AppError('not_found', 'There is no such order');

interface Search {
  page?: number;
  limit?: number;
  status?: OrderStatus;
  keyword?: string;
}

/** Newest first. */
export async function listAllOrders(db: Database, { page = 1, limit = DEFAULT_LIMIT, status, keyword = '' }: Search) {
  const filter = { status, keyword: keyword.trim() };
  return { orders: await admin.listAllOrders(db, filter, page, limit), total: await admin.countAllOrders(db, filter), page, limit };
}

/** Throws `not_found`. */
export async function readAnyOrder(db: Database, id: string): Promise<AdminOrder> {
  const order = await admin.findAnyOrder(db, id);
  if (!order) throw missing();
  return order;
}

/** Throws `not_found`, or `conflict` where the order can't go that way: done already, too early, or its stock is gone. */
export async function advanceOrder(
  deps: Pick<Deps, 'db' | 'now' | 'publicUrl'>,
  caller: Pick<Caller, 'id' | 'name'>,
  id: string,
  event: 'ship' | 'deliver' | 'accept',
  why: string,
  also: OrderFields = {},
): Promise<AdminOrder> {
  const at = deps.now();
  await retryTransaction(deps.db, async (tx) => {
    const order = await lockAnyOrder(tx, id);
    if (!order) throw missing();
    await changeOrder(tx, order, event, { actorId: caller.id, by: caller.name, why, at }, { also });
    if (event !== 'deliver') await tellBuyer(tx, deps, id, event === 'ship' ? 'shipped' : 'paid', at);
  });
  return readAnyOrder(deps.db, id);
}
