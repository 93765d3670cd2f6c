/** The lines that an admin chose to refund, checked against what was bought and what was refunded before. */

import { toCents, toDollars } from '../../../../contract/money.ts';
import { calculateRefund, calculateShippingPaid } from '../../../../contract/refund-amount.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { formatCents } from '../lifecycle/format-cents.ts';
import { findRefundable, type RefundLine } from './refund-lines.repository.ts';

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
      throw new AppError('invalid_request', 'A line is either restocked or not', {
        issues: [{ path: 'lines', code: 'invalid_choice', message: 'names a line twice' }],
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
    if (quantity > left) throw createTooLargeError('lines', left, `Of line ${position + 1}, ${left} can still be refunded`);
  }
  const shippingLeft = calculateShippingPaid(order) - order.shippingRefundedCents;
  if (shippingCents > shippingLeft)
    throw createTooLargeError(
      'shipping',
      toDollars(shippingLeft),
      `Of shipping, ${formatCents(shippingLeft, order.currency)} can still be refunded`,
    );
  const expected = calculateRefund(order, { lines: lines.map(({ position, quantity }) => ({ line: position, quantity })), shippingCents });
  if (expected !== amountCents) {
    throw new AppError('refund_mismatch', `What was chosen comes to ${formatCents(expected, order.currency)}. Look at the order again.`);
  }
  return lines;
}

/** Lines and shipping of a call's body; undefined if it only has an amount. */
export function toSelection(
  lines: RefundSelectionInput['lines'] | undefined,
  shipping: number | undefined,
): RefundSelectionInput | undefined {
  return lines || shipping !== undefined ? { lines: lines ?? [], shippingCents: toCents(shipping ?? 0) } : undefined;
}
