import { expect, test } from 'vitest';
import { COUNTRY_CODES } from '../../../contract/countries.ts';
import { CONTINENTS, COUNTRY_GROUPS, EU } from './country-groups.ts';

test('[SHIP-9] every country but Antarctica is on one continent, and each group holds a country once', () => {
  const all: string[] = Object.values(CONTINENTS).flat();
  expect(all.toSorted()).toEqual(COUNTRY_CODES.filter((it) => it !== 'AQ').toSorted());
  for (const { countries } of COUNTRY_GROUPS) {
    expect(new Set(countries).size).toBe(countries.length);
    expect(countries.filter((it) => !COUNTRY_CODES.includes(it))).toEqual([]);
  }
  expect(EU.countries).toHaveLength(27);
});
