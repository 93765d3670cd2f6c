import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PRICE_LOCALES } from './currencies.ts';
import { formatMoney } from './money.ts';
import { getNumberFormat, NUMBER_FORMATS, type NumberFormat, type NumberRange, readNumber, writeNumber } from './read-number.ts';

const { point, comma } = NUMBER_FORMATS;
const french = getNumberFormat('fr-FR');
const PRICE = { maxDecimals: 2 };
const RATE = { hasThousands: false };
const swiss = getNumberFormat('de-CH');
const read = (text: string, format: NumberFormat | null, range?: NumberRange) => {
  const reading = readNumber(text, format, range);
  return 'number' in reading ? reading.number : reading.problem;
};

test.each([
  ['12.5', 12.5],
  ['$1,234.50', 1234.5],
  ['1,234', 1234],
  ['1.234', 1.234],
  ['1,00,000', 100_000],
  ['12,50', 12.5],
  ['0,5', 0.5],
  ['0,500', 0.5],
  ['1.234,50', 1234.5],
  ['1234,5', 1234.5],
  ['1 234,50', 1234.5],
  ['1’234.50', 1234.5],
  ['€ 12,50', 12.5],
  ['12,50\u00a0€', 12.5],
  ['-$5', -5],
  ['−5', -5],
  [' 7 ', 7],
])('[CUR-4] a merchant whose prices are written as 1,234.50 types %s', (typed, number) => {
  expect(read(typed, point)).toBe(number);
});

test.each([
  ['2.500', 2500],
  ['1.250', 1250],
  ['1.250,00 €', 1250],
  ['1.234.567', 1_234_567],
  ['12,345', 12.345],
  ['12.50', 12.5],
  ['0.500', 0.5],
  ['1,234.50', 1234.5],
  ['1,234,567', 1_234_567],
])('[CUR-4] a merchant whose prices are written as 1.234,50 types %s', (typed, number) => {
  expect(read(typed, comma)).toBe(number);
});

test('[CUR-4] an ambiguous number is asked about: in other formats, in unknown ones, and for a price with three decimals', () => {
  expect(french).toEqual({ decimal: ',', group: ' ' });
  expect(swiss).toEqual({ decimal: '.', group: '’' });
  expect(readNumber('1.250', french)).toEqual({ problem: 'ambiguous', readings: [1.25, 1250] });
  expect(readNumber('1,250', swiss)).toEqual({ problem: 'ambiguous', readings: [1250, 1.25] });
  expect([read('1,250', null), read('12.50', null), read('1.250,5', null), read('7', null)]).toEqual(['ambiguous', 12.5, 1250.5, 7]);
  expect([
    read('2.500', point, PRICE),
    read('2.000', point, { maxDecimals: 0 }),
    read('2.500', point, { maxDecimals: 3 }),
    read('8.875', point),
  ]).toEqual(['ambiguous', 'ambiguous', 2.5, 8.875]);
  expect([read('2,500', point, PRICE), read('2.500', comma, PRICE), read('2,500', comma, PRICE)]).toEqual([2500, 2500, 'ambiguous']);
  expect([read('8.875', comma, RATE), read('8,875', comma, RATE), read('8,875', point, RATE)]).toEqual(['ambiguous', 8.875, 'ambiguous']);
});

test.each(['', '12,5,0', '1.2.3', '12,345,6', '1,23.4', 'EUR 5', '€', '5 5', '1e3', '0x10', '½', '--5', '12.', '0,123,456', '01.234,5.6'])(
  '[CUR-4] %j is refused as a number, without a guess',
  (typed) => {
    for (const format of [point, comma, french, swiss, null]) expect(read(typed, format)).toBe('not_a_number');
  },
);

test('[CUR-4] every price that the shop displays can be entered again as the same price, in every locale', () => {
  for (const locale of PRICE_LOCALES) {
    const format = getNumberFormat(locale);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
        const price = cents / 100;
        expect([locale, read(formatMoney(price, { currency: 'EUR', locale }).replace('EUR', ''), format, PRICE)]).toEqual([locale, price]);
        expect([locale, read(writeNumber(price, format), format, PRICE)]).toEqual([locale, price]);
        expect([locale, read(writeNumber(cents / 1000, format), format)]).toEqual([locale, cents / 1000]);
      }),
      { numRuns: 200 },
    );
  }
});
