import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { Dollars } from './fields.ts';
import { refundOrderSchemas } from './order-admin.ts';

const price = Compile(Dollars);
const refundAmount = Compile(refundOrderSchemas.body.properties.amount);

/** The same numbers in each run, spread over the whole range. */
function* listCents(count: number, max: number): Generator<number> {
  for (let index = 1; index <= count; index += 1) yield (index * 7_368_787) % max;
}

test('[API-17] every amount of whole cents is accepted, large ones too', () => {
  expect(refundAmount.Check(1_053_905.15)).toBe(true);
  for (const cents of listCents(20_000, 10_000_000_000)) {
    if (cents > 0 && !refundAmount.Check(Number((cents / 100).toFixed(2)))) throw new Error(`${cents} cents were refused`);
  }
  for (const cents of listCents(20_000, 100_000_000)) {
    if (!price.Check(Number((cents / 100).toFixed(2)))) throw new Error(`${cents} cents were refused`);
  }
});

test.each([0.001, 12.345, 1_053_905.151, 99_999_999.999, -0.01, Number.NaN, Number.POSITIVE_INFINITY, 1e-9, '5', null])(
  '[API-17] %s isn’t accepted as an amount of money',
  (amount) => {
    expect(refundAmount.Check(amount)).toBe(false);
    expect(price.Check(amount)).toBe(false);
  },
);

test('[API-17] a refund must be above zero, and a price below a million', () => {
  expect([refundAmount.Check(0), refundAmount.Check(0.01), refundAmount.Check(100_000_000), refundAmount.Check(100_000_000.01)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect([price.Check(0), price.Check(999_999.99), price.Check(1_000_000)]).toEqual([true, true, false]);
});
