import { expect, test } from 'vitest';
import { EU } from './country-groups.ts';
import { proposeTax } from './standard-tax-rates.ts';

test('[TAX-8] a shop in the European Union is offered its own tax rate, and those of all 27 members', () => {
  const { own, union, isByRegion } = proposeTax('DE');
  expect([own, isByRegion]).toEqual([{ country: 'DE', rate: 19 }, false]);
  expect(union.map(({ country }) => country).toSorted()).toEqual(EU.countries.toSorted());
});

test.each([
  ['GB', 20, false],
  ['CH', 8.1, false],
  ['US', undefined, true],
  ['CA', undefined, true],
  ['BR', undefined, false],
])('[TAX-8] for a shop in %s the proposed rate is %s', (country, rate, isByRegion) => {
  const proposal = proposeTax(country);
  expect([proposal.own?.rate, proposal.union, proposal.isByRegion]).toEqual([rate, [], isByRegion]);
});
