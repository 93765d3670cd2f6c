/** Who buys: an account, or a guest for one order. Their lock, and the conditions that find their orders. */

import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { takeSubjectLock } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { queryPrepared } from '../../../platform/database/query.ts';
import { orders } from '../../database/schema/order.ts';

/** `network`: where they check out from, in the form that orders store (guest-link.ts). */
export type Buyer = { name: string; network: string } & (
  | { userId: string; guest?: undefined }
  | { userId: null; guest: { email: string } }
);

/**
 * Who may see an order: the account that it belongs to, or whoever has the link of a guest's order, whose signature the caller has
 * verified.
 */
export type Owner = { userId: string } | { hasGuestLink: true };

/** A guest is identified by email and network, so that nobody in another network can end their checkout by giving their email. */
export function isOfBuyer({ userId, network, guest }: Buyer): SQL {
  if (!guest) return sql`user_id = ${userId}`;
  return sql`user_id is null and guest_network = ${network} and lower(guest_email) = lower(${guest.email})`;
}

export function isOwnedBy(owner: Owner): SQL {
  return 'userId' in owner ? eq(orders.userId, owner.userId) : isNotNull(orders.guestEmail);
}

/** Whether it is an account that has paid for an order. A guest's email proves nothing, and nobody shall learn whether it bought here. */
export async function hasPaidBefore(tx: Database, { userId }: Buyer): Promise<boolean> {
  return userId !== null && (await tx.$count(orders, and(eq(orders.userId, userId), isNotNull(orders.paidAt)))) > 0;
}

/** Serializes the checkouts of one account, or of all guests of one network. Take this lock before those of orders and products. */
export async function lockBuyer(tx: Database, { userId, network, guest }: Buyer): Promise<{ email: string; address: string } | null> {
  if (guest) {
    await takeSubjectLock(tx, 'guestCheckout', network);
    return { email: guest.email, address: '' };
  }
  const [row] = await queryPrepared<{ email: string; address: string }>(
    tx,
    sql`select email, address from users where id = ${userId} for no key update`,
  );
  return row ?? null;
}
