import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { toDollars } from '../../../../contract/money.ts';
import type { AdminOrder, Order } from '../../../../contract/order-fields.ts';
import type { Database } from '../../../platform/database/connect.ts';
import {
  findNeighborIds,
  getOffset,
  type KeysetQuery,
  listByKeyset,
  toInOrder,
  walkByKeyset,
} from '../../../platform/database/keyset-pagination.ts';
import type { ReadFromReplica } from '../../../platform/database/replica.ts';
import { users } from '../../database/schema/account.ts';
import { isReal, orders } from '../../database/schema/order.ts';
import { hasOpenDispute, hasOpenRequest, listOrderDetails, toOrder } from './order.repository.ts';
import { type OrderFilter, selectMatching } from './order-search.repository.ts';
import { listDisputes, listPayments } from './payment.repository.ts';
import { getRefundedParts, listFailedRefunds } from './refund.repository.ts';

/** For a guest, the values of the order. All are expressions: drizzle would turn a joined table whose columns are all null into null. */
const buyerColumns = {
  _id: sql<string | null>`${users.id}`,
  name: sql<string>`coalesce(${users.name}, ${orders.guestName})`,
  email: sql<string>`coalesce(${users.email}, ${orders.guestEmail})`,
};

const selectWithBuyer = (db: Database) =>
  db.select({ order: orders, buyer: buyerColumns }).from(orders).leftJoin(users, eq(users.id, orders.userId));

async function toAdminOrders(
  db: Database,
  rows: { order: typeof orders.$inferSelect; buyer: AdminOrder['buyer'] }[],
): Promise<AdminOrder[]> {
  if (!rows.length) return [];
  const ids = rows.map(({ order }) => order.id);
  const details = await listOrderDetails(
    db,
    rows.map(({ order }) => order),
  );
  const failedRefunds = await listFailedRefunds(db, ids);
  const disputes = await listDisputes(db, ids);
  const payments = await listPayments(db, ids);
  return rows.map(({ order, buyer }) => ({
    ...toOrder(order, details),
    buyer,
    stock: order.stock,
    provider: order.provider,
    ...(order.dueOn && { dueOn: order.dueOn }),
    shippingRefunded: toDollars(getRefundedParts(details.refunded, order.id).shippingCents),
    failedRefunds: failedRefunds.get(order.id) ?? [],
    disputes: disputes.get(order.id) ?? [],
    payments: payments.get(order.id) ?? [],
    history: (details.history.get(order.id) ?? []).map(({ at, by, from, to, why }) => ({ at: at.toISOString(), by, from, to, why })),
    notes: (details.notes.get(order.id) ?? []).map(({ at, by, audience, text }) => ({ at: at.toISOString(), by, audience, text })),
    ...(order.custom && { customFields: order.custom }),
    version: order.version,
  }));
}

/** In the order of the ids. */
async function findAdminOrders(db: Database, ids: string[]): Promise<AdminOrder[]> {
  const rows = await selectWithBuyer(db).where(inArray(orders.id, ids));
  return toAdminOrders(
    db,
    toInOrder(ids, rows, ({ order }) => order.id),
  );
}

/** Newest first. */
export async function listAllOrders(db: Database, filter: OrderFilter, listQuery: KeysetQuery) {
  const { ids, ...found } = await listByKeyset(db, await selectMatching(db, filter, getOffset(listQuery)), listQuery);
  return { orders: await findAdminOrders(db, ids), ...found };
}

/** The whole list, newest first, in batches. */
export const walkOrders = (read: ReadFromReplica, filter: OrderFilter, batchSize: number) =>
  walkByKeyset(read, { select: (db) => selectMatching(db, filter, 0), readRows: findAdminOrders, batchSize });

/** The orders before and after this one in a filtered list. */
export async function findNeighbors(db: Database, filter: OrderFilter, id: string) {
  const { previous, next } = await findNeighborIds(db, await selectMatching(db, filter, 0), id);
  const rows = await db
    .select({ _id: orders.id, number: orders.number })
    .from(orders)
    .where(
      inArray(
        orders.id,
        [previous, next].filter((it) => it !== null),
      ),
    );
  const find = (neighbor: string | null) => rows.find(({ _id }) => _id === neighbor) ?? null;
  return { previous: find(previous), next: find(next) };
}

export async function findByNumber(db: Database, numbers: number[]) {
  const { id: _id, number, status, version } = orders;
  const rows = await db
    .select({ _id, number, status, version, buyer: buyerColumns.name, disputed: hasOpenDispute, requested: hasOpenRequest })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .where(inArray(number, numbers))
    .orderBy(number);
  return rows.flatMap((row) => (row.number === null ? [] : [{ ...row, number: row.number }]));
}

export async function findAdminOrder(db: Database, id: string): Promise<AdminOrder | null> {
  const [order] = await toAdminOrders(db, await selectWithBuyer(db).where(eq(orders.id, id)));
  return order ?? null;
}

/** Only orders that were paid have a number. */
export async function findNewestOrder(db: Database): Promise<(AdminOrder & { number: number }) | null> {
  const [newest] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNotNull(orders.number), isReal))
    .orderBy(desc(orders.number))
    .limit(1);
  const order = newest ? await findAdminOrder(db, newest.id) : null;
  return order && order.number !== null ? { ...order, number: order.number } : null;
}

/** An order as its customer sees it, with its buyer and all values of its fields, and without the team's notes. */
export async function findOrderWithBuyer(db: Database, id: string): Promise<(Order & Pick<AdminOrder, 'buyer'>) | null> {
  const [row] = await selectWithBuyer(db).where(eq(orders.id, id));
  if (!row) return null;
  const { custom } = row.order;
  return { ...toOrder(row.order, await listOrderDetails(db, [row.order])), ...(custom && { customFields: custom }), buyer: row.buyer };
}
