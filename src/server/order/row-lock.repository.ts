/** Rows that a transaction holds until it ends. Locks go shopper → orders → products by id, so that nobody waits in a circle. */
import { and, asc, eq, or, type SQL } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { users } from '../database/schema/account.ts';
import { orders } from '../database/schema/order.ts';

/** So that their checkouts come one after another. */
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

/** An order of anybody's: for what the provider and admins do. */
export function lockOrderById(tx: Database, id: string): Promise<LockedOrder | null> {
  return lockFirstOrder(tx, eq(orders.id, id));
}

export function lockOrderByPayment(tx: Database, provider: string, paymentId: string): Promise<LockedOrder | null> {
  return lockFirstOrder(tx, and(eq(orders.provider, provider), eq(orders.paymentId, paymentId)));
}

/** The order of that id and the one that the session belongs to: one row where all is well, two or a strange one otherwise. */
export function lockOrdersBySession(tx: Database, provider: string, id: string, session: string): Promise<LockedOrder[]> {
  return lockOrders(tx, and(eq(orders.provider, provider), or(eq(orders.id, id), eq(orders.providerSession, session))));
}
