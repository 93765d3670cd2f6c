/** The tax of a cart: by line, by rate, and of shipping. Pure, in integer cents; cart-totals.ts calls it. */
import { roundShare, spreadSum } from './discount.ts';

export interface TaxRule {
  /** The rate of the standard class, in millionths. It holds for each class that has none of its own. */
  ratePpm: number;
  /** Of other classes. */
  classRates?: Readonly<Record<string, number>>;
  /** Prices and shipping include the tax already; otherwise it is added. */
  isIncluded: boolean;
  isShippingTaxed: boolean;
  /** The buyer declares it: prices are without it, and none is charged (without-tax.ts). */
  isReversed?: boolean;
  /** The tax is rounded once for each rate; otherwise for each line and for each rate of shipping. */
  isRoundedOnce?: boolean;
}

export const NO_TAX: TaxRule = { ratePpm: 0, isIncluded: false, isShippingTaxed: false };

/** What a cart has of one rate. */
export interface RateTotals {
  ratePpm: number;
  /** What is taxed, without the tax, with its part of shipping. */
  netCents: number;
  taxCents: number;
  /** Its part of shipping as it is charged, and that part's tax: of `netCents` and `taxCents`. */
  shippingCents: number;
  shippingTaxCents: number;
}

interface TaxedLine {
  /** After its discount. */
  chargedCents: number;
  taxClass: string | null;
  isShipped: boolean;
  /** In no rate: a voucher, which is taxed when it is spent. */
  isUntaxed?: boolean;
  quantity: number;
}

interface Taxes {
  /** In the order of the lines. */
  lines: { taxCents: number; ratePpm: number }[];
  /** The highest rate first. */
  rates: RateTotals[];
  taxCents: number;
}

const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

export const findRate = ({ ratePpm, classRates = {} }: TaxRule, taxClass: string | null): number =>
  taxClass !== null && Object.hasOwn(classRates, taxClass) ? (classRates[taxClass] ?? ratePpm) : ratePpm;

const computeTax = (cents: number, ratePpm: number, isIncluded: boolean) =>
  roundShare(cents, ratePpm, isIncluded ? 1_000_000 + ratePpm : 1_000_000);

/**
 * Shipping is taxed as what it carries, in proportion to what that costs; if all of it is free, to its pieces. A part of each rate, in the order of
 * `rates`.
 */
function spreadShipping(shippingCents: number, lines: readonly (TaxedLine & { ratePpm: number })[], rates: readonly number[]): number[] {
  const shipped = lines.filter(({ isShipped }) => isShipped);
  // A fee for the way to pay is taxed in the same way, also of what nobody ships.
  const carried = shipped.length ? shipped : lines;
  const sumOf = (read: (line: TaxedLine) => number) =>
    rates.map((rate) => add(carried.filter(({ ratePpm }) => ratePpm === rate).map(read)));
  const values = sumOf(({ chargedCents }) => chargedCents);
  return spreadSum(shippingCents, add(values) > 0 ? values : sumOf(({ quantity }) => quantity));
}

/** The parts add up: lines and shipping to each rate's tax, and the rates to the cart's. */
export function computeTaxes(input: readonly TaxedLine[], shippingCents: number, tax: TaxRule): Taxes {
  const { isIncluded, isRoundedOnce = false } = tax;
  const taxed = input.map((line) => ({ ...line, ratePpm: findRate(tax, line.taxClass) }));
  const lines = taxed.filter(({ isUntaxed = false }) => !isUntaxed);
  if (lines.length < taxed.length) return addUntaxed(taxed, computeTaxes(lines, shippingCents, tax));
  const ppms = [...new Set(lines.map(({ ratePpm }) => ratePpm))].sort((a, b) => b - a);
  const shipping = spreadShipping(tax.isShippingTaxed ? shippingCents : 0, lines, ppms);
  const lineTaxes = lines.map(({ chargedCents, ratePpm }) => (isRoundedOnce ? 0 : computeTax(chargedCents, ratePpm, isIncluded)));
  const rates = ppms.map((ratePpm, at): RateTotals => {
    const own = lines.flatMap((line, index) => (line.ratePpm === ratePpm ? [{ index, chargedCents: line.chargedCents }] : []));
    const part = shipping[at] ?? 0;
    const grossCents = add(own.map(({ chargedCents }) => chargedCents)) + part;
    if (isRoundedOnce) {
      const all = computeTax(grossCents, ratePpm, isIncluded);
      const spread = spreadSum(all, [...own.map(({ chargedCents }) => chargedCents), part]);
      for (const [position, { index }] of own.entries()) lineTaxes[index] = spread[position] ?? 0;
    }
    const ofLines = add(own.map(({ index }) => lineTaxes[index] ?? 0));
    const shippingTaxCents = isRoundedOnce ? computeTax(grossCents, ratePpm, isIncluded) - ofLines : computeTax(part, ratePpm, isIncluded);
    const taxCents = ofLines + shippingTaxCents;
    return { ratePpm, netCents: isIncluded ? grossCents - taxCents : grossCents, taxCents, shippingCents: part, shippingTaxCents };
  });
  return {
    lines: lines.map(({ ratePpm }, index) => ({ ratePpm, taxCents: lineTaxes[index] ?? 0 })),
    rates,
    taxCents: add(rates.map(({ taxCents }) => taxCents)),
  };
}

/** The taxes of the other lines, with none for these. Shipping goes with the others; of vouchers alone it can only be a fee, which is not taxed. */
function addUntaxed(all: readonly (TaxedLine & { ratePpm: number })[], { lines, ...taxes }: Taxes): Taxes {
  const rest = [...lines];
  return {
    ...taxes,
    lines: all.map(({ isUntaxed = false }) => (isUntaxed ? { taxCents: 0, ratePpm: 0 } : (rest.shift() ?? { taxCents: 0, ratePpm: 0 }))),
  };
}
