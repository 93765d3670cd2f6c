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
