/**
 * How addresses are asked for, checked and printed in each country. address-formats.json has it, written by `npm run address-formats` from a
 * kept-up data set, so that no rule about a country is typed here.
 */
import { readFileSync } from 'node:fs';
import { assetPath } from '../../../platform/process/asset-path.ts';

interface FormatRegion {
  /** As ISO 3166-2 ends: `CA` of `US-CA`. Addresses are stored with it. */
  code: string;
  name: string;
  latin?: string;
  /** In other languages of the country. */
  others?: string[];
  /** A regular expression that its postcodes begin with. */
  postcode?: string;
}

export interface AddressFormat {
  /** What is printed: %N recipient, %A street, %C city, %S region, %Z postcode. */
  lines: string[];
  /** The same for an address that is written in Latin letters, where that differs. */
  latinLines?: string[];
  /** The letters of the parts that no parcel arrives without. */
  required: string;
  /** A regular expression of its postcodes; absent: anything. */
  postcode?: string;
  example?: string;
  regionLabel?: string;
  cityLabel?: string;
  postcodeLabel?: string;
  regions?: FormatRegion[];
}

let formats: Record<string, AddressFormat> | undefined;

/** Read with the first address: the file has 200 kB. */
function getFormats(): Record<string, AddressFormat> {
  formats ??= JSON.parse(readFileSync(assetPath('shop/customers/addresses/address-formats.json'), 'utf8')) as Record<string, AddressFormat>;
  return formats;
}

const UNKNOWN: AddressFormat = { lines: ['%N', '%A', '%Z %C', '%S'], required: 'AC' };

/** `country`: in any case. */
export const getAddressFormat = (country: string): AddressFormat => getFormats()[country.toUpperCase()] ?? UNKNOWN;

/** People leave accents, dots and capitals out. */
const toKey = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/[\s.'’-]+/gu, ' ')
    .trim()
    .toUpperCase();

const regionsByCountry = new Map<string, Map<string, FormatRegion>>();

function getRegions(country: string): Map<string, FormatRegion> {
  const known = regionsByCountry.get(country);
  if (known) return known;
  const { regions = [] } = getAddressFormat(country);
  // Codes last: where a name is the code of another region, the code counts.
  const names = regions.flatMap((it) => [it.name, it.latin ?? it.name, ...(it.others ?? [])].map((name) => [toKey(name), it] as const));
  const byText = new Map([...names, ...regions.map((it) => [toKey(it.code), it] as const)]);
  regionsByCountry.set(country, byText);
  return byText;
}

/** By its code or a name of it, in any case. */
export const findRegion = (country: string, text: string): FormatRegion | undefined => getRegions(country.toUpperCase()).get(toKey(text));
