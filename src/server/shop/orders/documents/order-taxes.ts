/**
 * What of an order is which tax: the only place of documents that reads an order's taxes, so that a shop whose orders keep several rates has one
 * function to change.
 */
import type { TaxCategory, Taxed, TaxSum } from '../../database/schema/document-content.ts';

export interface TaxedOrder {
  taxRatePpm: number;
  taxCents: number;
  shippingCents: number;
  isTaxIncluded: boolean;
}

export interface TaxedLine {
  priceCents: number;
  quantity: number;
  discountCents: number;
  taxCents: number;
}

export interface OrderTaxes {
  /** In the order of the lines. */
  lines: Taxed[];
  shipping: Taxed;
}

const MILLION = 1_000_000;

/** Of tax that the payment provider calculated only the sum is known: the rate that it comes to, in hundredths of a per cent. */
function findRate({ taxRatePpm }: TaxedOrder, parts: { netCents: number; taxCents: number }[]): number {
  if (taxRatePpm > 0) return taxRatePpm;
  const taxed = parts.filter(({ taxCents }) => taxCents > 0);
  const [net, tax] = [sum(taxed, 'netCents'), sum(taxed, 'taxCents')];
  return net > 0 ? Math.round((tax / net) * 10_000) * 100 : 0;
}

/** A tax of less than half a cent is none, and still at its rate. */
const isTooSmall = (netCents: number, ratePpm: number) => (netCents * ratePpm) / MILLION < 0.5;

export function sum<Key extends string>(parts: readonly Record<Key, number>[], key: Key): number {
  return parts.reduce((all, part) => all + part[key], 0);
}

/** `untaxed`: the category of what has no tax. */
export function readOrderTaxes(order: TaxedOrder, lines: readonly TaxedLine[], untaxed: TaxCategory): OrderTaxes {
  const split = (chargedCents: number, taxCents: number) => ({ netCents: chargedCents - (order.isTaxIncluded ? taxCents : 0), taxCents });
  const ofLines = lines.map((line) => split(line.priceCents * line.quantity - line.discountCents, line.taxCents));
  const ofShipping = split(order.shippingCents, Math.max(0, order.taxCents - sum(lines, 'taxCents')));
  const rate = findRate(order, [...ofLines, ofShipping]);
  const toTaxed = (part: { netCents: number; taxCents: number }): Taxed => {
    const isTaxed = rate > 0 && (part.taxCents > 0 || isTooSmall(part.netCents, rate));
    return { ...part, ratePpm: isTaxed ? rate : 0, category: isTaxed ? 'S' : untaxed };
  };
  return { lines: ofLines.map(toTaxed), shipping: toTaxed(ofShipping) };
}

/** Which sums belong together. */
export const toRateKey = ({ category, ratePpm }: Pick<Taxed, 'category' | 'ratePpm'>): string => `${category} ${ratePpm}`;

/** The highest rate first. */
export function sumByRate(parts: readonly Taxed[], untaxedReason: string): TaxSum[] {
  const groups = Map.groupBy(parts, toRateKey);
  return [...groups.values()]
    .flatMap((group): TaxSum[] => {
      const [first] = group;
      if (!first) return [];
      const { category, ratePpm } = first;
      const reason = category === 'S' || category === 'Z' ? '' : untaxedReason;
      return [{ category, ratePpm, reason, netCents: sum(group, 'netCents'), taxCents: sum(group, 'taxCents') }];
    })
    .sort((one, other) => other.ratePpm - one.ratePpm);
}
