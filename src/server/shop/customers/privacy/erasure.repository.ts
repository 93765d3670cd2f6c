/** The changes that erase a person, within a transaction. */
import { and, eq, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { users } from '../../database/schema/account.ts';
import { isCheckout, isPlaced, orderHistory, orderNotes, orderRequests, orders } from '../../database/schema/order.ts';
import { discountCodeUses } from '../../database/schema/pricing.ts';
import { forgetObjects, hidePersonalValues } from '../../integrity/audit/audit.repository.ts';

/** Replaces the name in an order whose buyer was erased. */
export const ERASED_NAME = 'Erased customer';

/** Orders without an account that still name their buyer. */
const namesBuyer = and(isNull(orders.userId), ne(orders.guestEmail, ''));

/**
 * Turns an account's orders into orders of a guest with the same name and email, because an order must contain what its invoice says.
 * Returns their ids.
 */
export async function releaseOrders(tx: Database, { _id, name, email }: { _id: string; name: string; email: string }): Promise<string[]> {
  // Locked in the order of ids, as everything that locks several orders does (shop/orders/lifecycle/row-lock.repository.ts).
  const rows = await tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, _id)).orderBy(orders.id).for('update');
  await tx
    .update(orders)
    .set({
      userId: null,
      guestEmail: sql`coalesce(${orders.guestEmail}, ${email})`,
      guestName: sql`coalesce(${orders.guestName}, ${name})`,
      guestNetwork: null,
    })
    .where(eq(orders.userId, _id));
  return rows.map(({ id }) => id);
}

/** Country and region stay: the books need to know where tax was due, and they name nobody. */
const ERASED_ADDRESS = { recipient: null, street: null, postcode: null, city: null };

/** Also deletes everything that belongs to it: sessions, devices, addresses, notes. */
export async function deleteUser(tx: Database, id: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, id));
}

export async function listPendingOrderIds(db: Database, userId: string): Promise<string[]> {
  const isPending = and(eq(orders.userId, userId), eq(orders.status, sql`'pending'`));
  return (await db.select({ id: orders.id }).from(orders).where(isPending)).map(({ id }) => id);
}

/**
 * Checkouts that the account never paid, which are no orders and in no books; those that can still be paid stay. Their entries in the ledger
 * stay, because they add up to nothing.
 */
export async function deleteCheckoutsOf(tx: Database, userId: string): Promise<void> {
  const isOver = and(eq(orders.userId, userId), isCheckout(orders.status), ne(orders.status, 'pending'));
  const rows = await tx.select({ id: orders.id }).from(orders).where(isOver).orderBy(orders.id).for('update');
  const ids = rows.map(({ id }) => id);
  if (!ids.length) return;
  await forgetObjects(tx, 'order', ids);
  await tx.delete(orders).where(inArray(orders.id, ids));
}

/** Deletes the buyer's data from orders; what was sold, for how much and when stays. Returns the ids, at most `limit`. */
async function anonymizeWhere(tx: Database, condition: SQL | undefined, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: orders.id, name: orders.guestName })
    .from(orders)
    .where(and(namesBuyer, condition))
    .orderBy(orders.id)
    .limit(limit)
    .for('update', { skipLocked: true });
  const ids = rows.map(({ id }) => id);
  if (!ids.length) return ids;
  await hidePersonalValues(tx);
  await forgetObjects(tx, 'order', ids);
  // The history first: its entries by the buyer are found by the name, which is still in the order.
  await tx
    .update(orderHistory)
    .set({ by: ERASED_NAME })
    .where(
      and(
        inArray(orderHistory.orderId, ids),
        isNull(orderHistory.actorId),
        sql`${orderHistory.by} = (select o.guest_name from orders o where o.id = ${orderHistory.orderId})`,
      ),
    );
  await tx.update(orderRequests).set({ reason: '', answer: null }).where(inArray(orderRequests.orderId, ids));
  await tx.update(discountCodeUses).set({ customer: '' }).where(inArray(discountCodeUses.orderId, ids));
  await tx.delete(orderNotes).where(inArray(orderNotes.orderId, ids));
  await tx
    .update(orders)
    .set({ guestName: ERASED_NAME, guestEmail: '', guestNetwork: null, address: '', ...ERASED_ADDRESS, tracking: null })
    .where(inArray(orders.id, ids));
  return ids;
}

const wasPlacedBefore = (before: Date) => and(isPlaced(orders.status), lt(orders.createdAt, before));

export function anonymizeOrders(tx: Database, before: Date, limit: number): Promise<string[]> {
  return anonymizeWhere(tx, wasPlacedBefore(before), limit);
}

export function anonymizeOrdersOf(tx: Database, email: string, before: Date, limit: number): Promise<string[]> {
  return anonymizeWhere(tx, and(eq(sql`lower(${orders.guestEmail})`, sql`lower(${email})`), wasPlacedBefore(before)), limit);
}
