import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { manualReceipts } from '../../database/schema/manual-payment.ts';
import { isToPay, orders } from '../../database/schema/order.ts';
import { payments } from '../../database/schema/payment.ts';

/** Orders that were placed to be paid by hand, and aren't paid yet. */
const BATCH_SIZE = 200;

/** Invoices that were to be paid by now, and whose customers weren't reminded yet. */
export async function listUnpaidAfterDue(db: Database, now: Date, id?: string): Promise<string[]> {
  const isOverdue = and(
    isToPay(orders),
    lte(orders.dueAt, now),
    isNull(orders.remindedAt),
    id === undefined ? undefined : eq(orders.id, id),
  );
  const rows = await db.select({ id: orders.id }).from(orders).where(isOverdue).orderBy(asc(orders.dueAt)).limit(BATCH_SIZE);
  return rows.map((row) => row.id);
}

/** What has come in part. */
export async function findReceivedCents(db: Database, orderId: string): Promise<number> {
  const [row] = await db
    .select({ cents: payments.amountCents })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.state, 'processing'), eq(payments.isExtra, false)));
  return row?.cents ?? 0;
}

/** An order of a number that a transfer names, as a statement shows it. */
export interface NumberedOrder {
  id: string;
  number: number;
  status: string;
  provider: string;
  currency: string;
  /** What is to be paid by hand: the total, less what balances pay. */
  totalCents: number;
  paidAt: Date | null;
  receivedCents: number;
}

export async function listByNumbers(db: Database, numbers: number[]): Promise<NumberedOrder[]> {
  if (!numbers.length) return [];
  const { id, number, status, provider, currency, paidAt } = orders;
  const totalCents = sql<number>`(${orders.totalCents} - ${orders.balanceCents})::float8`;
  const columns = { id, number, status, provider, currency, totalCents, paidAt, receivedCents: payments.amountCents };
  const isPart = and(eq(payments.orderId, orders.id), eq(payments.state, 'processing'), eq(payments.isExtra, false));
  const rows = await db.select(columns).from(orders).leftJoin(payments, isPart).where(inArray(orders.number, numbers));
  return rows.flatMap((row) => (row.number === null ? [] : [{ ...row, number: row.number, receivedCents: row.receivedCents ?? 0 }]));
}

/** Those of these keys that are booked, in full or as what was too much. */
export async function listBookedKeys(db: Database, keys: string[]): Promise<Set<string>> {
  if (!keys.length) return new Set();
  const rows = await db.select({ key: manualReceipts.key }).from(manualReceipts).where(inArray(manualReceipts.key, keys));
  return new Set(rows.flatMap(({ key }) => key ?? []));
}
