/**
 * What a cart costs. One pure function in integer cents, which cart, checkout and tests share, so that what is shown, what the order stores
 * and what the provider charges can't differ.
 */
import type { CodeRefusal } from '../../../contract/cart.ts';
import { type DiscountRule, roundShare, spreadDiscount, spreadSum } from './discount.ts';
import { quoteShipping, type ShippingOption, type ShippingRate } from './shipping.ts';

export interface CartLine {
  productId: string;
  categoryId: string;
  priceCents: number;
  quantity: number;
  /** Whether it has to be shipped. */
  isShipped: boolean;
  /** The weight of one piece. */
  weightGrams: number;
}

export interface TaxRule {
  /** In millionths. */
  ratePpm: number;
  /** Prices and shipping hold it already; otherwise it is added. */
  isIncluded: boolean;
  isShippingTaxed: boolean;
  /** Rounded once for the whole order; otherwise for each line and for shipping. */
  isRoundedOnce?: boolean;
}

export const NO_TAX: TaxRule = { ratePpm: 0, isIncluded: false, isShippingTaxed: false };

export interface CartInput<Line extends CartLine = CartLine> {
  lines: readonly Line[];
  code: DiscountRule | null;
  /** The rates of the address's zone, empty if it is in none; null: the shop has no zones, and ships for free. */
  shippingRates: readonly ShippingRate[] | null;
  /** The chosen rate; if absent or not among the rates, the cheapest is taken. */
  shippingId?: string | undefined;
  tax: TaxRule;
  /** The smallest amount that can be paid, in hundredths (currency.ts); absent: 1. */
  step?: number;
}

export interface LineTotals {
  amountCents: number;
  discountCents: number;
  taxCents: number;
}

export interface CartTotals<Line extends CartLine = CartLine> {
  lines: (Line & LineTotals)[];
  subtotalCents: number;
  discountCents: number;
  shippingCents: number;
  taxCents: number;
  /** The amount to pay. */
  totalCents: number;
  /** Cheapest first. */
  shippingOptions: ShippingOption[];
  /** Null if nothing has to be chosen: nothing is shipped, or there are no zones. */
  shippingOption: ShippingOption | null;
  /** False if something has to be shipped and no rate covers the address. */
  isShippable: boolean;
  /** Why the code takes nothing off; null if it does, or if there is none. */
  codeRefusal: CodeRefusal | null;
}

const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

const computeTax = (cents: number, { ratePpm, isIncluded }: TaxRule) =>
  roundShare(cents, ratePpm, isIncluded ? 1_000_000 + ratePpm : 1_000_000);

/** The tax of lines and shipping: each rounded by itself, or all of it once and then spread over what it is of. */
function computeTaxes(amounts: readonly number[], shippingCents: number, tax: TaxRule): { lines: number[]; taxCents: number } {
  const taxedShipping = tax.isShippingTaxed ? shippingCents : 0;
  if (!tax.isRoundedOnce) {
    const lines = amounts.map((amount) => computeTax(amount, tax));
    return { lines, taxCents: add(lines) + computeTax(taxedShipping, tax) };
  }
  const taxCents = computeTax(add(amounts) + taxedShipping, tax);
  return { lines: spreadSum(taxCents, [...amounts, taxedShipping]).slice(0, amounts.length), taxCents };
}

/** Everything is in hundredths; of a currency without decimals it is computed in whole units, so that each sum can be paid. */
export function computeCartTotals<Line extends CartLine>(input: CartInput<Line>): CartTotals<Line> {
  const { step = 1 } = input;
  if (step === 1) return computeTotals(input);
  const toUnits = (cents: number) => Math.round(cents / step);
  const totals = computeTotals({
    ...input,
    lines: input.lines.map((line) => ({ ...line, priceCents: toUnits(line.priceCents) })),
    code: input.code && {
      ...input.code,
      amountCents: input.code.amountCents === null ? null : toUnits(input.code.amountCents),
      minimumCents: input.code.minimumCents / step,
    },
    shippingRates:
      input.shippingRates?.map((rate) => ({
        ...rate,
        tiers: rate.tiers.map(({ from, priceCents }) => ({
          from: rate.basis === 'total' ? from / step : from,
          priceCents: toUnits(priceCents),
        })),
        freeFromCents: rate.freeFromCents === null ? null : rate.freeFromCents / step,
      })) ?? null,
  });
  const toOption = (option: ShippingOption) => ({ ...option, priceCents: option.priceCents * step });
  return {
    ...totals,
    lines: totals.lines.map((line) => ({
      ...line,
      priceCents: line.priceCents * step,
      amountCents: line.amountCents * step,
      discountCents: line.discountCents * step,
      taxCents: line.taxCents * step,
    })),
    subtotalCents: totals.subtotalCents * step,
    discountCents: totals.discountCents * step,
    shippingCents: totals.shippingCents * step,
    taxCents: totals.taxCents * step,
    totalCents: totals.totalCents * step,
    shippingOptions: totals.shippingOptions.map(toOption),
    shippingOption: totals.shippingOption && toOption(totals.shippingOption),
  };
}

function computeTotals<Line extends CartLine>({ lines, code, shippingRates, shippingId, tax }: CartInput<Line>): CartTotals<Line> {
  const amounts = lines.map(({ priceCents, quantity }) => priceCents * quantity);
  const subtotalCents = add(amounts);
  const { discounts, refusal } = spreadDiscount(code, lines, amounts);
  const discountCents = add(discounts);
  const parcel = {
    isShipped: lines.some(({ isShipped }) => isShipped),
    weightGrams: add(lines.map(({ isShipped, weightGrams, quantity }) => (isShipped ? weightGrams * quantity : 0))),
    itemsCents: subtotalCents - discountCents,
  };
  const shippingOptions = parcel.isShipped && shippingRates ? quoteShipping(shippingRates, parcel) : [];
  const shippingOption = shippingOptions.find(({ id }) => id === shippingId) ?? shippingOptions[0] ?? null;
  const isSentForNothing = code?.kind === 'free_shipping' && refusal === null;
  const shippingCents = isSentForNothing ? 0 : (shippingOption?.priceCents ?? 0);
  const isFreeAnyway = isSentForNothing && !shippingOption?.priceCents;
  const charged = amounts.map((amount, index) => amount - (discounts[index] ?? 0));
  const { lines: taxes, taxCents } = computeTaxes(charged, shippingCents, tax);
  return {
    lines: lines.map((line, index) => ({
      ...line,
      amountCents: amounts[index] ?? 0,
      discountCents: discounts[index] ?? 0,
      taxCents: taxes[index] ?? 0,
    })),
    subtotalCents,
    discountCents,
    shippingCents,
    taxCents,
    totalCents: parcel.itemsCents + shippingCents + (tax.isIncluded ? 0 : taxCents),
    shippingOptions,
    shippingOption,
    isShippable: !parcel.isShipped || shippingRates === null || shippingOptions.length > 0,
    codeRefusal: isFreeAnyway ? 'nothing_to_ship' : refusal,
  };
}
