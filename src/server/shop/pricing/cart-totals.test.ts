import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generatedCart } from '../../../../tests/support/generated-carts.ts';
import { isFullRun } from '../../../../tests/support/projects.ts';
import { getCurrencyStep } from '../../../contract/money.ts';
import { fromStripeAmount, toStripeAmount } from '../payments/stripe/stripe-amounts.ts';
import { computeCartTotals } from './cart-totals.ts';
import { type DiscountRule, normalizeCode, roundShare, spreadSum } from './discount.ts';
import type { CartInput, CartLine } from './priced-cart.ts';
import { findRate, NO_TAX } from './taxes.ts';

const add = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

const CARTS = isFullRun ? 100_000 : 1500;

const line = (priceCents: number, quantity = 1, rest: Partial<CartLine> = {}): CartLine => ({
  productId: 'p0',
  categoryId: 'c0',
  priceCents,
  quantity,
  isShipped: true,
  weightGrams: 0,
  ...rest,
});

const rule = (fields: Partial<DiscountRule>): DiscountRule => ({
  kind: 'percent',
  percent: null,
  amountCents: null,
  minimumCents: 0,
  categoryIds: [],
  productIds: [],
  ...fields,
});

const price = (lines: CartLine[], rest: Partial<CartInput> = {}) =>
  computeCartTotals({ lines, code: null, shippingRates: null, tax: NO_TAX, ...rest });

const flat = (priceCents: number, freeFromCents: number | null = null) => ({
  id: `flat-${priceCents}`,
  name: 'Standard',
  basis: 'flat' as const,
  tiers: [{ from: 0, priceCents }],
  freeFromCents,
});

test('[PRICE-1] without a code, zones and tax the total is the sum of the lines', () => {
  expect(price([line(1999, 3), line(1)])).toMatchObject({ subtotalCents: 5998, totalCents: 5998, discountCents: 0, shippingOptions: [] });
});

test('[CODE-1] a percentage is calculated from the subtotal, rounded once, and spread over the lines without losing a cent', () => {
  const totals = price([line(333), line(333), line(334)], { code: rule({ percent: 10 }) });
  expect(totals).toMatchObject({ discountCents: 100, totalCents: 900, codeRefusal: null });
  expect(totals.lines.map(({ discountCents }) => discountCents)).toEqual([33, 33, 34]);
  // Half a cent is rounded up.
  expect(price([line(5)], { code: rule({ percent: 10 }) }).discountCents).toBe(1);
});

test('[CODE-1] an amount code takes off no more than the products cost', () => {
  const lines = [line(500, 2), line(10_000, 1, { productId: 'p1', categoryId: 'c1' })];
  const code = rule({ kind: 'amount', amountCents: 2500, categoryIds: ['c0'] });
  expect(price(lines, { code })).toMatchObject({ discountCents: 1000, totalCents: 10_000 });
  expect(price(lines, { code }).lines.map(({ discountCents }) => discountCents)).toEqual([1000, 0]);
  expect(price([line(500)], { code: rule({ percent: 100 }) })).toMatchObject({ discountCents: 500, totalCents: 0 });
});

test.each([
  ['no_matching_products', rule({ percent: 10, productIds: ['p7'] })],
  ['below_minimum', rule({ percent: 10, minimumCents: 1001 })],
  ['nothing_to_ship', rule({ kind: 'free_shipping' })],
])('[CODE-2] a code without any effect says why: %s', (codeRefusal, code) => {
  expect(price([line(1000)], { code })).toMatchObject({ codeRefusal, discountCents: 0, totalCents: 1000 });
});

test('[CODE-1] a free-shipping code makes any chosen rate free', () => {
  const code = rule({ kind: 'free_shipping' });
  const input = { shippingRates: [flat(500), flat(1500)], shippingId: 'flat-1500' };
  expect(price([line(1000)], input)).toMatchObject({ shippingCents: 1500, totalCents: 2500 });
  expect(price([line(1000)], { ...input, code })).toMatchObject({ shippingCents: 0, totalCents: 1000, codeRefusal: null });
});

test('[TAX-1] tax is rounded line by line: added to prices without tax, shown for prices with tax', () => {
  const lines = [line(105), line(105), line(105)];
  const tax = { ratePpm: 88_750, isIncluded: false, isShippingTaxed: true };
  // 9.31875 cents each are 9, not 27.95625 together.
  expect(price(lines, { tax })).toMatchObject({ taxCents: 27, totalCents: 342 });
  expect(price([line(11_900)], { tax: { ...tax, ratePpm: 190_000, isIncluded: true } })).toMatchObject({
    taxCents: 1900,
    totalCents: 11_900,
  });
  expect(price([line(1000)], { tax: { ...tax, ratePpm: 1_000_000 } })).toMatchObject({ taxCents: 1000, totalCents: 2000 });
});

test('[TAX-7] tax is rounded once per order if the settings say so: 25 lines of 0.05 at 7.7 % are 0.10, and 0.00 by line', () => {
  const lines = Array.from({ length: 25 }, () => line(5));
  const tax = { ratePpm: 77_000, isIncluded: false, isShippingTaxed: false };
  expect(price(lines, { tax })).toMatchObject({ taxCents: 0, totalCents: 125 });
  const once = price(lines, { tax: { ...tax, isRoundedOnce: true } });
  expect(once).toMatchObject({ taxCents: 10, totalCents: 135 });
  expect(add(once.lines.map(({ taxCents }) => taxCents))).toBe(10);
  const included = price([line(105), line(105)], { tax: { ...tax, isIncluded: true, isRoundedOnce: true } });
  expect(included).toMatchObject({ taxCents: 15, totalCents: 210 });
});

test('[TAX-2] shipping is taxed if the settings say so', () => {
  const input = { shippingRates: [flat(1000)], tax: { ratePpm: 100_000, isIncluded: false, isShippingTaxed: false } };
  expect(price([line(1000)], input)).toMatchObject({ taxCents: 100, totalCents: 2100 });
  expect(price([line(1000)], { ...input, tax: { ...input.tax, isShippingTaxed: true } })).toMatchObject({
    taxCents: 200,
    totalCents: 2200,
  });
});

test('[SHIP-2] rates are flat, by weight or by order value, and free from an amount; products that aren’t shipped need none', () => {
  const byWeight = {
    ...flat(0),
    id: 'w',
    basis: 'weight' as const,
    tiers: [
      { from: 0, priceCents: 400 },
      { from: 2000, priceCents: 900 },
    ],
  };
  const byTotal = {
    ...flat(0),
    id: 't',
    basis: 'total' as const,
    tiers: [
      { from: 0, priceCents: 700 },
      { from: 5000, priceCents: 300 },
    ],
  };
  const cost = (lines: CartLine[], shippingId: string) =>
    price(lines, { shippingRates: [byWeight, byTotal, flat(600, 8000)], shippingId }).shippingCents;
  expect([cost([line(1000, 1, { weightGrams: 1999 })], 'w'), cost([line(1000, 2, { weightGrams: 1000 })], 'w')]).toEqual([400, 900]);
  expect([cost([line(4999)], 't'), cost([line(5000)], 't')]).toEqual([700, 300]);
  expect([cost([line(7999)], 'flat-600'), cost([line(8000)], 'flat-600')]).toEqual([600, 0]);
  expect(price([line(1000, 1, { isShipped: false })], { shippingRates: [flat(600)] })).toMatchObject({
    shippingCents: 0,
    isShippable: true,
  });
  // What isn't sent weighs nothing.
  expect(cost([line(1000, 1, { weightGrams: 100 }), line(1000, 1, { isShipped: false, weightGrams: 9000 })], 'w')).toBe(400);
  expect(price([line(1000)], { shippingRates: [flat(900), flat(600)], shippingId: 'gone' })).toMatchObject({ shippingCents: 600 });
  expect(price([line(1000)], { shippingRates: [] })).toMatchObject({ isShippable: false, shippingOption: null });
});

test('[PRICE-1] amounts beyond 32 bits and beyond exact numbers stay exact', () => {
  const lines = Array.from({ length: 100 }, () => line(99_999_999, 10_000));
  const tax = { ratePpm: 333_333, isIncluded: false, isShippingTaxed: false };
  const totals = price(lines, { tax, code: rule({ percent: 7 }) });
  expect(totals.subtotalCents).toBe(99_999_999_000_000);
  expect(totals.discountCents).toBe(6_999_999_930_000);
  expect(totals.totalCents).toBe(totals.subtotalCents - totals.discountCents + totals.taxCents);
  expect(Number.isSafeInteger(totals.totalCents)).toBe(true);
  expect(roundShare(99_999_999_000_000, 333_333, 1_000_000)).toBe(33_333_299_666_667);
});

test('[CODE-3] a code is recognized in any case, with spaces, and in full-width letters', () => {
  for (const typed of ['spring-10', ' Spring-10 ', 'S P R I N G - 1 0', 'spring\u00a0-10\t', 'ｓｐｒｉｎｇ－１０'])
    expect(normalizeCode(typed)).toBe('SPRING-10');
});

test(`[PRICE-2] ${CARTS} generated carts: every amount is a whole number, never negative, and the sum of its lines`, {
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(generatedCart, (input) => {
      const totals = computeCartTotals(input);
      const { lines, subtotalCents, discountCents, shippingCents, taxCents, totalCents } = totals;
      const sums = [subtotalCents, discountCents, shippingCents, taxCents, totalCents];
      expect(sums.every((cents) => Number.isSafeInteger(cents) && cents >= 0)).toBe(true);
      expect(add(lines.map(({ amountCents }) => amountCents))).toBe(subtotalCents);
      expect(add(lines.map((it) => it.discountCents))).toBe(discountCents);
      for (const it of lines) expect(it.discountCents >= 0 && it.discountCents <= it.amountCents && it.taxCents >= 0).toBe(true);
      const shippingTax = taxCents - add(lines.map((it) => it.taxCents));
      expect(shippingTax >= 0 && (input.tax.isShippingTaxed || shippingTax === 0)).toBe(true);
      expect(totalCents).toBe(subtotalCents - discountCents + shippingCents + (input.tax.isIncluded ? 0 : taxCents));
      // By line, tax is off by half a cent each at most; by rate by half a cent for each.
      const toExact = (cents: number, ratePpm: number) => (cents * ratePpm) / (1_000_000 + (input.tax.isIncluded ? ratePpm : 0));
      const exact = add([
        ...lines.map((it) => toExact(it.amountCents - it.discountCents, findRate(input.tax, it.taxClass))),
        ...totals.taxes.map((it) => toExact(it.shippingCents, it.ratePpm)),
      ]);
      const roundings = input.tax.isRoundedOnce ? totals.taxes.length : lines.length + totals.taxes.length;
      expect(Math.abs(taxCents - exact)).toBeLessThanOrEqual(roundings / 2 + 1e-3);
      if (totals.codeRefusal) expect(discountCents).toBe(0);
      expect(shippingCents === 0 || totals.shippingOption?.priceCents === shippingCents).toBe(true);
    }),
    { numRuns: CARTS },
  );
});

test.each(['JPY', 'KWD', 'EUR'])('[CUR-5] %s: with any cart, each amount can be paid, and Stripe is asked for the same', (currency) => {
  const step = getCurrencyStep(currency);
  const toWhole = (cents: number) => Math.round(cents / step) * step;
  fc.assert(
    fc.property(generatedCart, (input) => {
      const lines = input.lines.map((it) => ({ ...it, priceCents: toWhole(it.priceCents) }));
      const totals = computeCartTotals({ ...input, lines, step });
      const { subtotalCents, discountCents, shippingCents, taxCents, totalCents } = totals;
      const sums = [subtotalCents, discountCents, shippingCents, taxCents, totalCents];
      for (const cents of [...sums, ...totals.lines.flatMap((it) => [it.priceCents, it.discountCents, it.taxCents])]) {
        expect(cents % step).toBe(0);
        const amount = toStripeAmount(cents, currency);
        expect([Number.isSafeInteger(amount), fromStripeAmount(amount, currency)]).toEqual([true, cents]);
        if (currency === 'KWD') expect(amount % 10).toBe(0);
      }
      expect(totalCents).toBe(subtotalCents - discountCents + shippingCents + (input.tax.isIncluded ? 0 : taxCents));
      expect(add(totals.lines.map((it) => it.discountCents))).toBe(discountCents);
    }),
    { numRuns: 500 },
  );
});

test('[PRICE-2] the parts of an amount spread over lines add up to it, and none exceeds its line', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1e12 }), { minLength: 1, maxLength: 100 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (weights, part) => {
        const sum = Math.floor(add(weights) * part);
        const parts = spreadSum(sum, weights);
        expect(add(parts)).toBe(sum);
        for (const [index, it] of parts.entries()) expect(it >= 0 && it <= (weights[index] ?? 0)).toBe(true);
      },
    ),
  );
});
