import { toCents, toDollars } from '../../../../contract/money.ts';
import { calculateRefund, calculateShippingPaid } from '../../../../contract/refund-amount.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { sumOrderBalance } from '../../balances/order-balance.ts';
import type { PaymentEvent } from '../../payments/provider.ts';
import { formatCents } from '../lifecycle/update-order.service.ts';
import type { LockedOrder } from '../rows/order-lock.repository.ts';
import { getDueCents } from '../rows/order-method.ts';
import { updateProviderRefunds } from '../rows/order-write.repository.ts';
import { findOwnPayment, type OrderPayment } from '../rows/payment.repository.ts';
import { findRefundable, type RefundLine, sumCompletedRefunds, sumRefundsFailedSince } from '../rows/refund.repository.ts';

/** How much of an order has been refunded, and whether what an admin chose to refund is still left. */
/** Stores the sum of the provider's newest event; events may arrive in any order. Returns the updated order. */
export async function saveProviderSum(tx: Database, order: LockedOrder, { at, amountCents }: PaymentEvent): Promise<LockedOrder> {
  const { providerRefundedAt, providerRefundedCents } = order;
  const age = providerRefundedAt ? at.getTime() - providerRefundedAt.getTime() : 1;
  // Times are in whole seconds: of two events in the same second, the larger sum is the later one.
  if (age < 0 || (age === 0 && amountCents <= (providerRefundedCents ?? 0))) return order;
  await updateProviderRefunds(tx, order.id, amountCents, at);
  return { ...order, providerRefundedCents: amountCents, providerRefundedAt: at };
}

export interface RefundState {
  /** The order's refunded sum. */
  refundedCents: number;
  /** Everything that was paid has been refunded. */
  isFull: boolean;
}

type Paid = Pick<OrderPayment, 'amountCents' | 'currency'>;

/**
 * Converts refunded cents of a payment to those of its order. If more was paid than the order's total, the excess counts as refunded first. If it
 * was paid in another currency, the same share of the order counts as refunded.
 */
function toOrderRefund(order: Pick<LockedOrder, 'totalCents' | 'currency'>, paid: Paid | null, cents: number): RefundState {
  const { amountCents, currency } = paid ?? { amountCents: order.totalCents, currency: order.currency };
  const isFull = cents >= amountCents;
  if (currency !== order.currency)
    return { isFull, refundedCents: isFull ? order.totalCents : Math.floor((order.totalCents * cents) / amountCents) };
  return { isFull, refundedCents: Math.min(order.totalCents, Math.max(0, cents - Math.max(0, amountCents - order.totalCents))) };
}

/**
 * Of the payment the larger of the provider's newest sum, minus refunds that have failed since, and the sum of the shop's own refunds, because either may lack the
 * latest refund; and what went to balances, of which more than they had paid counts for the payment. Depends on stored values only, so events may arrive in any order.
 */
export async function readRefundState(tx: Database, order: LockedOrder): Promise<RefundState> {
  const { providerRefundedCents: told, providerRefundedAt: at } = order;
  const toldCents = told === null || at === null ? 0 : told - (await sumRefundsFailedSince(tx, order.id, at));
  const cents = Math.max(toldCents, await sumCompletedRefunds(tx, order.id));
  const balance = await sumOrderBalance(tx, order.id);
  const [back, instead] = [Math.min(balance.refundedCents, balance.spentCents), Math.max(0, balance.refundedCents - balance.spentCents)];
  const paid = toOrderRefund({ ...order, totalCents: getDueCents(order) }, await findOwnPayment(tx, order.id), cents + instead);
  return { refundedCents: paid.refundedCents + back, isFull: paid.isFull && back === balance.spentCents };
}

export interface RefundSelectionInput {
  lines: { line: number; quantity: number; restock: boolean }[];
  shippingCents: number;
}

const createTooLargeError = (path: string, limit: number, message: string) =>
  new AppError('refund_too_large', message, { issues: [{ path, code: 'too_large', message, limit }] });

/** If a line occurs twice, the sum counts. */
function mergeLines(lines: RefundSelectionInput['lines']): RefundLine[] {
  const merged = new Map<number, RefundLine>();
  for (const { line, quantity, restock } of lines) {
    const earlier = merged.get(line);
    if (earlier && earlier.restock !== restock) {
      throw new AppError('invalid_request', 'A line can be restocked or not, but not both', {
        issues: [{ path: 'lines', code: 'invalid_choice', message: 'contain a line twice' }],
      });
    }
    merged.set(line, { position: line, quantity: quantity + (earlier?.quantity ?? 0), restock });
  }
  return [...merged.values()];
}

/**
 * Throws `refund_too_large` for more pieces or shipping than is left, and `refund_mismatch` if the amount doesn't equal what they come to.
 */
export async function checkSelection(
  tx: Database,
  orderId: string,
  amountCents: number,
  { lines: input, shippingCents }: RefundSelectionInput,
): Promise<RefundLine[]> {
  const order = await findRefundable(tx, orderId);
  const lines = mergeLines(input);
  for (const { position, quantity } of lines) {
    const line = order.lines[position];
    const left = line ? line.quantity - line.refunded : 0;
    if (quantity > left) throw createTooLargeError('lines', left, `Only ${left} of line ${position + 1} can still be refunded`);
  }
  const shippingLeft = calculateShippingPaid(order) - order.shippingRefundedCents;
  if (shippingCents > shippingLeft)
    throw createTooLargeError(
      'shipping',
      toDollars(shippingLeft),
      `Only ${formatCents(shippingLeft, order.currency)} of the shipping cost can still be refunded`,
    );
  const expected = calculateRefund(order, { lines: lines.map(({ position, quantity }) => ({ line: position, quantity })), shippingCents });
  if (expected !== amountCents) {
    throw new AppError('refund_mismatch', `The chosen items come to ${formatCents(expected, order.currency)}. Please reload the order.`);
  }
  return lines;
}

/** The lines and shipping in a request's body; undefined if it only has an amount. */
export function toSelection(
  lines: RefundSelectionInput['lines'] | undefined,
  shipping: number | undefined,
): RefundSelectionInput | undefined {
  return lines || shipping !== undefined ? { lines: lines ?? [], shippingCents: toCents(shipping ?? 0) } : undefined;
}
