/** Countries and regions of shipping zones and tax rates, and which of them an address is in. */

import { REST_OF_WORLD, type Territory } from '../../../contract/countries.ts';
import type { Issue } from '../../../contract/errors.ts';
import { findRegion } from '../customers/addresses/address-format.ts';

/** People write regions in any case, and with spaces around. */
const normalize = (text: string) => text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toUpperCase();

export const normalizeTerritory = ({ country, region }: Territory): Territory => ({
  country: normalize(country),
  region: normalize(region),
});

/** For normalized places. Addresses contain a state's name or its code: both get the same key. */
export const getTerritoryKey = ({ country, region }: Territory) => `${country} ${findRegion(country, region)?.code ?? region}`;

/** The entry for the region, else for its country, else for the rest of the world. `getPlaces` returns normalized places. */
export function findByTerritory<Entry>(
  entries: readonly Entry[],
  getPlaces: (entry: Entry) => readonly Territory[],
  address: Territory,
): Entry | null {
  const { country, region } = normalizeTerritory(address);
  for (const place of [
    { country, region },
    { country, region: '' },
    { country: REST_OF_WORLD, region: '' },
  ]) {
    const key = getTerritoryKey(place);
    const entry = entries.find((it) => getPlaces(it).some((candidate) => getTerritoryKey(candidate) === key));
    if (entry !== undefined) return entry;
  }
  return null;
}

/**
 * An issue for each place that occurs twice, and for each region without a country. `path` is the place's path in the request, `kind` what may differ of
 * one place.
 */
export function listTerritoryIssues(places: readonly { place: Territory; path: string; kind?: string }[]): Issue[] {
  const seen = new Set<string>();
  return places.flatMap(({ place, path, kind = '' }): Issue[] => {
    const { country, region } = place;
    if (country === REST_OF_WORLD && region) return [{ path: `${path}.region`, code: 'not_allowed', message: 'needs a country' }];
    const key = `${getTerritoryKey(place)} ${kind}`;
    if (seen.has(key)) return [{ path: `${path}.country`, code: 'taken', message: 'occurs twice' }];
    seen.add(key);
    return [];
  });
}

export interface NamedCountry {
  country: string;
  /** Normalized for comparison, and as people read them. */
  regions: string[];
  regionNames: string[];
}

function nameRegion({ country, region }: Territory): string {
  const found = findRegion(country, region);
  return found?.latin ?? found?.name ?? region;
}

/** The named countries with their regions, for people to choose from. */
export function listDestinations(places: readonly Territory[]): NamedCountry[] {
  const named = places.filter(({ country }) => country !== REST_OF_WORLD);
  return [...Map.groupBy(named, ({ country }) => country)]
    .map(([country, all]) => {
      const regions = [...new Map(all.filter(({ region }) => region).map((place) => [getTerritoryKey(place), place])).values()];
      regions.sort((a, b) => nameRegion(a).localeCompare(nameRegion(b)));
      return { country, regions: regions.map(({ region }) => region), regionNames: regions.map(nameRegion) };
    })
    .sort((a, b) => a.country.localeCompare(b.country));
}

export const hasRestOfWorld = (places: readonly Territory[]): boolean => places.some(({ country }) => country === REST_OF_WORLD);
