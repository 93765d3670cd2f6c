/** The taxes of an order: what it was sold with, and what refunds leave of them. Pure, in integer cents. */
import { toDollars } from '../../../../contract/money.ts';
import { calculateLineRefund } from '../../../../contract/refund-amount.ts';
import type { TaxPart } from '../../../../contract/tax.ts';
import type { StoredTax } from '../../database/schema/order.ts';
import { roundShare, spreadSum } from '../../pricing/discount.ts';

export const toTaxPart = ({ ratePpm, netCents, taxCents, country, region, reverseCharge }: StoredTax): TaxPart => ({
  rate: ratePpm === null ? null : ratePpm / 10_000,
  net: toDollars(netCents),
  tax: toDollars(taxCents),
  country,
  ...(region && { region }),
  ...(reverseCharge && { reverseCharge }),
});

interface RefundedLine {
  priceCents: number;
  quantity: number;
  discountCents: number;
  taxCents: number;
  taxRatePpm: number | null;
  /** It is in no rate. */
  isGiftCard?: boolean;
  /** How many pieces were refunded as such. */
  refunded: number;
}

export interface RefundedOrder {
  taxes: readonly StoredTax[];
  totalCents: number;
  isTaxIncluded: boolean;
  step: number;
  lines: readonly RefundedLine[];
  /** What refunds of shipping gave back, with its tax. */
  shippingRefundedCents: number;
  /** All that was refunded, pieces and shipping included. */
  refundedCents: number;
}

/** What was charged by one rate, and the tax in it. */
interface Part {
  grossCents: number;
  taxCents: number;
}

const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Takes amounts off the parts, each with its share of the part's tax; what empties a part takes all of its tax. */
const takeShares = (parts: readonly Part[], amounts: readonly number[]): Part[] =>
  parts.map(({ grossCents, taxCents }, index) => {
    const taken = Math.min(amounts[index] ?? 0, grossCents);
    return { grossCents: grossCents - taken, taxCents: taxCents - (taken > 0 ? roundShare(taxCents, taken, grossCents) : 0) };
  });

/** The pieces that were refunded, by rate: their money, and their share of the line's tax. */
function sumRefundedLines({ taxes, lines, isTaxIncluded, step }: RefundedOrder): Part[] {
  return taxes.map(({ ratePpm }) => {
    const own = lines.filter((line) => line.refunded > 0 && (taxes.length === 1 || line.taxRatePpm === ratePpm));
    return {
      grossCents: add(own.map((line) => calculateLineRefund({ ...line, refunded: 0 }, line.refunded, isTaxIncluded, step))),
      taxCents: add(own.map((line) => roundShare(line.taxCents, line.refunded, line.quantity))),
    };
  });
}

/** They were sold without a tax, and are refunded without one: neither their price nor their refunds are part of what follows. */
function withoutGiftCards(order: RefundedOrder): RefundedOrder {
  const { isTaxIncluded, step } = order;
  const cards = order.lines.filter(({ isGiftCard }) => isGiftCard);
  if (!cards.length) return order;
  const soldCents = add(cards.map((it) => it.priceCents * it.quantity - it.discountCents));
  const ofCards = cards.filter(({ refunded }) => refunded > 0);
  const backCents = add(ofCards.map((it) => calculateLineRefund({ ...it, refunded: 0 }, it.refunded, isTaxIncluded, step)));
  const totalCents = order.totalCents - soldCents;
  const refundedCents = Math.min(totalCents, Math.max(0, order.refundedCents - backCents));
  return { ...order, totalCents, refundedCents, lines: order.lines.filter(({ isGiftCard }) => !isGiftCard) };
}

/**
 * What is left of each rate. Pieces and shipping give back their own tax; money that was refunded without saying for what is spread over all that is left,
 * shipping that isn't taxed included. After a full refund nothing is left, and no cent more.
 */
export function computeTaxesLeft(whole: RefundedOrder): { netCents: number; taxCents: number }[] {
  const order = withoutGiftCards(whole);
  const { taxes, totalCents, isTaxIncluded, refundedCents, shippingRefundedCents } = order;
  const sold = taxes.map((it): Part => ({ grossCents: it.netCents + it.taxCents, taxCents: it.taxCents }));
  const shipping = taxes.map(
    (it): Part => ({
      grossCents: it.shippingCents + (isTaxIncluded ? 0 : it.shippingTaxCents),
      taxCents: it.shippingTaxCents,
    }),
  );
  const untaxed = { grossCents: Math.max(0, totalCents - add(sold.map(({ grossCents }) => grossCents))), taxCents: 0 };
  const ofLines = sumRefundedLines(order);
  const ofShipping = spreadSum(
    shippingRefundedCents,
    [...shipping, untaxed].map(({ grossCents }) => grossCents),
  );
  const shippingLeft = takeShares(shipping, ofShipping);
  let left = [
    ...sold.map((part, index): Part => {
      const [line, before, after] = [ofLines[index], shipping[index], shippingLeft[index]];
      const back = (name: keyof Part) => (line?.[name] ?? 0) + (before?.[name] ?? 0) - (after?.[name] ?? 0);
      const grossCents = Math.max(0, part.grossCents - back('grossCents'));
      return { grossCents, taxCents: grossCents && Math.min(grossCents, Math.max(0, part.taxCents - back('taxCents'))) };
    }),
    { ...untaxed, grossCents: Math.max(0, untaxed.grossCents - (ofShipping.at(-1) ?? 0)) },
  ];
  let rest = refundedCents - (totalCents - add(left.map(({ grossCents }) => grossCents)));
  // A payment in another currency: the pieces that were chosen are not what was given back.
  if (rest < 0) [left, rest] = [[...sold, untaxed], refundedCents];
  const amounts = spreadSum(
    rest,
    left.map(({ grossCents }) => grossCents),
  );
  return takeShares(left, amounts)
    .slice(0, taxes.length)
    .map(({ grossCents, taxCents }) => ({ netCents: grossCents - taxCents, taxCents }));
}
