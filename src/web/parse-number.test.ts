import { expect, test } from 'vitest';
import { parseNumber } from './parse-number.ts';

test.each([
  ['12.5', 12.5],
  ['$1,234.50', 1234.5],
  ['1,234', 1234],
  ['12,50', 12.5],
  ['0,5', 0.5],
  ['1.234,50', 1234.5],
  ['1234,5', 1234.5],
  ['€ 12,50', 12.5],
  ['12,50\u00a0€', 12.5],
  ['-$5', -5],
  [' 7 ', 7],
])('[CUR-4] a merchant types %s', (typed, number) => {
  expect(parseNumber(typed)).toBe(number);
});

test.each(['', '12,5,0', '1.2.3', '12,345,6', '1,23.4', 'EUR 5', '€', '5 5', '1e3', '0x10', '½', '--5', '12.'])(
  '[CUR-4] %j is no number, and nothing is guessed',
  (typed) => {
    expect(parseNumber(typed)).toBeNull();
  },
);
