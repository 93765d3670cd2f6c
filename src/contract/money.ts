/** Money is an integer of cents inside; dollars with two decimals exist only on the wire and on screen. */

/** Intl's own digits are those of everyday use, which differ: forints have none there. As texts, which are short in a first visit. */
const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF';
const WITH_THREE_DECIMALS = 'BHD JOD KWD OMR TND';

/** How many decimals a price has. */
export function getCurrencyDigits(currency: string): 0 | 2 | 3 {
  const code = currency.toUpperCase();
  if (WITHOUT_DECIMALS.includes(code)) return 0;
  return WITH_THREE_DECIMALS.includes(code) ? 3 : 2;
}

/**
 * The smallest amount that can be paid, in the hundredths that all money is counted in: a whole unit where there are no decimals. Of thousandths only tens can be
 * paid, which are hundredths.
 */
export const getCurrencyStep = (currency: string): number => (getCurrencyDigits(currency) === 0 ? 100 : 1);

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

/** Rounded: 19.99 * 100 is 1998.9999999999998. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

export function toDollars(cents: number): number {
  return cents / 100;
}
