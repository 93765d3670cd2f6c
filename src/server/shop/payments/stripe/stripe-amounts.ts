/**
 * Amounts as Stripe counts them. The shop counts hundredths of every currency (docs/decisions/0102-currencies-with-other-decimals.md); Stripe counts whole units of
 * those without decimals, and thousandths of those with three, of which it takes tens alone.
 */
import { getCurrencyDigits } from '../../../../contract/money.ts';

/** The statuses of refunds whose money stayed at, or came back to, the shop. */
export const FAILED_REFUND_STATUSES: readonly (string | null)[] = ['failed', 'canceled'];

/** They have no decimals, but Stripe goes on counting hundredths of them, of which it takes hundreds alone. */
const COUNTED_IN_HUNDREDTHS: ReadonlySet<string> = new Set(['ISK', 'UGX']);

/** How many of Stripe's units a hundredth is. */
function getFactor(currency: string): number {
  if (COUNTED_IN_HUNDREDTHS.has(currency.toUpperCase())) return 1;
  return 10 ** (getCurrencyDigits(currency) - 2);
}

/** The shop's amounts are whole in their currency, so nothing is rounded. */
export const toStripeAmount = (cents: number, currency: string): number => Math.round(cents * getFactor(currency));

export const fromStripeAmount = (amount: number, currency: string): number => Number((amount / getFactor(currency)).toFixed(4));

/** The smallest amounts that Stripe takes, in hundredths; of other currencies it says so itself: what they convert to counts. */
const MINIMUMS: Readonly<Record<string, number>> = {
  AED: 200,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 5000,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
};

export const getStripeMinimum = (currency: string): number => MINIMUMS[currency.toUpperCase()] ?? 1;
