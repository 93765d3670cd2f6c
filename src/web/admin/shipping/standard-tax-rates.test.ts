import { expect, test } from 'vitest';
import { EU } from './country-groups.ts';
import { listReducedRates, proposeRates, proposeTax } from './standard-tax-rates.ts';

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

test('[TAX-8] the standard and reduced rates of the countries where the shop sells are offered, by its zones', () => {
  const zones = [{ name: 'Near', places: ['DE', 'CH', 'US'].map((country) => ({ country, region: '' })), rates: [] }];
  expect(proposeRates('DE', zones)).toEqual([
    { country: 'DE', region: '', rate: 19 },
    { country: 'DE', region: '', rate: 7, class: 'reduced' },
    { country: 'CH', region: '', rate: 8.1 },
    { country: 'CH', region: '', rate: 2.6, class: 'reduced' },
  ]);
  // Denmark has no reduced rate.
  expect(proposeRates('AT', [])).toHaveLength(27 + 26);
  expect(EU.countries.filter((it) => !listReducedRates(it).length)).toEqual(['DK']);
});
