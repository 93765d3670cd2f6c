import { expect, test } from 'vitest';
import { CURRENCIES } from '../../../../contract/currencies.ts';
import { getCurrencyStep } from '../../../../contract/money.ts';
import { fromStripeAmount, getStripeMinimum, toStripeAmount } from './stripe-amounts.ts';

test.each([
  ['usd', 1999, 1999],
  ['jpy', 125_000, 1250],
  ['krw', 5_000_000, 50_000],
  ['kwd', 512, 5120],
  ['bhd', 1, 10],
  // Without decimals, and counted in hundredths all the same.
  ['isk', 500, 500],
  ['ugx', 500, 500],
  ['huf', 17_550, 17_550],
  ['twd', 80_045, 80_045],
])('[CUR-5] in %s %i hundredths are %i of Stripe', (currency, cents, amount) => {
  expect([toStripeAmount(cents, currency), fromStripeAmount(amount, currency)]).toEqual([amount, cents]);
});

test('[CUR-5] every amount that can be paid in a currency comes back from Stripe unchanged, and the minimum can be paid', () => {
  for (const currency of CURRENCIES) {
    const cents = 12_345 * getCurrencyStep(currency);
    expect([currency, fromStripeAmount(toStripeAmount(cents, currency), currency)]).toEqual([currency, cents]);
    expect([currency, getStripeMinimum(currency) === 1 || getStripeMinimum(currency) % getCurrencyStep(currency) === 0]).toEqual([
      currency,
      true,
    ]);
  }
});
