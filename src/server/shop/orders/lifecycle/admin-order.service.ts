/** Orders of all customers, as admins read and change them. */
import type { AdminOrder, OrderFilter } from '../../../../contract/order-fields.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { KeysetQuery } from '../../../platform/database/keyset-pagination.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError, createVersionConflict } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { findOpenSession } from '../checkout/checkout-session.repository.ts';
import { endSession, type SessionDeps } from '../checkout/checkout-session.service.ts';
import type { OrderUpdate } from '../checkout/order-write.repository.ts';
import * as repository from './admin-order.repository.ts';
import { notifyBuyer } from './notify-buyer.ts';
import { nextStatus } from './order.state.ts';
import { type LockedOrder, lockOrderById } from './row-lock.repository.ts';
import { changeOrder, closeOrder } from './update-order.service.ts';

export const createNotFoundError = (): AppError => new AppError('order_not_found', 'There is no such order');

export interface FilterQuery {
  status?: OrderFilter;
  keyword?: string;
  from?: string;
  to?: string;
}

export const toFilter = ({ status, keyword = '', from, to }: FilterQuery) => ({ status, keyword: keyword.trim(), from, to });

/** Newest first. */
export function listAllOrders(db: Database, listQuery: FilterQuery & KeysetQuery) {
  return repository.listAllOrders(db, toFilter(listQuery), listQuery);
}

export function readNeighbors(db: Database, id: string, filter: FilterQuery) {
  return repository.findNeighbors(db, toFilter(filter), id);
}

/** Existing orders with these numbers, in the order of the numbers. */
export function findOrdersByNumber(db: Database, numbers: number[]) {
  return repository.findByNumber(db, numbers);
}

/** Throws `order_not_found`. */
export async function readAnyOrder(db: Database, id: string): Promise<AdminOrder> {
  const order = await repository.findAdminOrder(db, id);
  if (!order) throw createNotFoundError();
  return order;
}

/** Throws `version_conflict` if the admin's page showed an older state of the locked order. */
export async function requireVersion(tx: Database, order: LockedOrder, version: number | undefined): Promise<void> {
  if (version === undefined || version === order.version) return;
  throw createVersionConflict({ order: await readAnyOrder(tx, order.id) });
}

/** Throws `order_not_found`, `version_conflict`, `wrong_order_status` and `insufficient_stock` where its stock is gone. */
export async function advanceOrder(
  deps: Pick<Deps, 'db' | 'now' | 'publicUrl'>,
  caller: Pick<Caller, 'id' | 'name'>,
  id: string,
  event: 'ship' | 'deliver' | 'accept',
  why: string,
  { version, fields = {} }: { version?: number | undefined; fields?: OrderUpdate } = {},
): Promise<AdminOrder> {
  const at = deps.now();
  await retryTransaction(deps.db, async (tx) => {
    const order = await lockOrderById(tx, id);
    if (!order) throw createNotFoundError();
    // If the status doesn't allow the step, that error says more than a version conflict.
    if (!('error' in nextStatus(order.status, event))) await requireVersion(tx, order, version);
    await changeOrder(tx, order, event, { actorId: caller.id, by: caller.name, why, at }, { fields });
    if (event !== 'deliver') await notifyBuyer(tx, deps, id, event === 'ship' ? 'shipped' : 'paid', at);
  });
  return readAnyOrder(deps.db, id);
}

/**
 * Ends a checkout that is waiting for its payment: at the provider first, so that it can't be paid after its stock was released.
 * Idempotent. Throws `order_not_found`, `wrong_order_status` for a paid order and for one whose money is on its way, and
 * `payment_provider_failed` if its session can't be expired.
 */
export async function endCheckout(
  deps: SessionDeps,
  caller: { id: string | null; name: string },
  id: string,
  why = 'Checkout ended by an admin',
): Promise<AdminOrder> {
  const openSession = await findOpenSession(deps.db, id);
  if (openSession) await endSession(deps, openSession, { isTeam: true });
  const cause = { actorId: caller.id, by: caller.name, why, at: deps.now() };
  await retryTransaction(deps.db, async (tx) => {
    const order = await lockOrderById(tx, id);
    if (!order) throw createNotFoundError();
    await closeOrder(tx, order, 'cancel', cause);
  });
  return readAnyOrder(deps.db, id);
}
