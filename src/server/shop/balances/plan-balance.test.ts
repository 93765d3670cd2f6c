import { expect, test } from 'vitest';
import { planBalance } from './plan-balance.ts';

const PRICE = { totalCents: 5000, giftCardCents: 0, minimumCents: 50, step: 1 };
const source = (accountId: string, balanceCents: number) => ({ accountId, balanceCents });
const plan = (balances: number[], price: Partial<typeof PRICE> = {}) => {
  const { parts, dueCents } = planBalance(
    { ...PRICE, ...price },
    balances.map((it, index) => source(`${index}`, it)),
  );
  return [parts.map(({ cents }) => cents), dueCents];
};

test.each<[string, ReturnType<typeof plan>, ReturnType<typeof plan>]>([
  ['nothing', plan([]), [[], 5000]],
  ['one that has less', plan([2000]), [[2000], 3000]],
  ['two, of which the second has too much', plan([2000, 9000]), [[2000, 3000], 0]],
  ['one after the order is paid', plan([5000, 10]), [[5000], 0]],
  ['what would leave less than the provider takes', plan([3000, 1980]), [[3000, 1950], 50]],
  ['what leaves exactly that', plan([4950]), [[4950], 50]],
  ['a total below the minimum, which they pay in full', plan([100], { totalCents: 30 }), [[30], 0]],
  ['a total below the minimum, which they could not', plan([10], { totalCents: 30 }), [[], 30]],
  ['by hand, down to a cent', plan([4999], { minimumCents: 1 }), [[4999], 1]],
  ['gift cards in the cart', plan([9000], { giftCardCents: 4000 }), [[1000], 4000]],
  ['nothing but gift cards', plan([9000], { giftCardCents: 5000 }), [[], 5000]],
  ['a currency without decimals', plan([2050], { step: 100, minimumCents: 100 }), [[2000], 3000]],
])('[CREDIT-1] balances pay %s', (_what, is, expected) => {
  expect(is).toEqual(expected);
});
