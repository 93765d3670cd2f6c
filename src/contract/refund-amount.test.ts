import { expect, test } from 'vitest';
import { calculateLineRefund, calculateRefund, calculateShippingPaid, type RefundableLine } from './refund-amount.ts';

const makeLine = (line: Partial<RefundableLine>): RefundableLine => ({
  priceCents: 1000,
  quantity: 1,
  discountCents: 0,
  taxCents: 0,
  refunded: 0,
  ...line,
});

test('[OWORK-7] if a line is refunded in parts, they add up to what was paid for it, with its share of discount and tax', () => {
  for (const isTaxIncluded of [false, true]) {
    for (let seed = 1; seed <= 300; seed += 1) {
      const quantity = 1 + (seed % 7);
      const priceCents = (seed * 7919) % 5000;
      const line = makeLine({
        priceCents,
        quantity,
        discountCents: (seed * 31) % (priceCents * quantity + 1),
        taxCents: (seed * 17) % 900,
      });
      const paid = priceCents * quantity - line.discountCents + (isTaxIncluded ? 0 : line.taxCents);
      let [refunded, sum] = [0, 0];
      while (refunded < quantity) {
        const pieces = Math.min(quantity - refunded, 1 + ((seed + refunded) % 3));
        const cents = calculateLineRefund({ ...line, refunded }, pieces, isTaxIncluded);
        expect(cents).toBeGreaterThanOrEqual(0);
        sum += cents;
        refunded += pieces;
      }
      expect(sum).toBe(paid);
    }
  }
});

test('[OWORK-7] all lines and shipping add up to the total, with tax added or included', () => {
  const lines = [makeLine({ priceCents: 999, quantity: 3, discountCents: 100, taxCents: 257 }), makeLine({ priceCents: 1, taxCents: 0 })];
  const all = [
    { line: 0, quantity: 3 },
    { line: 1, quantity: 1 },
  ];
  const order = { lines, shippingCents: 500, taxCents: 301, isTaxIncluded: false };
  expect(calculateShippingPaid(order)).toBe(544);
  expect(calculateRefund(order, { lines: all, shippingCents: 544 })).toBe(2997 - 100 + 1 + 500 + 301);
  const included = { ...order, isTaxIncluded: true };
  expect(calculateShippingPaid(included)).toBe(500);
  expect(calculateRefund(included, { lines: all, shippingCents: 500 })).toBe(2997 - 100 + 1 + 500);
});

test('[OWORK-7] the most expensive line with the largest quantity loses no cent', () => {
  const line = makeLine({ priceCents: 99_999_999, quantity: 10_000, refunded: 9_998 });
  expect(calculateLineRefund(line, 1, false)).toBe(99_999_999);
});
