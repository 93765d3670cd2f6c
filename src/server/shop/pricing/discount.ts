/** How much a discount code takes off each line of a cart. */
import type { CodeRefusal } from '../../../contract/cart.ts';
import type { DISCOUNT_KINDS } from '../../../contract/discount-code.ts';

/**
 * `amount * numerator / denominator`, half a cent rounded up. None may be negative, and the denominator must be above 0. Calculated with BigInt,
 * because cents times millionths can exceed the largest exact number.
 */
export function roundShare(amount: number, numerator: number, denominator: number): number {
  const [share, divisor] = [BigInt(amount) * BigInt(numerator), BigInt(denominator)];
  return Number((2n * share + divisor) / (2n * divisor));
}

/**
 * Spreads `sum` in proportion to the weights, which must not be negative. The parts add up to the sum to the cent. If the sum isn't more
 * than all weights together, no part is more than its weight: each part is the difference between the rounded-down shares of two running
 * totals.
 */
export function spreadSum(sum: number, weights: readonly number[]): number[] {
  const total = BigInt(weights.reduce((all, weight) => all + weight, 0));
  if (total === 0n) return weights.map(() => 0);
  let running = 0n;
  let spread = 0n;
  return weights.map((weight) => {
    running += BigInt(weight);
    const upTo = (BigInt(sum) * running) / total;
    const part = upTo - spread;
    spread = upTo;
    return Number(part);
  });
}

export interface DiscountRule {
  kind: (typeof DISCOUNT_KINDS)[number];
  /** For the kind `percent`: 1 to 100. */
  percent: number | null;
  /** For the kind `amount`. */
  amountCents: number | null;
  /** Minimum subtotal of the whole cart, before the discount. */
  minimumCents: number;
  /** With `productIds`: the products that the code applies to, of each category those below it too. Both empty: all. */
  categoryIds: readonly string[];
  productIds: readonly string[];
}

interface DiscountedLine {
  productId: string;
  categoryId: string;
  /** Absent: it is in its main category alone. */
  furtherCategoryIds?: readonly string[];
  /** No code takes anything off a gift card: it is as good as money. */
  isGiftCard?: boolean;
}

/** In capitals and without spaces, because people type codes in any case and copy them with spaces around. */
export function normalizeCode(typed: string): string {
  return typed.normalize('NFKC').replace(/\s+/gu, '').toUpperCase();
}

const isFor = ({ categoryIds, productIds }: DiscountRule, { productId, categoryId, furtherCategoryIds = [], isGiftCard }: DiscountedLine) =>
  !isGiftCard &&
  ((!categoryIds.length && !productIds.length) ||
    productIds.includes(productId) ||
    categoryIds.includes(categoryId) ||
    furtherCategoryIds.some((id) => categoryIds.includes(id)));

function computeDiscount({ kind, percent, amountCents }: DiscountRule, matchingCents: number): number {
  switch (kind) {
    case 'percent':
      return roundShare(matchingCents, percent ?? 0, 100);
    case 'amount':
      return Math.min(amountCents ?? 0, matchingCents);
    case 'free_shipping':
      return 0;
    default:
      return kind satisfies never;
  }
}

/**
 * Each line's part of the discount, never more than the line costs. A percentage is calculated from the sum of all matching lines, rounded once,
 * and then spread, so that 10 % off three lines is exactly 10 % of their sum.
 */
export function spreadDiscount(
  rule: DiscountRule | null,
  lines: readonly DiscountedLine[],
  amounts: readonly number[],
): { discounts: number[]; refusal: CodeRefusal | null } {
  const none = amounts.map(() => 0);
  if (!rule) return { discounts: none, refusal: null };
  const matching = lines.map((line, index) => (isFor(rule, line) ? (amounts[index] ?? 0) : 0));
  const subtotalCents = amounts.reduce((sum, amount) => sum + amount, 0);
  if (!lines.some((line) => isFor(rule, line))) return { discounts: none, refusal: 'no_matching_products' };
  if (subtotalCents < rule.minimumCents) return { discounts: none, refusal: 'below_minimum' };
  const matchingCents = matching.reduce((sum, amount) => sum + amount, 0);
  return { discounts: spreadSum(computeDiscount(rule, matchingCents), matching), refusal: null };
}
