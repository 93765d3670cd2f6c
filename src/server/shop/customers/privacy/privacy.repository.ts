import { and, asc, desc, eq, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PersonalData } from '../../../../contract/privacy.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { teamInvitations, users } from '../../database/schema/account.ts';
import { balanceAccounts } from '../../database/schema/balance.ts';
import { customers } from '../../database/schema/customer.ts';
import { emails } from '../../database/schema/messages.ts';
import { isCheckout, isPlaced, orders } from '../../database/schema/order.ts';
import { orderHistory, orderNotes, orderRequests } from '../../database/schema/order-records.ts';
import { paymentEvents } from '../../database/schema/payment.ts';
import { discountCodeUses } from '../../database/schema/pricing.ts';
import { forgetObjects, hidePersonalValues } from '../../integrity/audit/audit.repository.ts';
import { withoutSecrets } from '../../messages/emails/email.repository.ts';
import { forgetBuyers } from '../../orders/documents/document.repository.ts';
import { countCustomer } from '../../orders/rows/order-write.repository.ts';
import type { AccountEmail } from '../../team/login/user.repository.ts';
import { forgetCards, forgetRecipients, isGivenTo } from './balance-privacy.repository.ts';

/** Rows with personal data: what belongs to a person, erasing a person, and deleting old rows. */
const isOf = (email: string) => eq(sql`lower(${orders.guestEmail})`, sql`lower(${email})`);

/** Replaces the name in an order whose buyer was erased. */
export const ERASED_NAME = 'Erased customer';

/** Orders without an account that still name their buyer. */
const namesBuyer = and(isNull(orders.userId), ne(orders.guestEmail, ''));

/**
 * Turns an account's orders into orders of a guest with the same name and email, because an order must contain what its invoice says.
 * Returns their ids.
 */
export async function releaseOrders(tx: Database, { _id, name, email }: { _id: string; name: string; email: string }): Promise<string[]> {
  // Locked in the order of ids, as everything that locks several orders does (orders/rows/order-lock.repository.ts).
  const rows = await tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, _id)).orderBy(orders.id).for('update');
  await tx
    .update(orders)
    .set({
      userId: null,
      guestEmail: sql`coalesce(${orders.guestEmail}, ${email})`,
      guestName: sql`coalesce(${orders.guestName}, ${name})`,
      guestNetwork: null,
      isBuyerErased: true,
    })
    .where(eq(orders.userId, _id));
  const ids = rows.map(({ id }) => id);
  await forgetRecipients(tx, ids);
  return ids;
}

/** A guest's orders, which stay in the books, count for no customer any more. Returns their ids. */
export async function releaseGuestOrders(tx: Database, email: string): Promise<string[]> {
  const isOfGuest = and(isNull(orders.userId), isOf(email), eq(orders.isBuyerErased, false));
  const rows = await tx.select({ id: orders.id }).from(orders).where(isOfGuest).orderBy(orders.id).for('update');
  const ids = rows.map(({ id }) => id);
  if (ids.length) await tx.update(orders).set({ isBuyerErased: true, guestNetwork: null }).where(inArray(orders.id, ids));
  await forgetRecipients(tx, ids);
  return ids;
}

/** Country and region stay: the books need to know where tax was due, and they identify nobody. */
const ERASED_ADDRESS = { recipient: null, street: null, postcode: null, city: null, billing: null };
const ERASED_WORDS = { customerNote: null, giftMessage: null };

/** Also deletes everything that belongs to it: sessions, devices, addresses, notes. */
export async function deleteUser(tx: Database, id: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, id));
}

export async function listPendingOrderIds(db: Database, userId: string): Promise<string[]> {
  const isPending = and(eq(orders.userId, userId), isCheckout(orders.number), eq(orders.status, sql`'pending'`));
  return (await db.select({ id: orders.id }).from(orders).where(isPending)).map(({ id }) => id);
}

/**
 * Deletes checkouts that the person never paid, which aren't in the books; those that can still be paid stay. Their entries in the ledger stay,
 * because they add up to 0.
 */
export async function deleteCheckoutsOf(tx: Database, person: { userId: string } | { guest: string }): Promise<void> {
  const isOwn = 'guest' in person ? and(isNull(orders.userId), isOf(person.guest)) : eq(orders.userId, person.userId);
  const isOver = and(isOwn, isCheckout(orders.number), ne(orders.status, 'pending'));
  const rows = await tx.select({ id: orders.id }).from(orders).where(isOver).orderBy(orders.id).for('update');
  const ids = rows.map(({ id }) => id);
  if (!ids.length) return;
  await forgetObjects(tx, 'order', ids);
  await tx.delete(orders).where(inArray(orders.id, ids));
}

/** Deletes the buyer's data from orders; what was sold, for how much and when stays. Returns the ids, at most `limit`. */
async function anonymizeWhere(tx: Database, condition: SQL | undefined, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: orders.id, email: orders.guestEmail })
    .from(orders)
    .where(and(namesBuyer, condition))
    .orderBy(orders.id)
    .limit(limit)
    .for('update', { skipLocked: true });
  const ids = rows.map(({ id }) => id);
  if (!ids.length) return ids;
  await hidePersonalValues(tx);
  await forgetObjects(tx, 'order', ids);
  // The history first, because entries by the buyer are found by the name, which is still in the order.
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
  await tx.update(orderRequests).set({ reason: '', answer: null, name: null }).where(inArray(orderRequests.orderId, ids));
  await tx.update(discountCodeUses).set({ customer: '' }).where(inArray(discountCodeUses.orderId, ids));
  await tx.delete(orderNotes).where(inArray(orderNotes.orderId, ids));
  await forgetBuyers(tx, ids);
  await forgetRecipients(tx, ids);
  await forgetCards(tx, inArray(balanceAccounts.orderId, ids));
  await tx
    .update(orders)
    .set({
      guestName: ERASED_NAME,
      guestEmail: '',
      guestNetwork: null,
      address: '',
      ...ERASED_ADDRESS,
      ...ERASED_WORDS,
      tracking: null,
      custom: null,
    })
    .where(inArray(orders.id, ids));
  const emails = new Set(rows.map(({ email }) => (email ?? '').toLowerCase()));
  for (const guestEmail of [...emails].sort()) await countCustomer(tx, { userId: null, guestEmail });
  return ids;
}

const wasPlacedBefore = (before: Date) => and(isPlaced(orders.number), lt(orders.createdAt, before));

export function anonymizeOrders(tx: Database, before: Date, limit: number): Promise<string[]> {
  return anonymizeWhere(tx, wasPlacedBefore(before), limit);
}

export function anonymizeOrdersOf(tx: Database, email: string, before: Date, limit: number): Promise<string[]> {
  return anonymizeWhere(tx, and(isOf(email), wasPlacedBefore(before)), limit);
}

/** A guest's: to their address, about no account. */
const isToGuest = (email: string) => and(isNull(emails.userId), eq(sql`lower(${emails.recipient})`, sql`lower(${email})`));

type Person = Pick<AccountEmail, 'id' | 'email' | 'isEmailUnconfirmed' | 'emailConfirmedAt'>;

/**
 * Emails about the account, whichever address they went to: its own, a former or a pending one. Other emails to its address, such as to a guest,
 * only belong to the account if `isAddressProven`, because anybody can register with somebody else's address.
 */
const belongsTo = ({ id, email }: Pick<Person, 'id' | 'email'>, isAddressProven: boolean): SQL | undefined =>
  or(eq(emails.userId, id), isAddressProven ? isToGuest(email) : undefined);

export const listEmailsOf = (db: Database, person: Person) => listEmails(db, belongsTo(person, person.emailConfirmedAt !== null));

export const listEmailsToGuest = (db: Database, email: string) => listEmails(db, isToGuest(email));

export async function deleteEmailsToGuest(tx: Database, email: string): Promise<void> {
  await tx.delete(emails).where(isToGuest(email));
  await forgetCards(tx, isGivenTo(email));
}

/** Newest first, without the secret links that only the mailbox may contain. */
async function listEmails(db: Database, condition: SQL | undefined): Promise<PersonalData['emails']> {
  const rows = await db
    .select({ subject: emails.subject, text: withoutSecrets(emails.text), createdAt: emails.createdAt, sentAt: emails.sentAt })
    .from(emails)
    .where(condition)
    .orderBy(desc(emails.createdAt), emails.id);
  return rows.map(({ createdAt, sentAt, ...email }) => ({
    ...email,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }));
}

const isInvited = (email: string) => eq(sql`lower(${teamInvitations.email})`, sql`lower(${email})`);

/** Invitations to the account's address, if that is confirmed. */
export async function listInvitationsTo(db: Database, { email, emailConfirmedAt }: Person): Promise<PersonalData['invitations']> {
  if (!emailConfirmedAt) return [];
  const { role, by, createdAt, expiresAt } = teamInvitations;
  const rows = await db.select({ role, by, createdAt, expiresAt }).from(teamInvitations).where(isInvited(email));
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString(), expiresAt: row.expiresAt.toISOString() }));
}

/** Emails and invitations to an address that the account hasn't confirmed stay, because they may belong to somebody else. */
export async function deleteMessagesTo(tx: Database, person: Person): Promise<void> {
  await tx.delete(emails).where(belongsTo(person, !person.isEmailUnconfirmed));
  if (!person.isEmailUnconfirmed) await forgetCards(tx, isGivenTo(person.email));
  if (!person.isEmailUnconfirmed) await tx.delete(teamInvitations).where(isInvited(person.email));
}

export async function deleteOldEmails(db: Database, before: Date, limit: number): Promise<number> {
  const old = db.select({ id: emails.id }).from(emails).where(lt(emails.createdAt, before)).orderBy(asc(emails.createdAt)).limit(limit);
  const rows = await db.delete(emails).where(inArray(emails.id, old)).returning({ id: emails.id });
  return rows.length;
}

/** The table has no index on the time, so it is read once even if there is nothing to delete. */
export async function deleteOldEvents(db: Database, before: Date, limit: number): Promise<number> {
  const old = db.select({ id: paymentEvents.id }).from(paymentEvents).where(lt(paymentEvents.receivedAt, before)).limit(limit);
  const rows = await db.delete(paymentEvents).where(inArray(paymentEvents.id, old)).returning({ id: paymentEvents.id });
  return rows.length;
}

/** Never those that can still be paid. Their entries in the ledger stay, because they add up to 0. */
export function deleteOldCheckouts(db: Database, before: Date, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    await hidePersonalValues(tx);
    const old = tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(isCheckout(orders.number), ne(orders.status, 'pending'), lt(orders.createdAt, before)))
      .orderBy(asc(orders.createdAt))
      .limit(limit)
      .for('update', { skipLocked: true });
    const rows = await tx.delete(orders).where(inArray(orders.id, old)).returning({ id: orders.id });
    await forgetObjects(
      tx,
      'order',
      rows.map(({ id }) => id),
    );
    return rows.length;
  });
}

export async function findGuestId(db: Database, email: string): Promise<string | undefined> {
  const isGuest = and(isNull(customers.userId), eq(sql`lower(${customers.email})`, sql`lower(${email.trim()})`));
  const [guest] = await db.select({ id: customers.id }).from(customers).where(isGuest);
  return guest?.id;
}

/** With the tags and notes; null: there is no such guest. Nobody else changes the row until the transaction ends. */
export async function lockGuest(tx: Database, id: string): Promise<{ email: string } | null> {
  const [guest] = await tx
    .select({ email: customers.email })
    .from(customers)
    .where(and(eq(customers.id, id), isNull(customers.userId)))
    .for('update');
  return guest ?? null;
}

/** An account is a customer itself: its tags, and when it agreed to get offers. */
export async function findCustomerChoices(db: Database, id: string): Promise<Pick<PersonalData, 'tags' | 'consentAt' | 'customFields'>> {
  const { tags, consentAt, custom } = customers;
  const [found] = await db.select({ tags, consentAt, custom }).from(customers).where(eq(customers.id, id));
  return {
    tags: found?.tags ?? [],
    consentAt: found?.consentAt?.toISOString() ?? null,
    ...(found?.custom && { customFields: found.custom }),
  };
}
