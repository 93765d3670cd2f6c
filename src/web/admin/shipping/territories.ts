/** Countries and regions by their names, as merchants choose them for zones and tax rates. */
import { COUNTRY_CODES, nameCountry, REST_OF_WORLD, type Territory } from '../../../contract/countries.ts';
import { findRegion, REGIONS } from '../../../contract/states-and-provinces.ts';
import { shippingSettings as words } from './messages.ts';

interface TerritoryOption extends Territory {
  /** The same for each spelling of a place. */
  id: string;
  label: string;
}

/** What people also call a country. */
const ALIASES: Record<string, string> = { usa: 'US', america: 'US', uk: 'GB', england: 'GB', holland: 'NL', uae: 'AE' };

/** Ignores case and accents. */
const normalize = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** A state has the same id, whether it is stored by its name or its code. */
export function getTerritoryId({ country, region }: Territory): string {
  const known = findRegion(country, region);
  return `${country}:${known?.code ?? region.normalize('NFKC').trim().replace(/\s+/gu, ' ').toUpperCase()}`;
}

/** Whether the country, or a part of it, is among the places. */
export const isCountryServed = (country: string, places: readonly Territory[]): boolean =>
  places.some((it) => it.country === country || it.country === REST_OF_WORLD);

const nameOfCountry = (country: string): string => (country === REST_OF_WORLD ? words.restOfWorld : nameCountry(country));

export function nameTerritory({ country, region }: Territory): string {
  if (!region) return nameOfCountry(country);
  return words.region(findRegion(country, region)?.name ?? region, nameOfCountry(country));
}

const toOption = (place: Territory): TerritoryOption => ({ ...place, id: getTerritoryId(place), label: nameTerritory(place) });
const byLabel = (a: TerritoryOption, b: TerritoryOption) => a.label.localeCompare(b.label, 'en');

const COUNTRIES = COUNTRY_CODES.map((country) => toOption({ country, region: '' })).sort(byLabel);
const STATES = REGIONS.map(({ country, name }) => toOption({ country, region: name })).sort(byLabel);
const REST_OPTION = toOption({ country: REST_OF_WORLD, region: '' });

export const COUNTRY_OPTIONS: readonly TerritoryOption[] = COUNTRIES;

/** A region that isn't listed is typed with its country. */
function readTypedRegion(text: string): TerritoryOption | null {
  const at = text.lastIndexOf(',');
  const [region, country] = [text.slice(0, at).trim(), normalize(text.slice(at + 1))];
  if (at < 1 || !region || !country) return null;
  const code = ALIASES[country] ?? country.toUpperCase();
  const match = COUNTRIES.find((it) => normalize(it.label) === country || it.country === code);
  return match ? toOption({ country: match.country, region }) : null;
}

/** All countries, or those and the regions that have the text in their name; first what begins with it, or has it for its code. */
export function findTerritories(text: string): TerritoryOption[] {
  const query = normalize(text);
  if (!query) return [REST_OPTION, ...COUNTRIES];
  const found = [REST_OPTION, ...COUNTRIES, ...STATES].filter(({ label }) => normalize(label).includes(query));
  const typed = readTypedRegion(text);
  const code = ALIASES[query] ?? query.toUpperCase();
  const isFirst = ({ label, country, region }: TerritoryOption) => normalize(label).startsWith(query) || (!region && country === code);
  const byCode = COUNTRIES.filter(({ country }) => country === code && !found.some((it) => it.country === country && !it.region));
  const all = [...byCode, ...found.filter(isFirst), ...found.filter((it) => !isFirst(it))];
  return typed && !all.some(({ id }) => id === typed.id) ? [...all, typed] : all;
}
