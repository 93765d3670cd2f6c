import { expect, test } from 'vitest';
import { CURRENCIES, PRICE_LOCALES } from './currencies.ts';
import { formatMoney } from './money.ts';

const write = (currency: string, locale: string) => formatMoney(1234.5, { currency, locale });

test('[CUR-1] the currency symbol is where the locale puts it, and prices in dollars are unchanged', () => {
  expect([
    write('USD', 'en-US'),
    write('EUR', 'en-US'),
    write('EUR', 'de-DE'),
    write('EUR', 'nl-NL'),
    write('CHF', 'de-CH'),
    write('SEK', 'sv-SE'),
  ]).toEqual(['$1,234.50', '€1,234.50', '1.234,50\u00a0€', '€\u00a01.234,50', 'CHF\u00a01’234.50', '1\u00a0234,50\u00a0kr']);
  expect(formatMoney(99, { currency: 'EUR', locale: 'de-DE', isWhole: true })).toBe('99\u00a0€');
});

test('[CUR-5] a price has as many decimals as its currency', () => {
  const inEnglish = (currency: string) => formatMoney(1234, { currency, locale: 'en-US' });
  expect([inEnglish('JPY'), inEnglish('KWD'), inEnglish('ISK'), inEnglish('HUF')]).toEqual([
    '¥1,234',
    'KWD\u00a01,234.000',
    'ISK\u00a01,234',
    'HUF\u00a01,234.00',
  ]);
});

test('[CUR-1] every currency and every locale is known', () => {
  expect(CURRENCIES.filter((it) => !Intl.supportedValuesOf('currency').includes(it))).toEqual([]);
  expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length);
  expect(Intl.NumberFormat.supportedLocalesOf([...PRICE_LOCALES])).toEqual([...PRICE_LOCALES]);
});
