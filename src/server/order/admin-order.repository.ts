import { and, asc, desc, eq, ilike, or, type SQL } from 'drizzle-orm';
import type { AdminOrder, OrderFilter as StatusFilter } from '../../contract/order.ts';
import type { Database } from '../database/connect.ts';
import { users } from '../database/schema/account.ts';
import { orders } from '../database/schema/order.ts';
import { buildStatusCondition, isUuid, listOrderDetails, toOrder } from './order.repository.ts';

export interface OrderFilter {
  status: StatusFilter | undefined;
  /** An order number, an order's id, or part of the buyer's name or email; empty: all. */
  keyword: string;
}

/** Nine digits at most: a larger number overflows PostgreSQL's integer. */
const NUMBER = /^#?(\d{1,9})$/;

function buildOrderCondition({ status, keyword }: OrderFilter): SQL | undefined {
  const number = NUMBER.exec(keyword)?.[1];
  // Payment providers show it beside a payment.
  const id = isUuid(keyword.toLowerCase()) ? keyword.toLowerCase() : undefined;
  const pattern = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;
  return and(
    buildStatusCondition(status),
    keyword
      ? or(
          number ? eq(orders.number, Number(number)) : undefined,
          id ? eq(orders.id, id) : undefined,
          ilike(users.name, pattern),
          ilike(users.email, pattern),
        )
      : undefined,
  );
}

const buyerColumns = { _id: users.id, name: users.name, email: users.email };

async function toAdminOrders(
  db: Database,
  rows: { order: typeof orders.$inferSelect; buyer: AdminOrder['buyer'] }[],
): Promise<AdminOrder[]> {
  const ids = rows.map(({ order }) => order.id);
  const { lines, history } = await listOrderDetails(db, ids);
  return rows.map(({ order, buyer }) => {
    const entries = history.get(order.id) ?? [];
    return {
      ...toOrder(order, lines.get(order.id) ?? [], entries),
      buyer,
      stock: order.stock,
      provider: order.provider,
      history: entries.map(({ at, by, from, to, why }) => ({ at: at.toISOString(), by, from, to, why })),
      version: order.version,
    };
  });
}

export async function listAllOrders(db: Database, filter: OrderFilter, page: number, limit: number): Promise<AdminOrder[]> {
  const rows = await db
    .select({ order: orders, buyer: buyerColumns })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(buildOrderCondition(filter))
    .orderBy(desc(orders.createdAt), asc(orders.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return toAdminOrders(db, rows);
}

export async function countAllOrders(db: Database, filter: OrderFilter): Promise<number> {
  const rows = db.select({ id: orders.id }).from(orders).innerJoin(users, eq(users.id, orders.userId)).where(buildOrderCondition(filter));
  return db.$count(rows.as('found'));
}

export async function findAdminOrder(db: Database, id: string): Promise<AdminOrder | null> {
  const rows = await db
    .select({ order: orders, buyer: buyerColumns })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, id));
  const [order] = await toAdminOrders(db, rows);
  return order ?? null;
}
