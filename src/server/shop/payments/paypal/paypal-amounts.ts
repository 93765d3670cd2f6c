/** Amounts as PayPal writes them, and the currencies that it takes. The shop counts hundredths of every currency. */
import { isRecord } from '../../../../contract/values.ts';

/** Whole units alone, also where the currency has decimals elsewhere. */
const WHOLE = ['HUF', 'JPY', 'TWD'] as const;
const WITH_DECIMALS = [
  ...['AUD', 'BRL', 'CAD', 'CHF', 'CNY', 'CZK', 'DKK', 'EUR', 'GBP', 'HKD', 'ILS', 'MXN', 'MYR', 'NOK', 'NZD', 'PHP', 'PLN', 'SEK'],
  ...['SGD', 'THB', 'USD'],
];

const WHOLE_CURRENCIES: ReadonlySet<string> = new Set(WHOLE);
const CURRENCIES: ReadonlySet<string> = new Set([...WHOLE, ...WITH_DECIMALS]);

export interface PaypalMoney {
  currency_code: string;
  value: string;
}

export const isPaypalCurrency = (currency: string): boolean => CURRENCIES.has(currency.toUpperCase());

/** PayPal takes only whole units of it. */
export const isWholeAtPaypal = (currency: string): boolean => WHOLE_CURRENCIES.has(currency.toUpperCase());

/** Whether PayPal can take exactly this amount. */
export const canPaypalTake = (cents: number, currency: string): boolean =>
  isPaypalCurrency(currency) && (!isWholeAtPaypal(currency) || cents % 100 === 0);

/** Throws if PayPal can't write it. */
export function toPaypalMoney(cents: number, currency: string): PaypalMoney {
  if (!canPaypalTake(cents, currency)) throw new Error(`PayPal doesn't take ${cents / 100} ${currency.toUpperCase()}`);
  return { currency_code: currency.toUpperCase(), value: isWholeAtPaypal(currency) ? String(cents / 100) : (cents / 100).toFixed(2) };
}

const AMOUNT = /^-?(\d{1,12})(?:\.(\d{1,2}))?$/;

/** Without its sign, which PayPal writes before what was taken back; null: it isn't an amount. */
export function fromPaypalMoney(money: unknown): { amountCents: number; currency: string } | null {
  if (!isRecord(money) || typeof money.value !== 'string' || typeof money.currency_code !== 'string') return null;
  const [, whole, decimals = ''] = AMOUNT.exec(money.value) ?? [];
  if (whole === undefined || !/^[A-Z]{3}$/.test(money.currency_code)) return null;
  return { amountCents: Number(whole) * 100 + Number(decimals.padEnd(2, '0')), currency: money.currency_code.toLowerCase() };
}
