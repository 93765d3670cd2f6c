/** What a refund of single lines amounts to, in cents. The form shows it, and the server requests it from the provider. */

export interface RefundableLine {
  priceCents: number;
  quantity: number;
  /** The line's part of the order's discount and tax, for all of its pieces together. */
  discountCents: number;
  taxCents: number;
  /** How many pieces have been refunded already. */
  refunded: number;
}

export interface RefundableOrder {
  lines: readonly RefundableLine[];
  shippingCents: number;
  /** What lines and shipping come to together. */
  taxCents: number;
  isTaxIncluded: boolean;
  /** The smallest amount that can be paid (`getCurrencyStep`); absent: a cent. */
  step?: number;
}

const paidFor = ({ priceCents, quantity, discountCents, taxCents }: RefundableLine, isTaxIncluded: boolean) =>
  priceCents * quantity - discountCents + (isTaxIncluded ? 0 : taxCents);

/** What was paid for the first `count` pieces, half a cent rounded up. By BigInt: cents times pieces can be more than a number holds exactly. */
function payForFirst(cents: number, count: number, quantity: number): number {
  const [share, divisor] = [BigInt(cents) * BigInt(count), BigInt(quantity)];
  return Number((2n * share + divisor) / (2n * divisor));
}

/**
 * The difference of two running shares: whether a line is refunded piece by piece or at once, its refunds add up to what was paid for it.
 */
export function calculateLineRefund(line: RefundableLine, quantity: number, isTaxIncluded: boolean, step = 1): number {
  const units = Math.round(paidFor(line, isTaxIncluded) / step);
  return (payForFirst(units, line.refunded + quantity, line.quantity) - payForFirst(units, line.refunded, line.quantity)) * step;
}

/** What was paid for shipping, with its tax. Together with what was paid for all lines it is the order's total. */
export function calculateShippingPaid({ lines, shippingCents, taxCents, isTaxIncluded }: RefundableOrder): number {
  return shippingCents + (isTaxIncluded ? 0 : taxCents - lines.reduce((sum, line) => sum + line.taxCents, 0));
}

export interface RefundSelection {
  lines: readonly { line: number; quantity: number }[];
  shippingCents: number;
}

export function calculateRefund(order: RefundableOrder, { lines, shippingCents }: RefundSelection): number {
  return lines.reduce((sum, { line: index, quantity }) => {
    const line = order.lines[index];
    return line ? sum + calculateLineRefund(line, quantity, order.isTaxIncluded, order.step) : sum;
  }, shippingCents);
}
