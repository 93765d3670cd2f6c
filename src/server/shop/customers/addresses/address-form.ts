/** How a form asks for an address of a country: the printed lines, in the order in which people fill them in. */
import type { readAddressFormat } from '../../../../contract/address.ts';
import { CITY_LABELS, POSTCODE_LABELS, REGION_LABELS } from '../../../../contract/address.ts';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import { type AddressFormat, getAddressFormat } from './address-format.ts';

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
