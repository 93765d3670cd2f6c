import { expect, test } from 'vitest';
import { findTerritories, getTerritoryId, nameTerritory } from './territories.ts';
import { parseDrafts, toDrafts, toFieldPath } from './zone-drafts.ts';

const find = (text: string) => findTerritories(text).map(({ label }) => label);

test('[SHIP-6] countries and regions are found by name, whatever the case and accents, and by code', () => {
  expect(find('').slice(0, 2)).toEqual(['All other countries', 'Afghanistan']);
  expect(find('GERM')[0]).toBe('Germany');
  expect(find('cote d')[0]).toMatch(/^Côte d/);
  expect([find('de')[0], find('usa')[0], find('uk')[0]]).toEqual(['Germany', 'United States', 'United Kingdom']);
  expect(find('new y')).toEqual(['New York, United States']);
  expect(find('zzz')).toEqual([]);
});

test('[SHIP-6] a region that is not listed is typed with its country', () => {
  expect(findTerritories('Bavaria, germany')).toMatchObject([{ country: 'DE', region: 'Bavaria', label: 'Bavaria, Germany' }]);
  expect(find('new york, us')).toEqual(['New York, United States']);
  expect([find('Bavaria, Atlantis'), find(', Germany'), find('Bavaria,')]).toEqual([[], [], []]);
});

test('[SHIP-5] a place has the same id by name and by code', () => {
  expect(getTerritoryId({ country: 'US', region: 'ny' })).toBe(getTerritoryId({ country: 'US', region: 'New York' }));
  expect(getTerritoryId({ country: 'DE', region: ' bavaria ' })).toBe('DE:BAVARIA');
  expect(['NY', ''].map((region) => nameTerritory({ country: 'US', region }))).toEqual(['New York, United States', 'United States']);
  expect([nameTerritory({ country: '*', region: '' }), nameTerritory({ country: 'QQ', region: '' })]).toEqual([
    'All other countries',
    'QQ',
  ]);
});

test('[SHIP-6] the inputs become the request, or the field with the error is named', () => {
  const zones = [
    {
      name: 'Europe',
      places: [{ country: 'DE', region: '' }],
      rates: [
        {
          _id: 'a',
          name: 'Parcel',
          basis: 'weight' as const,
          tiers: [
            { from: 0, price: 4 },
            { from: 2000, price: 9 },
          ],
          freeFrom: null,
          deliveryDays: { min: 2, max: 4 },
        },
      ],
    },
  ];
  expect(parseDrafts(toDrafts(zones))).toEqual({ zones, issues: [] });
  const [draft] = toDrafts(zones);
  const empty = { from: '', price: 'x' };
  const wrong = [
    {
      ...draft,
      name: ' ',
      places: [],
      rates: [{ name: '', basis: 'total' as const, tiers: [empty, empty], freeFrom: 'never', deliveryDays: 'soon' }],
    },
  ];
  expect(parseDrafts(wrong).issues.map(({ path, code }) => `${path} ${code}`)).toEqual([
    'zone-0-name required',
    'zone-0-places required',
    'zone-0-rate-0-deliveryDays invalid_format',
    'zone-0-rate-0-name required',
    'zone-0-rate-0-tier-0-price not_a_number',
    'zone-0-rate-0-tier-1-from required',
    'zone-0-rate-0-tier-1-price not_a_number',
    'zone-0-rate-0-freeFrom not_a_number',
  ]);
});

test.each([
  ['zones.1.name', 'zone-1-name'],
  ['zones.1.places', 'zone-1-places'],
  ['zones.1.places.2.country', 'zone-1-place-2'],
  ['zones.0.rates.3.name', 'zone-0-rate-3-name'],
  ['zones.0.rates.3.tiers.1.from', 'zone-0-rate-3-tier-1-from'],
  ['zones.0.rates.3.freeFrom', 'zone-0-rate-3-freeFrom'],
  ['zones.0.rates.3.deliveryDays.max', 'zone-0-rate-3-deliveryDays'],
  ['defaultCountry', 'defaultCountry'],
])('[SHIP-6] an error for %s is shown at %s', (path, field) => {
  expect(toFieldPath({ path, code: 'taken', message: '' }).path).toBe(field);
});
