import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { takeSubjectLock } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { queryPrepared, readColumns, selectList } from '../../../platform/database/query.ts';
import { isReal, isUnpaid, orders } from '../../database/schema/order.ts';
import { INVOICES_KEY } from '../../settings/settings.repository.ts';

/**
 * Locks buyers and orders until the transaction ends. Always in the order buyer, orders, discount codes (by id), balances (by id), products (by
 * id), so that transactions don't deadlock.
 */
/** Who buys: an account, or a guest for one order. `network`: where they check out from, in the form that orders store (guest-link.ts). */
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

/** Whether it is an account that has paid for an order. Never true for guests: anybody can type an email, and must not learn whether it has bought here. */
export async function hasPaidBefore(tx: Database, { userId }: Buyer): Promise<boolean> {
  return userId !== null && (await tx.$count(orders, and(eq(orders.userId, userId), isNotNull(orders.paidAt), isReal))) > 0;
}

/** Serializes the checkouts of one account, or of all guests of one network. */
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

const columns = {
  id: orders.id,
  number: orders.number,
  userId: orders.userId,
  guestEmail: orders.guestEmail,
  status: orders.status,
  stock: orders.stock,
  totalCents: orders.totalCents,
  isTaxIncluded: orders.isTaxIncluded,
  isTaxAutomatic: orders.isTaxAutomatic,
  refundedCents: orders.refundedCents,
  providerRefundedCents: orders.providerRefundedCents,
  providerRefundedAt: orders.providerRefundedAt,
  currency: orders.currency,
  provider: orders.provider,
  providerSession: orders.providerSession,
  paymentId: orders.paymentId,
  processingSince: orders.processingSince,
  discountCode: orders.discountCode,
  paidAt: orders.paidAt,
  paymentMethod: orders.paymentMethod,
  createdAt: orders.createdAt,
  expiresAt: orders.expiresAt,
  deliveryFrom: orders.deliveryFrom,
  deliveryTo: orders.deliveryTo,
  dueOn: orders.dueOn,
  isDelayed: orders.isDelayed,
  isTest: orders.isTest,
  taxes: orders.taxes,
  country: orders.country,
  hasDownloads: orders.hasDownloads,
  hasDocuments: orders.hasDocuments,
  balanceCents: orders.balanceCents,
  hasGiftCards: orders.hasGiftCards,
  version: orders.version,
};

export interface LockedOrder extends Pick<typeof orders.$inferSelect, keyof typeof columns> {
  /** The settings of invoices as stored (documents/invoice-settings.service.ts): with the order, so that a shop without invoices reads nothing for them. */
  invoicing?: unknown;
}

/** Read once in each statement. */
const invoicing = sql<unknown>`(select value from settings where key = ${sql.raw(`'${INVOICES_KEY}'`)})`;

async function lockOrders(tx: Database, where: SQL | undefined): Promise<LockedOrder[]> {
  return tx
    .select({ ...columns, invoicing })
    .from(orders)
    .where(where)
    .orderBy(asc(orders.id))
    .for('update');
}

const lockFirstOrder = async (tx: Database, where: SQL | undefined) => (await lockOrders(tx, where))[0] ?? null;

export function lockOwnOrder(tx: Database, owner: Owner, id: string): Promise<LockedOrder | null> {
  return lockFirstOrder(tx, and(eq(orders.id, id), isOwnedBy(owner)));
}

export interface LockedCheckout extends LockedOrder {
  /** When an account last paid for an order; null for guests. */
  lastPaidAt: Date | null;
}

const hasUnpaidStatus = isUnpaid(sql.raw('status'));

/** The buyer's checkouts that are pending or were started since then, in one round trip. */
export async function lockCheckouts(tx: Database, buyer: Buyer, since: Date): Promise<LockedCheckout[]> {
  const rows = await queryPrepared<{ last_paid_at: string | null }>(
    tx,
    sql`select ${selectList(columns)}, (select max(paid.paid_at) from orders paid where paid.user_id = ${sql.param(buyer.userId)}::uuid and not paid.is_test) as last_paid_at
      from orders where ${isOfBuyer(buyer)} and ${hasUnpaidStatus} and (status = 'pending' or created_at > ${since.toISOString()}::timestamptz)
      order by id for update`,
  );
  return rows.map((row) => ({
    ...(readColumns(columns, row) as Omit<LockedCheckout, 'lastPaidAt'>),
    lastPaidAt: row.last_paid_at === null ? null : new Date(row.last_paid_at),
  }));
}

/** Paid guest orders with that email that belong to no account yet. */
export function lockUnclaimedOrders(tx: Database, email: string): Promise<LockedOrder[]> {
  return lockOrders(tx, and(isNull(orders.userId), isNotNull(orders.number), sql`lower(${orders.guestEmail}) = lower(${email})`));
}

/** Who gets the invoice of a locked order, and where it is delivered. */
export async function findBilling(tx: Database, id: string) {
  const { billing, postcode } = orders;
  const [row] = await tx.select({ billing, postcode }).from(orders).where(eq(orders.id, id));
  return row ?? { billing: null, postcode: null };
}

/** Any owner's order, for admins, the provider and jobs. */
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
