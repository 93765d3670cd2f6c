/**
 * How addresses are asked for, checked and printed in each country. address-formats.json has it, written by `npm run address-formats` from a
 * kept-up data set, so that no rule about a country is typed here.
 */

import { readFileSync } from 'node:fs';
import { CITY_LABELS, POSTCODE_LABELS, REGION_LABELS, type readAddressFormat } from '../../../../contract/address.ts';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import { assetPath } from '../../../platform/process/asset-path.ts';

/** How a form asks for an address of a country: the printed lines, in the order in which people fill them in. */

type AddressForm = Omit<ReplyOf<typeof readAddressFormat>, 'success'>;
type Field = AddressForm['required'][number];

const FIELDS: Record<string, Field> = { N: 'recipient', A: 'street', C: 'city', S: 'region', Z: 'postcode' };

const toFields = (letters: string): Field[] => [...letters].flatMap((letter) => FIELDS[letter] ?? []);

const listFields = (line: string): Field[] => toFields([...line.matchAll(/%(.)/g)].map(([, letter = '']) => letter).join(''));

const pick = <Label extends string>(labels: readonly Label[], given: string | undefined, byDefault: NoInfer<Label>): Label =>
  labels.find((label) => label === given) ?? byDefault;

/** The recipient first, as everywhere in a shop; the rest in the country's order. */
function toRows({ lines }: AddressFormat, hasRegions: boolean): Field[][] {
  const rows = lines.map((line) => listFields(line).filter((field) => field !== 'recipient')).filter((row) => row.length);
  const isAsked = rows.flat().includes('region');
  return [['recipient'], ...rows, ...(hasRegions && !isAsked ? [['region' as const]] : [])];
}

/** `namedRegions`: those that the shop's zones and tax rates name, offered where the country has no list of its own. */
export function toAddressForm(country: string, namedRegions: { code: string; name: string }[]): AddressForm {
  const format = getAddressFormat(country);
  const own = (format.regions ?? []).map(({ code, name, latin = name }) => ({
    code,
    name: latin === name ? name : `${name} (${latin})`,
    latin,
  }));
  own.sort((a, b) => a.latin.localeCompare(b.latin));
  const regions = own.length ? own.map(({ code, name }) => ({ code, name })) : namedRegions;
  const fields = toRows(format, regions.length > 0);
  const asked = new Set(fields.flat());
  const isRequired = (field: Field) => asked.has(field) && (field !== 'region' || own.length > 0);
  return {
    country,
    fields,
    required: [
      ...new Set<Field>(['recipient', 'street', ...(asked.has('city') ? ['city' as const] : []), ...toFields(format.required)]),
    ].filter(isRequired),
    labels: {
      postcode: pick(POSTCODE_LABELS, format.postcodeLabel, 'postal'),
      city: pick(CITY_LABELS, format.cityLabel, 'city'),
      region: pick(REGION_LABELS, format.regionLabel, 'province'),
    },
    ...(format.postcode && { postcode: format.postcode }),
    ...(format.example && { example: format.example }),
    regions,
  };
}

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
