/** Prices as people read them: the currency's own symbol, where the locale puts it. */

export interface MoneyFormat {
  /** ISO 4217 */
  currency: string;
  locale: string;
  /** Without cents. */
  isWhole?: boolean;
}

/** Creating a formatter is slow, and a shop has two or three. */
const formats = new Map<string, Intl.NumberFormat>();

function getFormat({ currency, locale, isWhole = false }: MoneyFormat): Intl.NumberFormat {
  const key = `${locale} ${currency} ${isWhole}`;
  let format = formats.get(key);
  if (!format) {
    // Of the currencies that a shop may have (currency.ts) each has two digits by itself.
    format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...(isWhole && { maximumFractionDigits: 0 }) });
    formats.set(key, format);
  }
  return format;
}

/**
 * Versions of Unicode's data differ in the kind of blank and of apostrophe between digits: one kind each, so that a page that the server has rendered
 * is the same in every browser.
 */
export function formatMoney(amount: number, format: MoneyFormat): string {
  return getFormat(format).format(amount).replace(/\s/g, '\u00a0').replace("'", '’');
}
