/** Numbers as they are typed into forms, and times, both as the shop writes them. */
import { getCurrencyDigits } from '../../../contract/money.ts';
import { getNumberFormat, type NumberRange, readNumber, writeNumber } from '../../../contract/read-number.ts';
import { toZonedTime } from '../../../contract/time-zone.ts';
import { getCurrency, getPriceLocale, getTimeZone } from '../../shared/format.ts';

const getFormat = () => getNumberFormat(getPriceLocale());

/** As many decimals as the shop's currency has; with three, `2.500` is two and a half. */
export const PRICE: NumberRange = {
  get maxDecimals() {
    return getCurrencyDigits(getCurrency());
  },
};
/** Pieces, grams, uses. */
export const COUNT: NumberRange = { maxDecimals: 0 };
/** Per cent. */
export const RATE: NumberRange = { hasThousands: false };

/** Null: not a number, or one that can be read in two ways, as `1.250` where thousands are separated by spaces. The server checks the limits. */
export function parseNumber(text: string, range = PRICE): number | null {
  const reading = readNumber(text, getFormat(), range);
  return 'number' in reading ? reading.number : null;
}

/** What a form shows, so that `parseNumber` reads the same number again. Empty for null. */
export const toInput = (number: number | string | null | undefined): string => (number == null ? '' : writeNumber(number, getFormat()));

/** A price as people write it: `9.50`, and whole ones as `9`. */
/** With the decimals of its currency. */
export const toAmountInput = (amount: number, currency: string): string => toInput(amount.toFixed(getCurrencyDigits(currency)));

export function toPriceInput(price: number | null | undefined): string {
  if (price == null || Number.isInteger(price)) return toInput(price);
  const text = price.toFixed(getCurrencyDigits(getCurrency()));
  // One with more decimals, which is refused, is shown as it was typed.
  return toInput(Number(text) === price ? text : price);
}

/** Only admin pages show times, so that no shopper loads this. */
const PARTS = { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

let dateTimeFormat: Intl.DateTimeFormat | null = null;

/** An ISO 8601 time as `Nov 21, 2026, 3:04 PM UTC`, by the shop's clocks. */
export function formatDateTime(time: string): string {
  const timeZone = getTimeZone();
  if (dateTimeFormat?.resolvedOptions().timeZone !== timeZone) dateTimeFormat = new Intl.DateTimeFormat('en-US', { ...PARTS, timeZone });
  return dateTimeFormat.format(new Date(time));
}

/** What the shop's clocks show, in the format of `datetime-local`; empty for null. */
export const toShopTime = (time: string | null): string => (time ? toZonedTime(new Date(time), getTimeZone()).slice(0, 16) : '');
