/** An address as one text, which is how orders, emails and documents have it, by the rules of its country. */
import type { AddressFields } from '../../../../contract/address.ts';
import { nameCountry } from '../../../../contract/countries.ts';
import { type AddressFormat, findRegion, getAddressFormat } from './address-format.ts';

/** Whose posts want the region's code on the envelope. Elsewhere people read its name. */
const PRINTS_REGION_CODE: ReadonlySet<string> = new Set(['US', 'CA', 'AU', 'BR', 'IT']);

const isLatin = (text: string) => !/\p{Letter}/u.test(text.replace(/\p{Script=Latin}/gu, ''));

function nameRegion({ country, region }: Pick<AddressFields, 'country' | 'region'>, usesLatin: boolean): string {
  const found = findRegion(country, region);
  if (!found) return region;
  if (PRINTS_REGION_CODE.has(country)) return found.code;
  return usesLatin ? (found.latin ?? found.name) : found.name;
}

/** What stands before a part is printed with it: between two parts, or at the beginning of the line, as `LT-%Z`. */
function printLine(line: string, parts: Record<string, string>): string {
  let printed = '';
  for (const [index, [, before = '', letter = '']] of [...line.matchAll(/([^%]*)%([NACSZ])/g)].entries()) {
    const part = parts[letter];
    if (part) printed += (printed || index === 0 ? before : '') + part;
  }
  return printed;
}

/** A part that was given, and that the country's format has no place for, stands in a line of its own: a carrier may need it. */
function listLines({ lines, latinLines = lines }: AddressFormat, usesLatin: boolean, { city }: AddressFields): string[] {
  const chosen = usesLatin ? latinLines : lines;
  const text = chosen.join('\n');
  const isCityMissing = city !== '' && !text.includes('%C') && !text.toUpperCase().includes(city.toUpperCase());
  return isCityMissing ? chosen.flatMap((line) => (line.includes('%A') ? [line, '%C'] : [line])) : chosen;
}

/** Empty parts are left out. The country comes last, in English. */
export function formatAddress(address: AddressFields): string {
  const { recipient, street, city, postcode } = address;
  const country = address.country.toUpperCase();
  const usesLatin = isLatin(`${recipient}${street}${city}`);
  const region = nameRegion({ country, region: address.region }, usesLatin);
  const parts = { N: recipient, A: street, C: city, S: region, Z: postcode };
  return [...listLines(getAddressFormat(country), usesLatin, address).map((line) => printLine(line, parts)), nameCountry(country)]
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}
