/** Reads orders and takes them through their steps: for their customers, by account or guest link, and for the team. */

import type { ValuesInput } from '../../../../contract/custom-field-values.ts';
import type { BodyOf } from '../../../../contract/endpoint.ts';
import type { addOrderNote } from '../../../../contract/order-admin.ts';
import type { AdminOrder, Order, OrderFilter } from '../../../../contract/order-fields.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { KeysetQuery } from '../../../platform/database/keyset-pagination.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError, createVersionConflict } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { findShownValues, saveValues } from '../../fields/field-values.service.ts';
import { createDueDocuments } from '../documents/create-documents.ts';
import * as adminRepository from '../rows/admin-order.repository.ts';
import * as repository from '../rows/order.repository.ts';
import { createNote } from '../rows/order.repository.ts';
import { isCancelledForDelay } from '../rows/order-delay.repository.ts';
import { type LockedOrder, lockOrderById, type Owner } from '../rows/order-lock.repository.ts';
import { toUnpaid } from '../rows/order-method.ts';
import type { OrderUpdate } from '../rows/order-write.repository.ts';
import { findAnswerable } from './delay-email.ts';
import { nextStatus } from './order.state.ts';
import { notifyBuyer } from './order-emails.ts';
import { changeOrder } from './update-order.service.ts';
import { withWithdrawable } from './withdrawal-period.ts';

export const createNotFoundError = (): AppError => new AppError('order_not_found', 'There is no such order');

export interface FilterQuery {
  status?: OrderFilter;
  keyword?: string;
  from?: string;
  to?: string;
}

export const toFilter = ({ status, keyword = '', from, to }: FilterQuery, { withTests = true } = {}) => ({
  status,
  keyword: keyword.trim(),
  from,
  to,
  withTests,
});

/**
 * Newest first. `withTests`: whether test orders are among them where `status` doesn't ask for those. People see them marked; programs may not know
 * the mark.
 */
export function listAllOrders(db: Database, listQuery: FilterQuery & KeysetQuery, { withTests = true } = {}) {
  return adminRepository.listAllOrders(db, toFilter(listQuery, { withTests }), listQuery);
}

export function readNeighbors(db: Database, id: string, filter: FilterQuery) {
  return adminRepository.findNeighbors(db, toFilter(filter), id);
}

/** Existing orders with these numbers, in the order of the numbers. */
export function findOrdersByNumber(db: Database, numbers: number[]) {
  return adminRepository.findByNumber(db, numbers);
}

/** Throws `order_not_found`. */
export async function readAnyOrder(db: Database, id: string): Promise<AdminOrder> {
  const order = await adminRepository.findAdminOrder(db, id);
  if (!order) throw createNotFoundError();
  return order;
}

/** Throws `version_conflict` if the admin's page showed an older state of the locked order. */
export async function requireVersion(tx: Database, order: LockedOrder, version: number | undefined): Promise<void> {
  if (version === undefined || version === order.version) return;
  throw createVersionConflict({ order: await readAnyOrder(tx, order.id) });
}

/** Throws `order_not_found`, `version_conflict`, `wrong_order_status` and `insufficient_stock` if its items are no longer in stock. */
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
    // If the status doesn't allow the step, that error is more helpful than a version conflict.
    if (!('error' in nextStatus(order.status, event, undefined, toUnpaid(order)))) await requireVersion(tx, order, version);
    if (event === 'ship' && order.isDelayed && (await isCancelledForDelay(tx, id)))
      throw new AppError('wrong_order_status', 'Its customer has cancelled it, because it runs late: refund it');
    await changeOrder(tx, order, event, { actorId: caller.id, by: caller.name, why, at }, { fields });
    await createDueDocuments(tx, order, at);
    if (event !== 'deliver') await notifyBuyer(tx, deps, id, event === 'ship' ? 'shipped' : 'paid', at);
  });
  return readAnyOrder(deps.db, id);
}

/** A note for the team, or a message to the customer. Doesn't raise the order's version, because a note conflicts with no other change. Throws `order_not_found` and `wrong_order_status`. */
export async function addNote(
  context: Pick<Deps, 'db' | 'now' | 'publicUrl'>,
  caller: Pick<Caller, 'id' | 'name'>,
  orderId: string,
  { audience, text: written }: BodyOf<typeof addOrderNote>,
): Promise<AdminOrder> {
  const at = context.now();
  const text = written.trim();
  await retryTransaction(context.db, async (tx) => {
    const order = await lockOrderById(tx, orderId);
    if (!order) throw createNotFoundError();
    if (audience === 'customer' && order.number === null)
      throw new AppError('wrong_order_status', "You can't message the customer of a checkout that wasn't paid");
    await createNote(tx, { orderId, audience, text, at, actorId: caller.id, by: caller.name });
    if (audience === 'customer') await notifyBuyer(tx, context, orderId, { message: text }, at);
  });
  return readAnyOrder(context.db, orderId);
}

/** Doesn't raise the order's version either. Throws `order_not_found`, `invalid_request` and `version_conflict`. */
export async function changeOrderFields(db: Database, id: string, input: ValuesInput): Promise<AdminOrder> {
  if (!(await saveValues(db, 'order', id, input))) throw createNotFoundError();
  return readAnyOrder(db, id);
}

/** The order with what its customer sees of its fields, how to answer a delay, and how to withdraw from it. */
export async function withShownFields<T extends Order>(context: Pick<Deps, 'db' | 'memoize' | 'payment'>, order: T): Promise<T> {
  const stored = await findShownValues(context, 'order', order._id);
  return withWithdrawable(context, { ...order, ...stored, ...(await findAnswerable(context.db, order)) });
}

const DEFAULT_LIMIT = 20;

export const createOwnNotFoundError = () => new AppError('order_not_found', 'There is no such order in your account');

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
  if (!order) throw createOwnNotFoundError();
  return order;
}
