/** The lines of refunds: how many pieces of each line were refunded, and shipping. */
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { getCurrencyStep } from '../../../../contract/money.ts';
import type { RefundableOrder } from '../../../../contract/refund-amount.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { orderLines, orders } from '../../database/schema/order.ts';
import { refundLines, refunds } from '../../database/schema/refund.ts';

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
  const { currency, shippingCents, taxCents, isTaxIncluded } = orders;
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
