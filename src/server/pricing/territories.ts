/** Countries and regions of zones and tax rates, and which of them an address lies in. */
import type { Issue } from '../../contract/schemas/common.ts';

export interface Territory {
  /** ISO 3166; `*` is every country that nothing else names. */
  country: string;
  /** Empty: all of the country. */
  region: string;
}

const ELSEWHERE = '*';

/** People write regions as they please: in any case, and with blanks around. */
const normalize = (text: string) => text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toUpperCase();

export const normalizeTerritory = ({ country, region }: Territory): Territory => ({
  country: normalize(country),
  region: normalize(region),
});

const isSame = (one: Territory, other: Territory) => one.country === other.country && one.region === other.region;

/** The entry of the region, else of the country, else of all other countries. `getPlaces`: normalized ones. */
export function findByTerritory<Entry>(
  entries: readonly Entry[],
  getPlaces: (entry: Entry) => readonly Territory[],
  address: Territory,
): Entry | null {
  const { country, region } = normalizeTerritory(address);
  for (const place of [
    { country, region },
    { country, region: '' },
    { country: ELSEWHERE, region: '' },
  ]) {
    const entry = entries.find((it) => getPlaces(it).some((candidate) => isSame(candidate, place)));
    if (entry !== undefined) return entry;
  }
  return null;
}

/** One for each place that was named before, and for each region of no country. `path` is where the place stands. */
export function listTerritoryIssues(places: readonly { place: Territory; path: string }[]): Issue[] {
  const seen = new Set<string>();
  return places.flatMap(({ place: { country, region }, path }): Issue[] => {
    if (country === ELSEWHERE && region) return [{ path: `${path}.region`, code: 'not_allowed', message: 'needs a country' }];
    const key = `${country} ${region}`;
    if (seen.has(key)) return [{ path: `${path}.country`, code: 'taken', message: 'is named twice' }];
    seen.add(key);
    return [];
  });
}

/** Countries that are named, each with its regions, for people to choose from. */
export function listDestinations(places: readonly Territory[]): { country: string; regions: string[] }[] {
  const named = places.filter(({ country }) => country !== ELSEWHERE);
  return [...Map.groupBy(named, ({ country }) => country)]
    .map(([country, all]) => ({ country, regions: [...new Set(all.flatMap(({ region }) => region || []))].sort() }))
    .sort((a, b) => a.country.localeCompare(b.country));
}

export const hasRestOfWorld = (places: readonly Territory[]): boolean => places.some(({ country }) => country === ELSEWHERE);
