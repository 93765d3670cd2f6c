/** Prices as people read them: the currency's own symbol, where the locale puts it. */

import { getCurrencyDigits } from './currency.ts';

export interface MoneyFormat {
  /** ISO 4217 */
  currency: string;
  locale: string;
  /** Without cents. */
  isWhole?: boolean;
}

/** Creating a formatter is slow, and a shop has two or three. */
const formats: Record<string, Intl.NumberFormat> = {};

/**
 * The kinds of space and apostrophe between digits differ between versions of Unicode's data. They are unified, so that a page that the
 * server rendered is identical in every browser.
 */
export function formatMoney(amount: number, { currency, locale, isWhole }: MoneyFormat): string {
  const key = `${locale + currency}${isWhole}`;
  const digits = isWhole ? 0 : getCurrencyDigits(currency);
  formats[key] ??= new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return formats[key].format(amount).replace(/\s/g, '\u00a0').replace("'", '’');
}
