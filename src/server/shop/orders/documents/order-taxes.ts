/** What of an order is which tax: the only place of documents that reads an order's taxes. */
import type { TaxCategory, Taxed, TaxSum } from '../../database/schema/document-content.ts';
import type { StoredTax } from '../../database/schema/order.ts';

export interface TaxedOrder {
  taxRatePpm: number;
  taxCents: number;
  shippingCents: number;
  /** Of the way to pay; it is taxed as shipping is. */
  feeCents: number;
  /** Local fees, which aren't taxed. */
  charges: readonly { name: string; amountCents: number }[] | null;
  isTaxIncluded: boolean;
  /** By rate; null: an order of an earlier version, or of a shop without rates. */
  taxes: StoredTax[] | null;
}

export interface TaxedLine {
  priceCents: number;
  quantity: number;
  discountCents: number;
  taxCents: number;
  taxRatePpm: number | null;
  /** A voucher: it is taxed when it is spent. */
  isGiftCard?: boolean;
  isShipped: boolean;
}

export interface OrderTaxes {
  /** In the order of the lines. */
  lines: Taxed[];
  /** Shipping and fee, a part for each rate. */
  charges: Taxed[];
  /** Local fees, each by its name. */
  localFees: (Taxed & { name: string })[];
}

const MILLION = 1_000_000;

/** Goods that go to a company of another member, and what it is sent by data: both without tax, for different reasons. */
const INTRA_COMMUNITY = 'K';
const REVERSE_CHARGE = 'AE';

/** In the words that the directive on VAT wants. */
const REASONS: Partial<Record<TaxCategory, string>> = {
  [INTRA_COMMUNITY]: 'Intra-Community supply, exempt from VAT (Article 138 of Directive 2006/112/EC)',
  [REVERSE_CHARGE]: 'Reverse charge: VAT is payable by the customer (Article 196 of Directive 2006/112/EC)',
};

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
  const chargedCents = order.shippingCents + order.feeCents;
  const localFees = (order.charges ?? []).map(({ name, amountCents }) => ({
    ...{ name, netCents: amountCents, taxCents: 0, ratePpm: 0, category: untaxed },
  }));
  const rates = order.taxes?.flatMap(({ ratePpm, ...it }) => (ratePpm === null ? [] : [{ ...it, ratePpm }])) ?? [];
  const [highest] = rates;
  if (highest && rates.length === order.taxes?.length) {
    const isReversed = rates.some(({ reverseCharge }) => reverseCharge);
    const toCategory = (ratePpm: number, isGoods: boolean): TaxCategory =>
      isReversed ? (isGoods ? INTRA_COMMUNITY : REVERSE_CHARGE) : ratePpm > 0 ? 'S' : untaxed;
    const isAnyShipped = lines.some(({ isShipped }) => isShipped);
    const atRate = (part: { netCents: number; taxCents: number }, ratePpm: number, isGoods = isAnyShipped): Taxed => ({
      ...part,
      ratePpm,
      category: toCategory(ratePpm, isGoods),
    });
    const ofCharges = rates
      .filter(({ shippingCents }) => shippingCents > 0)
      .map((it) => atRate(split(it.shippingCents, it.shippingTaxCents), it.ratePpm));
    const untaxedCents = chargedCents - sum(rates, 'shippingCents');
    return {
      lines: ofLines.map((part, index) => {
        const { isGiftCard, taxRatePpm, isShipped } = lines[index] ?? {};
        return isGiftCard ? { ...part, ratePpm: 0, category: 'E' } : atRate(part, taxRatePpm ?? highest.ratePpm, isShipped);
      }),
      charges: untaxedCents > 0 ? [...ofCharges, atRate(split(untaxedCents, 0), 0)] : ofCharges,
      localFees,
    };
  }
  const ofShipping = split(chargedCents, Math.max(0, order.taxCents - sum(lines, 'taxCents')));
  const rate = findRate(order, [...ofLines, ofShipping]);
  const toTaxed = (part: { netCents: number; taxCents: number }): Taxed => {
    const isTaxed = rate > 0 && (part.taxCents > 0 || isTooSmall(part.netCents, rate));
    return { ...part, ratePpm: isTaxed ? rate : 0, category: isTaxed ? 'S' : untaxed };
  };
  return { lines: ofLines.map(toTaxed), charges: chargedCents > 0 ? [toTaxed(ofShipping)] : [], localFees };
}

/** Which sums belong together. */
export const toRateKey = ({ category, ratePpm }: Pick<Taxed, 'category' | 'ratePpm'>): string => `${category} ${ratePpm}`;

/** The only sale of a shop without an own reason that isn't taxed. */
const VOUCHER_REASON = 'Voucher: taxed when it is spent';

/** The highest rate first. */
export function sumByRate(parts: readonly Taxed[], untaxedReason: string): TaxSum[] {
  const groups = Map.groupBy(parts, toRateKey);
  return [...groups.values()]
    .flatMap((group): TaxSum[] => {
      const [first] = group;
      if (!first) return [];
      const { category, ratePpm } = first;
      const reason = category === 'S' || category === 'Z' ? '' : (REASONS[category] ?? (untaxedReason || VOUCHER_REASON));
      return [{ category, ratePpm, reason, netCents: sum(group, 'netCents'), taxCents: sum(group, 'taxCents') }];
    })
    .sort((one, other) => other.ratePpm - one.ratePpm);
}
