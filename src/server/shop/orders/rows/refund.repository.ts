import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { getCurrencyStep, toDollars } from '../../../../contract/money.ts';
import type { AdminOrder } from '../../../../contract/order-fields.ts';
import type { RefundableOrder } from '../../../../contract/refund-amount.ts';
import { isUuid } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { users } from '../../database/schema/account.ts';
import { orderLines, orders } from '../../database/schema/order.ts';
import { payments, refundLines, refunds } from '../../database/schema/payment.ts';
import type { FailedRefund } from '../../payments/provider.ts';

export interface RefundLine {
  position: number;
  quantity: number;
  restock: boolean;
}

export interface RefundedParts {
  /** Pieces by the position of their line. */
  lines: Map<number, number>;
  shippingCents: number;
}

const NOTHING: RefundedParts = { lines: new Map(), shippingCents: 0 };

export async function createRefundLines(tx: Database, refundId: string, lines: RefundLine[]): Promise<void> {
  if (lines.length) await tx.insert(refundLines).values(lines.map((line) => ({ refundId, ...line })));
}

export async function listRefundLines(db: Database, refundId: string): Promise<RefundLine[]> {
  const { position, quantity, restock } = refundLines;
  return db.select({ position, quantity, restock }).from(refundLines).where(eq(refundLines.refundId, refundId)).orderBy(position);
}

/**
 * By order; orders without refunds of single lines are left out. `isPendingCounted`: includes refunds that are waiting for the provider's
 * answer.
 */
export async function listRefundedParts(db: Database, orderIds: string[], isPendingCounted = false): Promise<Map<string, RefundedParts>> {
  const isCounted = and(
    inArray(refunds.orderId, orderIds),
    isPendingCounted ? ne(refunds.status, 'failed') : eq(refunds.status, 'succeeded'),
  );
  const rows = await db
    .select({ id: refunds.id, orderId: refunds.orderId, shippingCents: refunds.shippingCents, ...lineColumns })
    .from(refunds)
    .leftJoin(refundLines, eq(refundLines.refundId, refunds.id))
    .where(isCounted);
  const parts = new Map<string, RefundedParts>();
  const counted = new Set<string>();
  for (const { id, orderId, shippingCents, position, quantity } of rows) {
    const order = parts.get(orderId) ?? { lines: new Map<number, number>(), shippingCents: 0 };
    if (!counted.has(id)) order.shippingCents += shippingCents;
    counted.add(id);
    if (position !== null && quantity !== null) order.lines.set(position, (order.lines.get(position) ?? 0) + quantity);
    parts.set(orderId, order);
  }
  return parts;
}

const lineColumns = { position: refundLines.position, quantity: refundLines.quantity };

export const getRefundedParts = (parts: Map<string, RefundedParts>, orderId: string): RefundedParts => parts.get(orderId) ?? NOTHING;

interface RefundableState extends RefundableOrder {
  currency: string;
  shippingRefundedCents: number;
}

/** For a locked order. Refunds that are waiting for the provider's answer count as made. */
export async function findRefundable(tx: Database, orderId: string): Promise<RefundableState> {
  const { currency, taxCents, isTaxIncluded } = orders;
  // Fees are given back with shipping.
  const shippingCents = sql<number>`(${orders.shippingCents} + ${orders.feeCents} + ${orders.chargesCents})::float8`;
  const [order] = await tx.select({ currency, shippingCents, taxCents, isTaxIncluded }).from(orders).where(eq(orders.id, orderId));
  const lines = await tx.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.position));
  const refunded = getRefundedParts(await listRefundedParts(tx, [orderId], true), orderId);
  if (!order) throw new Error('the locked order is gone');
  return {
    ...order,
    step: getCurrencyStep(order.currency),
    lines: lines.map((line) => ({ ...line, refunded: refunded.lines.get(line.position) ?? 0 })),
    shippingRefundedCents: refunded.shippingCents,
  };
}

/** Pieces that succeeded refunds of single lines put back into stock, by the position of their line. */
export async function sumRestocked(db: Database, orderId: string): Promise<Map<number, number>> {
  const rows = await db
    .select({ position: refundLines.position, pieces: sql<number>`sum(${refundLines.quantity})::int` })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, 'succeeded'), eq(refundLines.restock, true)))
    .groupBy(refundLines.position);
  return new Map(rows.map(({ position, pieces }) => [position, pieces]));
}

const BATCH_SIZE = 50;

export type RefundRow = typeof refunds.$inferSelect;

/** A requested refund with what the provider needs to know. */
export interface PendingRefund
  extends Pick<RefundRow, 'id' | 'orderId' | 'amountCents' | 'balanceCents' | 'toStoreCredit' | 'reason' | 'actorId' | 'payment'> {
  paymentId: string;
  currency: string;
  provider: string;
}

export async function createRefund(tx: Database, refund: typeof refunds.$inferInsert): Promise<void> {
  await tx.insert(refunds).values(refund);
}

const OF_PAYMENT = sql`${refunds.amountCents} - ${refunds.balanceCents}`;

async function sumRefunds(
  db: Database,
  orderId: string,
  isCounted: SQL,
  isMeant: SQL,
  cents = sql`${refunds.amountCents}`,
): Promise<number> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${cents}), 0)::float8` })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), isCounted, isMeant));
  return Number(row?.cents ?? 0);
}

/** Null: the payment that paid the order, not a second one. */
const isOfPayment = (payment: string | null) => (payment === null ? isNull(refunds.payment) : eq(refunds.payment, payment));

/** Cents of refunds that the provider hasn't answered yet. */
export const sumPendingRefunds = (db: Database, orderId: string, payment: string | null = null) =>
  sumRefunds(db, orderId, eq(refunds.status, 'requested'), isOfPayment(payment));

/** What the provider gave back: without what went to balances. */
export const sumCompletedRefunds = (db: Database, orderId: string, payment: string | null = null) =>
  sumRefunds(db, orderId, eq(refunds.status, 'succeeded'), isOfPayment(payment), OF_PAYMENT);

/** What of refunds that the provider hasn't answered yet goes to balances. */
export const sumPendingBalance = (db: Database, orderId: string) =>
  sumRefunds(db, orderId, eq(refunds.status, 'requested'), isOfPayment(null), sql`${refunds.balanceCents}`);

/** Cents of refunds that were made before that time and failed after it. */
export const sumRefundsFailedSince = (db: Database, orderId: string, at: Date) =>
  sumRefunds(
    db,
    orderId,
    sql`(${refunds.providerCreatedAt} <= ${at.toISOString()}::timestamptz and ${refunds.failedAt} >= ${at.toISOString()}::timestamptz)`,
    isOfPayment(null),
    OF_PAYMENT,
  );

/** The refund that the provider reports on: found by its own id, or by the shop's id, which it received as the key. */
export async function findRefundOf(
  tx: Database,
  orderId: string,
  { id, key }: Pick<FailedRefund, 'id' | 'key'>,
): Promise<RefundRow | null> {
  const isMeant = key && isUuid(key) ? or(eq(refunds.providerRefund, id), eq(refunds.id, key)) : eq(refunds.providerRefund, id);
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), isMeant));
  return row ?? null;
}

/** Refunds of these orders that failed after the provider had accepted them, oldest first. */
export async function listFailedRefunds(db: Database, orderIds: string[]): Promise<Map<string, AdminOrder['failedRefunds']>> {
  const rows = await db
    .select()
    .from(refunds)
    .where(and(inArray(refunds.orderId, orderIds), isNotNull(refunds.failedAt)))
    .orderBy(asc(refunds.failedAt));
  const failed = rows.flatMap(({ orderId, failedAt, amountCents, failure }) =>
    failedAt ? [{ orderId, at: failedAt.toISOString(), amount: toDollars(amountCents), reason: failure ?? '' }] : [],
  );
  const byOrder = Map.groupBy(failed, (it) => it.orderId);
  return new Map([...byOrder].map(([orderId, list]) => [orderId, list.map(({ at, amount, reason }) => ({ at, amount, reason }))]));
}

/**
 * Whether an admin asked to restock the items with the full refund. This is stored before the provider is called, so it is known to whichever
 * records the refund first, the shop or the provider's event.
 */
export async function isRestockRequested(tx: Database, orderId: string): Promise<boolean> {
  const isRequested = and(eq(refunds.orderId, orderId), eq(refunds.restock, true), ne(refunds.status, 'failed'), isOfPayment(null));
  return (await tx.$count(refunds, isRequested)) > 0;
}

export async function updateRefund(db: Database, id: string, change: Partial<RefundRow>): Promise<void> {
  await db.update(refunds).set(change).where(eq(refunds.id, id));
}

/** False if it was completed before. */
export async function completeRefund(tx: Database, id: string, providerRefund: string): Promise<boolean> {
  const rows = await tx
    .update(refunds)
    .set({ status: 'succeeded', providerRefund })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'requested')))
    .returning({ id: refunds.id });
  return rows.length > 0;
}

/** After a failure, when the next attempt may be made. */
export async function postponeRefund(db: Database, id: string, dueAt: Date): Promise<void> {
  await db
    .update(refunds)
    .set({ failures: sql`${refunds.failures} + 1`, dueAt })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'requested')));
}

/** Refunds requested before `before` that aren't answered and are due; those with the fewest failures first, so that none holds up the others. */
export async function listPendingRefunds(
  db: Database,
  before: Date,
  now: Date,
): Promise<(PendingRefund & { actorName: string | null; failures: number })[]> {
  const rows = await db
    .select({
      refund: refunds,
      paymentId: sql<string | null>`case when ${refunds.payment} is null then ${orders.paymentId} else ${payments.paymentId} end`,
      currency: sql<string>`coalesce(${payments.currency}, ${orders.currency})`,
      provider: sql<string>`coalesce(${payments.provider}, ${orders.provider})`,
      actorName: users.name,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .leftJoin(payments, eq(payments.id, refunds.payment))
    .leftJoin(users, eq(users.id, refunds.actorId))
    .where(and(eq(refunds.status, 'requested'), lt(refunds.at, before), or(isNull(refunds.dueAt), lte(refunds.dueAt, now))))
    .orderBy(asc(refunds.failures), asc(refunds.at))
    .limit(BATCH_SIZE);
  const isWhole = (refund: RefundRow) => refund.balanceCents === refund.amountCents;
  return rows.flatMap(({ refund, paymentId, ...rest }) =>
    paymentId || isWhole(refund) ? [{ ...refund, ...rest, paymentId: paymentId ?? '' }] : [],
  );
}
