import { expect, test } from 'vitest';
import { describeIncludedTax, listPriceRows } from './price-rows.tsx';

const parts = {
  subtotal: 25,
  discount: 0,
  code: null,
  shipping: 0,
  shippingName: null,
  tax: 0,
  taxRate: 0,
  taxIncluded: false,
  taxAutomatic: true,
};

const listTexts = (change: object) => listPriceRows({ ...parts, ...change }).map(({ label, value }) => `${label} ${value}`);

test('[TAX-5] a cart and an unpaid order say that tax is calculated at payment; a paid order shows the amount, without a rate', () => {
  expect(listTexts({})).toEqual(['Subtotal $25.00', 'Tax Calculated at payment']);
  expect(listTexts({ number: null })).toEqual(['Subtotal $25.00', 'Tax Calculated at payment']);
  expect(listTexts({ number: 1001, tax: 2.44 })).toEqual(['Subtotal $25.00', 'Tax $2.44']);
  expect(listTexts({ number: 1001 })).toEqual([]);
});

test('[TAX-5] prices with tax have no tax line; the included tax is shown after payment', () => {
  expect([listTexts({ taxIncluded: true }), describeIncludedTax({ ...parts, taxIncluded: true })]).toEqual([[], null]);
  expect(describeIncludedTax({ ...parts, taxIncluded: true, tax: 2.45 })).toBe('Includes $2.45 tax');
  expect(describeIncludedTax({ ...parts, taxIncluded: true, tax: 2.45, taxRate: 19 })).toBe('Includes $2.45 tax (19%)');
});

test('[TAX-12] of several rates each tax has its own line, and none that is nothing', () => {
  const of = (rate: number, tax: number) => ({ rate, net: 10, tax, country: 'DE' });
  const taxed = { taxAutomatic: false, tax: 4.05, taxes: [of(19, 3.54), of(7, 0.51), of(0, 0)] };
  expect(listTexts(taxed)).toEqual(['Subtotal $25.00', 'Tax (19%) $3.54', 'Tax (7%) $0.51']);
  expect(describeIncludedTax({ ...parts, ...taxed, taxIncluded: true })).toBe('Includes $3.54 tax (19%), $0.51 tax (7%)');
  expect(listTexts({ ...taxed, tax: 3.54, taxRate: 19, taxes: [of(19, 3.54)] })).toEqual(['Subtotal $25.00', 'Tax (19%) $3.54']);
});
