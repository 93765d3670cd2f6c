/** Carts of companies that declare the tax themselves. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generatedCart } from '../../../../tests/support/generated-carts.ts';
import { computeCartTotals } from './cart-totals.ts';
import type { CartInput } from './priced-cart.ts';

const RATE = { id: 'post', name: 'Post', basis: 'flat' as const, tiers: [{ from: 0, priceCents: 600 }], freeFromCents: null };
const line = (change: object = {}) => ({
  ...{ productId: 'lamp', categoryId: '', priceCents: 2000, quantity: 1, isShipped: true, weightGrams: 600 },
  ...change,
});
const compute = (change: Partial<CartInput>, tax: Partial<CartInput['tax']> = {}) =>
  computeCartTotals({
    ...{ lines: [line()], code: null, shippingRates: [RATE] },
    tax: { ratePpm: 200_000, isIncluded: true, isShippingTaxed: true, isReversed: true, ...tax },
    ...change,
  });

test('[COMPANY-6] prices that hold the destination’s tax are charged without it, by the piece', () => {
  const totals = compute({ lines: [line({ quantity: 3 })] });
  // 16.67 without 20 %, and 5 of shipping.
  expect(totals).toMatchObject({ subtotalCents: 5001, shippingCents: 500, taxCents: 0, totalCents: 5501 });
  expect(totals.lines[0]).toMatchObject({ priceCents: 1667, amountCents: 5001, taxCents: 0, taxRatePpm: 0 });
  expect(totals.taxes).toEqual([{ ratePpm: 0, netCents: 5501, taxCents: 0, shippingCents: 500, shippingTaxCents: 0 }]);
  expect(totals.shippingOptions).toEqual([totals.shippingOption]);
});

test('[COMPANY-6] prices without tax stay as they are, and none is added', () => {
  expect(compute({}, { isIncluded: false })).toMatchObject({ subtotalCents: 2000, shippingCents: 600, taxCents: 0, totalCents: 2600 });
});

test('[COMPANY-6] each class loses its own rate, and shipping its share of them; shipping that isn’t taxed stays', () => {
  const lines = [line(), line({ productId: 'book', priceCents: 2200, taxClass: 'books' })];
  const classRates = { books: 100_000 };
  const totals = compute({ lines }, { classRates });
  expect(totals.lines.map(({ priceCents }) => priceCents)).toEqual([1667, 2000]);
  expect(totals.shippingCents).toBe(523);
  expect(compute({ lines }, { classRates, isShippingTaxed: false })).toMatchObject({
    shippingCents: 600,
    taxes: [{ netCents: 3667, shippingCents: 0 }],
  });
});

test('[COMPANY-6] a code takes its share, all of it, or shipping', () => {
  const code = { kind: 'percent' as const, percent: 10, amountCents: null, minimumCents: 0, categoryIds: [], productIds: [] };
  expect(compute({ code: code as never })).toMatchObject({ discountCents: 167, totalCents: 1667 - 167 + 500 });
  expect(compute({ code: { ...code, percent: 100 } as never })).toMatchObject({ discountCents: 1667, totalCents: 500 });
  expect(compute({ code: { ...code, kind: 'free_shipping' } as never })).toMatchObject({ shippingCents: 0, totalCents: 1667 });
});

test('[COMPANY-6] of any cart each sum adds up, no part is negative, and it is no dearer without tax but by rounding', () => {
  fc.assert(
    fc.property(generatedCart, (cart) => {
      const normal = computeCartTotals(cart);
      const totals = computeCartTotals({ ...cart, tax: { ...cart.tax, isReversed: true } });
      const { subtotalCents, discountCents, shippingCents, feeCents, totalCents, lines } = totals;
      expect(totals.taxCents).toBe(0);
      expect(totalCents).toBe(subtotalCents - discountCents + shippingCents + feeCents);
      expect(subtotalCents).toBe(lines.reduce((sum, it) => sum + it.priceCents * it.quantity, 0));
      expect(totals.taxes[0]?.netCents).toBe(totalCents - (cart.tax.isShippingTaxed ? 0 : shippingCents + feeCents));
      const pieces = lines.reduce((sum, it) => sum + it.quantity, 0);
      expect(totalCents).toBeLessThanOrEqual(normal.totalCents + pieces + 2);
      const parts = lines.flatMap((it) => [it.priceCents, it.discountCents, it.amountCents - it.discountCents]);
      expect(Math.min(...parts, shippingCents, feeCents)).toBeGreaterThanOrEqual(0);
    }),
  );
});
