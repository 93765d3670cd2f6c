import { expect, test } from 'vitest';
import { checkPayment, spreadTax } from './check-payment.ts';

const DUE = { totalCents: 2500, balanceCents: 0, currency: 'usd', isTaxIncluded: false, isTaxAutomatic: true };
const check = (payment: object, due: object = {}) =>
  checkPayment({ ...DUE, ...due }, { amountCents: 2700, currency: 'usd', taxCents: 200, ...payment });

test('[TAX-5] with tax by the provider an order costs its price plus the tax', () => {
  expect(check({})).toEqual({ isExact: true, why: 'Paid', taxed: { taxCents: 200, totalCents: 2700 } });
  expect(check({ amountCents: 2500 }, { isTaxIncluded: true })).toEqual({
    isExact: true,
    why: 'Paid',
    taxed: { taxCents: 200, totalCents: 2500 },
  });
  expect(check({ amountCents: 2500, taxCents: 0 }).taxed).toEqual({ taxCents: 0, totalCents: 2500 });
});

test.each<[string, object, object?]>([
  ['a cent too little', { amountCents: 2699 }],
  ['a cent too much', { amountCents: 2701 }],
  ['an amount that is mostly tax', { amountCents: 2700, taxCents: 2699 }],
  ['more tax than goods', { amountCents: 5001, taxCents: 2501 }],
  ['a negative tax', { amountCents: 2300, taxCents: -200 }],
  ['half a cent', { amountCents: 2700.5, taxCents: 200.5 }],
  ['no tax calculated', { amountCents: 2500, taxCents: undefined }],
  ['another currency', { currency: 'eur' }],
  ['tax on top of prices that include it', { amountCents: 2700 }, { isTaxIncluded: true }],
  ['tax, if the shop uses its own rates', { amountCents: 2700 }, { isTaxAutomatic: false }],
])('[TAX-5] %s doesn’t count as the exact payment, and leaves the order unchanged', (_what, payment, due) => {
  expect(check(payment, due)).toMatchObject({
    isExact: false,
    taxed: null,
    why: expect.stringMatching(/^Paid .* instead of \$25\.00/),
  });
});

test('[TAX-5] each line gets its part of the tax by the amount charged for it, and shipping the rest', () => {
  const lines = [
    { priceCents: 1000, quantity: 2, discountCents: 500 },
    { priceCents: 0, quantity: 1, discountCents: 0 },
    { priceCents: 1000, quantity: 1, discountCents: 0 },
  ];
  expect(spreadTax(300, lines, 500)).toEqual([150, 0, 100]);
  expect(spreadTax(0, [{ priceCents: 0, quantity: 1, discountCents: 0 }], 0)).toEqual([0]);
});
