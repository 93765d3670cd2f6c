/**
 * What a cart costs. One pure function in integer cents, which cart, checkout and tests share, so that what is shown, what the order stores
 * and what the provider charges can't differ.
 */
import { spreadDiscount } from './discount.ts';
import { chargeLocalFees } from './local-fees.ts';
import type { CartInput, CartLine, CartTotals, ShippingOption, ShippingRate } from './priced-cart.ts';
import { computeTaxes } from './taxes.ts';
import { removeTax } from './without-tax.ts';

interface Parcel {
  weightGrams: number;
  itemsCents: number;
}

function computeRate({ basis, tiers, freeFromCents }: ShippingRate, { weightGrams, itemsCents }: Parcel): number {
  if (freeFromCents !== null && itemsCents >= freeFromCents) return 0;
  const reached = { flat: 0, weight: weightGrams, total: itemsCents }[basis];
  return tiers.findLast(({ from }) => from <= reached)?.priceCents ?? 0;
}

/** Cheapest first; equal prices in the order of the merchant's list. */
export function quoteShipping(rates: readonly ShippingRate[], parcel: Parcel): ShippingOption[] {
  return rates
    .map((rate) => ({
      id: rate.id,
      name: rate.name,
      priceCents: computeRate(rate, parcel),
      ...(rate.deliveryDays && { deliveryDays: rate.deliveryDays }),
    }))
    .sort((a, b) => a.priceCents - b.priceCents);
}

const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** All amounts are in hundredths. For a currency without decimals they are computed in whole units, so that each sum can be paid. */
export function computeCartTotals<Line extends CartLine>(input: CartInput<Line>): CartTotals<Line> {
  const { step = 1 } = input;
  if (step === 1) return computeTotals(input);
  const toUnits = (cents: number) => Math.round(cents / step);
  const totals = computeTotals({
    ...input,
    feeCents: toUnits(input.feeCents ?? 0),
    localFees: (input.localFees ?? []).map((fee) => ({
      ...fee,
      amountCents: toUnits(fee.amountCents),
      minimumCents: fee.minimumCents === null ? null : fee.minimumCents / step,
    })),
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
    feeCents: totals.feeCents * step,
    charges: totals.charges.map((it) => ({ ...it, amountCents: it.amountCents * step })),
    chargesCents: totals.chargesCents * step,
    taxCents: totals.taxCents * step,
    taxes: totals.taxes.map((it) => ({
      ratePpm: it.ratePpm,
      netCents: it.netCents * step,
      taxCents: it.taxCents * step,
      shippingCents: it.shippingCents * step,
      shippingTaxCents: it.shippingTaxCents * step,
    })),
    totalCents: totals.totalCents * step,
    shippingOptions: totals.shippingOptions.map(toOption),
    shippingOption: totals.shippingOption && toOption(totals.shippingOption),
  };
}

function computeTotals<Line extends CartLine>({
  lines,
  code,
  shippingRates,
  shippingId,
  tax,
  feeCents = 0,
  localFees = [],
}: CartInput<Line>): CartTotals<Line> {
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
  const isShippingFree = code?.kind === 'free_shipping' && refusal === null;
  const shippingCents = isShippingFree ? 0 : (shippingOption?.priceCents ?? 0);
  const hasNoEffect = isShippingFree && !shippingOption?.priceCents;
  const charged = lines.map(({ taxClass = null, isShipped, isGiftCard = false, quantity }, index) => ({
    chargedCents: (amounts[index] ?? 0) - (discounts[index] ?? 0),
    ...{ taxClass, isShipped, isUntaxed: isGiftCard, quantity },
  }));
  const taxed = computeTaxes(charged, shippingCents + feeCents, tax);
  const sold = charged.filter(({ isUntaxed }) => !isUntaxed);
  const charges = chargeLocalFees(localFees, sold, shippingCents);
  const chargesCents = add(charges.map(({ amountCents }) => amountCents));
  const { taxCents } = taxed;
  const totals = {
    lines: lines.map((line, index) => ({
      ...line,
      amountCents: amounts[index] ?? 0,
      discountCents: discounts[index] ?? 0,
      taxCents: taxed.lines[index]?.taxCents ?? 0,
      taxRatePpm: line.isGiftCard ? null : (taxed.lines[index]?.ratePpm ?? 0),
    })),
    subtotalCents,
    discountCents,
    shippingCents,
    feeCents,
    charges,
    chargesCents,
    taxCents,
    taxes: taxed.rates,
    totalCents: parcel.itemsCents + shippingCents + feeCents + chargesCents + (tax.isIncluded ? 0 : taxCents),
    shippingOptions,
    shippingOption,
    isShippable: !parcel.isShipped || shippingRates === null || shippingOptions.length > 0,
    codeRefusal: hasNoEffect ? ('nothing_to_ship' as const) : refusal,
  };
  return tax.isReversed ? removeTax(totals, tax) : totals;
}
