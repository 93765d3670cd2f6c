/** Formatters for numbers, prices and dates. Created once, since creating an Intl formatter is slow. */

import { formatMoney, getCurrencyDigits, type MoneyFormat } from '../../contract/money.ts';
import { cutText } from '../../contract/values.ts';

const numberFormat = new Intl.NumberFormat('en-US');
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
let dateFormat = dayFormat;
/** Kept beside its formatter, because reading it from the formatter is slow and each page sets it. */
let shopTimeZone = 'UTC';
let prices: MoneyFormat = { currency: 'USD', locale: 'en-US' };

/** A whole number as `12,000`. */
export function formatCount(count: number): string {
  // Below a thousand no formatting is needed, which saves time on pages with a hundred counts.
  return count < 1000 ? String(count) : numberFormat.format(count);
}

/** The length of a list. `isAbout`: it wasn't counted to its end. */
export interface Total {
  total: number;
  isAbout: boolean;
}

/** `1,234`, or `More than 10,000`. */
export function formatTotal({ total, isAbout }: Total): string {
  return isAbout ? `More than ${formatCount(total)}` : formatCount(total);
}

/** A number and what it counts: `1 item`, `12,000 items`. */
export function pluralize(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `1 order`, `1,234 orders` or `More than 10,000 orders`. */
export function pluralizeTotal(list: Total, one: string, many: string): string {
  return `${formatTotal(list)} ${list.total === 1 && !list.isAbout ? one : many}`;
}

/** The shop's currency and price format; set by root.tsx, like the time zone. */
export function setPriceFormat(currency: string, locale: string): void {
  prices = { currency, locale };
}

export const getCurrency = (): string => prices.currency;
export const getPriceLocale = (): string => prices.locale;

/** `$1,234.50`, in the shop's currency unless an order has another one. */
export function formatPrice(amount: number, currency: string = prices.currency): string {
  return formatMoney(amount, { currency, locale: prices.locale });
}

/** A price without its currency, as it can be typed: `12.50` or `12,50`. */
export function formatTypedExample(): string {
  const digits = getCurrencyDigits(prices.currency);
  return new Intl.NumberFormat(prices.locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(digits ? 12.5 : 12);
}

/** Without cents. */
export function formatWholePrice(amount: number): string {
  return formatMoney(amount, { ...prices, isWhole: true });
}

/** Grams as `250 g` or, from a kilogram on, `1.5 kg`. */
export function formatWeight(grams: number): string {
  return grams < 1000 ? `${grams} g` : `${numberFormat.format(grams / 1000)} kg`;
}

/** A price range as `$0 – $99`. */
export function formatPriceRange([lowest, highest]: readonly [number, number]): string {
  return `${formatWholePrice(lowest)} – ${formatWholePrice(highest)}`;
}

/** The shop's time zone, in which all times are shown. A process serves a single shop, and root.tsx sets this before a page is rendered. */
export function setTimeZone(timeZone: string): void {
  if (timeZone === shopTimeZone) return;
  shopTimeZone = timeZone;
  try {
    dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
  } catch {
    // An old browser may not know a renamed time zone: then it shows UTC.
    dateFormat = dayFormat;
  }
}

export const getTimeZone = (): string => dateFormat.resolvedOptions().timeZone;

/** A day, YYYY-MM-DD, as `Nov 21, 2026`. */
export function formatDay(day: string): string {
  return dayFormat.format(new Date(day));
}

/** An ISO 8601 time as `Nov 21, 2026`, by the shop's clocks. */
export function formatDate(time: string): string {
  return dateFormat.format(new Date(time));
}

/** The first `length` characters and an ellipsis. */
export function excerpt(text: string, length: number): string {
  const beginning = cutText(text, length);
  return beginning === text ? text : `${beginning.trimEnd()}…`;
}
