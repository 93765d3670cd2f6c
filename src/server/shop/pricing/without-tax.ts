/** A cart of somebody who declares the tax themselves: its prices without the tax that they hold, and none added. Pure, in integer cents. */

import { roundShare } from './discount.ts';
import type { CartLine, CartTotals, ShippingOption } from './priced-cart.ts';
import { computeTaxes, findRate, type TaxRule } from './taxes.ts';

const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/**
 * The prices hold the tax of the destination: what is left without it is the same as for everybody there. Of one piece, so that pieces, refunds and
 * invoices add up; codes and free shipping have been decided by the prices that everybody sees.
 */
export function removeTax<Line extends CartLine>(totals: CartTotals<Line>, tax: TaxRule): CartTotals<Line> {
  const { isIncluded, isShippingTaxed } = tax;
  const toNet = (cents: number, ratePpm: number) => (isIncluded ? cents - roundShare(cents, ratePpm, 1_000_000 + ratePpm) : cents);
  const taxed = totals.lines.map((line) => ({
    chargedCents: line.amountCents - line.discountCents,
    taxClass: line.taxClass ?? null,
    isShipped: line.isShipped,
    isUntaxed: line.isGiftCard ?? false,
    quantity: line.quantity,
  }));
  const toNetCharge = (cents: number) => {
    if (!isIncluded || !isShippingTaxed) return cents;
    const { rates } = computeTaxes(taxed, cents, { ...tax, isRoundedOnce: false });
    return cents - add(rates.map(({ shippingTaxCents }) => shippingTaxCents));
  };
  const lines = totals.lines.map((line) => {
    // A gift card holds no tax: it is taxed when it is spent.
    if (line.isGiftCard) return line;
    const priceCents = toNet(line.priceCents, findRate(tax, line.taxClass ?? null));
    const amountCents = priceCents * line.quantity;
    const discountCents = line.amountCents > 0 ? roundShare(amountCents, line.discountCents, line.amountCents) : 0;
    return { ...line, priceCents, amountCents, discountCents, taxCents: 0, taxRatePpm: 0 };
  });
  const subtotalCents = add(lines.map(({ amountCents }) => amountCents));
  const discountCents = add(lines.map((line) => line.discountCents));
  const shippingCents = toNetCharge(totals.shippingCents);
  const feeCents = toNetCharge(totals.shippingCents + totals.feeCents) - shippingCents;
  const toNetOption = (option: ShippingOption) => ({ ...option, priceCents: toNetCharge(option.priceCents) });
  const totalCents = subtotalCents - discountCents + shippingCents + feeCents + totals.chargesCents;
  const charges = { shippingCents: isShippingTaxed ? shippingCents + feeCents : 0, shippingTaxCents: 0 };
  const sold = lines.filter(({ isGiftCard }) => !isGiftCard);
  const netCents = add(sold.map((line) => line.amountCents - line.discountCents)) + charges.shippingCents;
  return {
    ...totals,
    lines,
    ...{ subtotalCents, discountCents, shippingCents, feeCents, totalCents },
    taxCents: 0,
    taxes: sold.length ? [{ ratePpm: 0, netCents, taxCents: 0, ...charges }] : [],
    shippingOptions: totals.shippingOptions.map(toNetOption),
    shippingOption: totals.shippingOption && toNetOption(totals.shippingOption),
  };
}
