import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generatedCart } from '../../../../tests/support/generated-carts.ts';
import { isFullRun } from '../../../../tests/support/projects.ts';
import type { TaxSettings } from '../../../contract/pricing-settings.ts';
import { computeTaxesLeft } from '../orders/rows/order-taxes.ts';
import { computeCartTotals } from './cart-totals.ts';
import { resolveRates } from './tax-rates.ts';
import { computeTaxes } from './taxes.ts';

const CARTS = isFullRun ? 100_000 : 1500;

const add = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

const line = (chargedCents: number, taxClass: string | null = null, isShipped = true) => ({
  chargedCents,
  taxClass,
  isShipped,
  quantity: 1,
});

/** Germany: 19 %, and 7 % for books and food. */
const GERMANY = { ratePpm: 190_000, classRates: { books: 70_000, food: 70_000, zero: 0 }, isIncluded: true, isShippingTaxed: true };

test('[TAX-9] a book is taxed as a book and a lamp by the standard rate, and what has a class without a rate as the lamp', () => {
  const { rates, taxCents } = computeTaxes([line(10_700, 'books'), line(11_900), line(11_900, 'wine'), line(5000, 'zero')], 0, GERMANY);
  expect(rates).toMatchObject([
    { ratePpm: 190_000, netCents: 20_000, taxCents: 3800 },
    { ratePpm: 70_000, netCents: 10_000, taxCents: 700 },
    { ratePpm: 0, netCents: 5000, taxCents: 0 },
  ]);
  expect(taxCents).toBe(4500);
});

test('[TAX-10] shipping is taxed as what it carries: 30 of 40 euros are books, so three quarters of it are taxed as books', () => {
  const lines = [line(3000, 'books'), line(1000), line(99_999, null, false)];
  const { rates } = computeTaxes(lines, 400, { ...GERMANY, isIncluded: false });
  expect(rates).toMatchObject([
    { ratePpm: 190_000, shippingCents: 100, shippingTaxCents: 19 },
    { ratePpm: 70_000, shippingCents: 300, shippingTaxCents: 21 },
  ]);
  // All that is shipped is free: then by its pieces.
  const free = computeTaxes([{ ...line(0, 'books'), quantity: 3 }, line(0)], 400, GERMANY).rates;
  expect(free.map(({ shippingCents }) => shippingCents)).toEqual([100, 300]);
});

test('[TAX-10] a fee is taxed as all of the cart where nothing of it is shipped, and by its pieces where all of that is free', () => {
  const download = line(3000, 'books', false);
  const parts = (lines: Parameters<typeof computeTaxes>[0]) =>
    computeTaxes(lines, 400, GERMANY).rates.map((it) => [it.ratePpm, it.shippingCents]);
  expect(parts([download, line(1000, null, false)])).toEqual([
    [190_000, 100],
    [70_000, 300],
  ]);
  expect(parts([{ ...line(0, 'books', false), quantity: 3 }, line(0, null, false)])).toEqual([
    [190_000, 100],
    [70_000, 300],
  ]);
  // A free gift that is shipped carries all of the shipping, whatever the rest costs.
  expect(parts([download, line(0)])).toEqual([
    [190_000, 400],
    [70_000, 0],
  ]);
  expect(parts([])).toEqual([]);
});

test('[TAX-7] by rate, tax is rounded once for each of them', () => {
  const lines = [...Array.from({ length: 25 }, () => line(5)), ...Array.from({ length: 25 }, () => line(5, 'books'))];
  const tax = { ...GERMANY, isIncluded: false, ratePpm: 77_000, classRates: { books: 25_000 } };
  expect(computeTaxes(lines, 0, tax).taxCents).toBe(0);
  expect(computeTaxes(lines, 0, { ...tax, isRoundedOnce: true }).rates.map(({ taxCents }) => taxCents)).toEqual([10, 3]);
});

test(`[TAX-9] [TAX-10] ${CARTS} generated carts: lines and shipping add up to each rate, the rates to the cart, and no cent is lost`, {
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(generatedCart, (input) => {
      const totals = computeCartTotals(input);
      const { isIncluded, isShippingTaxed } = input.tax;
      for (const rate of totals.taxes) {
        const own = totals.lines.filter(({ taxRatePpm }) => taxRatePpm === rate.ratePpm);
        expect(add(own.map(({ taxCents }) => taxCents)) + rate.shippingTaxCents).toBe(rate.taxCents);
        const charged = add(own.map((it) => it.amountCents - it.discountCents)) + rate.shippingCents;
        expect(rate.netCents).toBe(charged - (isIncluded ? rate.taxCents : 0));
        expect(Math.min(rate.netCents, rate.taxCents, rate.shippingCents, rate.shippingTaxCents)).toBeGreaterThanOrEqual(0);
      }
      expect(add(totals.taxes.map(({ taxCents }) => taxCents))).toBe(totals.taxCents);
      expect(add(totals.taxes.map(({ shippingCents }) => shippingCents))).toBe(isShippingTaxed ? totals.shippingCents : 0);
      const paid = add(totals.taxes.map((it) => it.netCents + it.taxCents));
      expect(paid + (isShippingTaxed ? 0 : totals.shippingCents)).toBe(totals.totalCents);
    }),
    { numRuns: CARTS },
  );
});

const RATES: TaxSettings['rates'] = [
  { country: 'DE', region: '', rate: 19 },
  { country: 'DE', region: '', rate: 16, from: '2027-07-01' },
  { country: 'DE', region: '', rate: 7, class: 'books' },
  { country: 'US', region: 'NY', rate: 8.875 },
  { country: 'US', region: '', rate: 0, class: 'food' },
  { country: '*', region: '', rate: 10 },
  { country: '*', region: '', rate: 2, class: 'books' },
  { country: 'FI', region: '', rate: 14, class: 'books', from: '2027-01-01' },
];

const resolve = (country: string, region = '', today = '2026-11-27') => resolveRates(RATES, { country, region }, today);

test('[TAX-9] a class has the rate of its region, else of its country, else the standard rate there', () => {
  expect(resolve('DE')).toEqual({ ratePpm: 190_000, classRates: { zero: 0, books: 70_000 }, region: '' });
  expect(resolve('US', 'New York')).toEqual({ ratePpm: 88_750, classRates: { zero: 0, food: 0 }, region: 'NY' });
  // Without a standard rate of its own a country has those of the rest of the world.
  expect(resolve('FR')).toMatchObject({ ratePpm: 100_000, classRates: { books: 20_000 } });
});

test('[TAX-11] a rate holds from its day on, and until then the one before', () => {
  expect([resolve('DE', '', '2027-06-30').ratePpm, resolve('DE', '', '2027-07-01').ratePpm]).toEqual([190_000, 160_000]);
  expect([resolve('FI').classRates.books, resolve('FI', '', '2027-01-01').classRates.books]).toEqual([20_000, 140_000]);
});

test('[GIFT-3] a voucher is in no rate, wherever it stands among the lines, and takes no part of shipping', () => {
  const voucher = { ...line(5000, null, false), isUntaxed: true };
  const { lines, rates, taxCents } = computeTaxes([voucher, line(11_900), voucher], 1190, GERMANY);
  expect([taxCents, lines.map((it) => it.taxCents)]).toEqual([2090, [0, 1900, 0]]);
  expect(rates).toEqual([{ ratePpm: 190_000, netCents: 11_000, taxCents: 2090, shippingCents: 1190, shippingTaxCents: 190 }]);
  expect(computeTaxes([voucher], 0, GERMANY)).toEqual({ lines: [{ taxCents: 0, ratePpm: 0 }], rates: [], taxCents: 0 });
});

test('[GIFT-3] what refunds leave of the taxes is the same, whether gift cards were bought with it or refunded', () => {
  const tax = { ratePpm: 190_000, country: 'DE', region: '', netCents: 10_000, taxCents: 1900, shippingCents: 0, shippingTaxCents: 0 };
  const lamp = { priceCents: 11_900, quantity: 1, discountCents: 0, taxCents: 1900, taxRatePpm: 190_000, refunded: 0 };
  const card = { priceCents: 5000, quantity: 2, discountCents: 0, taxCents: 0, taxRatePpm: null, isGiftCard: true, refunded: 0 };
  const left = (refundedCents: number, cards: number, lamps = 0) =>
    computeTaxesLeft({
      ...{ taxes: [tax], totalCents: 21_900, isTaxIncluded: true, step: 1, shippingRefundedCents: 0, refundedCents },
      lines: [
        { ...card, refunded: cards },
        { ...lamp, refunded: lamps },
      ],
    });
  expect(left(0, 0)).toEqual([{ netCents: 10_000, taxCents: 1900 }]);
  expect(left(5000, 1)).toEqual([{ netCents: 10_000, taxCents: 1900 }]);
  expect(left(16_900, 1, 1)).toEqual([{ netCents: 0, taxCents: 0 }]);
  expect(left(21_900, 0)).toEqual([{ netCents: 0, taxCents: 0 }]);
});
