/** Row locks until the transaction ends. Always in the order user, orders, products (by id), so that transactions don't deadlock. */
import { and, asc, eq, or, type SQL } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { users } from '../database/schema/account.ts';
import { orders } from '../database/schema/order.ts';

/** Serializes the checkouts of one customer. */
export async function lockUser(tx: Database, userId: string): Promise<{ address: string; email: string } | null> {
  const [row] = await tx
    .select({ address: users.address, email: users.email })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  return row ?? null;
}

const columns = {
  id: orders.id,
  number: orders.number,
  userId: orders.userId,
  status: orders.status,
  stock: orders.stock,
  totalCents: orders.totalCents,
  refundedCents: orders.refundedCents,
  currency: orders.currency,
  provider: orders.provider,
  providerSession: orders.providerSession,
  paymentId: orders.paymentId,
  version: orders.version,
};

export type LockedOrder = Pick<typeof orders.$inferSelect, keyof typeof columns>;

async function lockOrders(tx: Database, where: SQL | undefined): Promise<LockedOrder[]> {
  return tx.select(columns).from(orders).where(where).orderBy(asc(orders.id)).for('update');
}

const lockFirstOrder = async (tx: Database, where: SQL | undefined) => (await lockOrders(tx, where))[0] ?? null;

export function lockUserOrder(tx: Database, userId: string, id: string): Promise<LockedOrder | null> {
  return lockFirstOrder(tx, and(eq(orders.id, id), eq(orders.userId, userId)));
}

export function lockUserPendingOrders(tx: Database, userId: string): Promise<LockedOrder[]> {
  return lockOrders(tx, and(eq(orders.userId, userId), eq(orders.status, 'pending')));
}

/** Whoever's order it is: for admins, the provider and jobs. */
export function lockOrderById(tx: Database, id: string): Promise<LockedOrder | null> {
  return lockFirstOrder(tx, eq(orders.id, id));
}

export function lockOrderByPayment(tx: Database, provider: string, paymentId: string): Promise<LockedOrder | null> {
  return lockFirstOrder(tx, and(eq(orders.provider, provider), eq(orders.paymentId, paymentId)));
}

/** The order with that id and the one with that session: a single row, unless the session belongs to another order. */
export function lockOrdersBySession(tx: Database, provider: string, id: string, session: string): Promise<LockedOrder[]> {
  return lockOrders(tx, and(eq(orders.provider, provider), or(eq(orders.id, id), eq(orders.providerSession, session))));
}
