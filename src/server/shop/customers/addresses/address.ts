import type { AddressFields } from '../../../../contract/address.ts';
import { COUNTRIES_WITH_STATES, nameCountry } from '../../../../contract/countries.ts';
import type { Issue } from '../../../../contract/errors.ts';
import { createIssuesError } from '../../../platform/errors.ts';
import { type AddressFormat, findRegion, getAddressFormat } from './address-format.ts';

/** Countries whose postal services use the region's code. Elsewhere its name is printed. */
const PRINTS_REGION_CODE: ReadonlySet<string> = new Set(['US', 'CA', 'AU', 'BR', 'IT']);

const isLatin = (text: string) => !/\p{Letter}/u.test(text.replace(/\p{Script=Latin}/gu, ''));

function nameRegion({ country, region }: Pick<AddressFields, 'country' | 'region'>, usesLatin: boolean): string {
  const found = findRegion(country, region);
  if (!found) return region;
  if (PRINTS_REGION_CODE.has(country)) return found.code;
  return usesLatin ? (found.latin ?? found.name) : found.name;
}

/** Text before a part is only printed together with the part, between two parts or at the beginning of the line, as in `LT-%Z`. */
function printLine(line: string, parts: Record<string, string>): string {
  let printed = '';
  for (const [index, [, before = '', letter = '']] of [...line.matchAll(/([^%]*)%([NACSZ])/g)].entries()) {
    const part = parts[letter];
    if (part) printed += (printed || index === 0 ? before : '') + part;
  }
  return printed;
}

/** A city that the country's format has no place for gets a line of its own, because a carrier may need it. */
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

/** Checks and normalizes an address by the rules of its country, and formats it as text for orders, emails and documents. */
/** Line breaks stay, because a street may have two lines. */
const tidy = (text: string) =>
  text
    .normalize('NFC')
    .split('\n')
    .map((line) => line.trim().replace(/[^\S\n]+/gu, ' '))
    .filter(Boolean)
    .join('\n');

/** Full-width digits and letters become normal ones. */
const tidyPostcode = (text: string) =>
  tidy(text.normalize('NFKC'))
    .replace(/[‐‑‒–—−]/gu, '-')
    .toUpperCase();

const isPostcode = (format: AddressFormat, postcode: string) => !format.postcode || new RegExp(`^(?:${format.postcode})$`).test(postcode);

/** Trimmed, the country in capitals, and the region by its code where the country has a list of them. Anything else stays as it was typed. */
export function normalizeAddress({ recipient, street, postcode, city, region, country }: AddressFields): AddressFields {
  const code = country.toUpperCase();
  return {
    recipient: tidy(recipient),
    street: tidy(street),
    postcode: tidyPostcode(postcode),
    city: tidy(city),
    region: findRegion(code, region)?.code ?? tidy(region),
    country: code,
  };
}

/** `path`: of the region's field. Null if the country has no list of regions, or the region is in it. */
export function findRegionIssue({ country, region }: Pick<AddressFields, 'country' | 'region'>, path: string): Issue | null {
  const { regions } = getAddressFormat(country);
  if (!regions || !region.trim() || findRegion(country, region)) return null;
  const list = regions.map(({ code, name, latin = name }) => `${latin} (${code})`).join(', ');
  return { path, code: 'unknown_region', message: `isn't a region of ${nameCountry(country)}. Its regions: ${list}` };
}

/** For a normalized address. `prefix`: the beginning of the fields' paths. */
function listIssues({ postcode, city, region, country }: AddressFields, prefix: string): Issue[] {
  const format = getAddressFormat(country);
  const { regions, required, example } = format;
  const issues: Issue[] = [];
  const addRequired = (path: string) => issues.push({ path: prefix + path, code: 'required', message: 'is required' });
  if (!city && format.lines.some((line) => line.includes('%C'))) addRequired('city');
  const regionIssue = findRegionIssue({ country, region }, `${prefix}region`);
  if (regionIssue) issues.push(regionIssue);
  else if (!region && regions && required.includes('S')) addRequired('region');
  if (!postcode && required.includes('Z')) addRequired('postcode');
  else if (postcode && !isPostcode(format, postcode)) {
    const message = `isn't a postcode of ${nameCountry(country)}${example ? `, such as ${example}` : ''}`;
    issues.push({ path: `${prefix}postcode`, code: 'invalid_postcode', message, ...(example && { example }) });
  } else if (COUNTRIES_WITH_STATES.includes(country)) {
    // A wrong state would choose the wrong tax, although the parcel arrives by its postcode.
    const state = findRegion(country, region);
    if (postcode && state?.postcode && !new RegExp(`^(?:${state.postcode})`).test(postcode))
      issues.push({ path: `${prefix}postcode`, code: 'postcode_elsewhere', message: `isn't in ${state.name}`, example: state.name });
  }
  return issues;
}

export const isCompleteAddress = (address: AddressFields): boolean => listIssues(normalizeAddress(address), '').length === 0;

/** Throws `invalid_request` that names the fields. */
export function checkAddress(fields: AddressFields, prefix = ''): AddressFields {
  const address = normalizeAddress(fields);
  const issues = listIssues(address, prefix);
  if (!issues.length) return address;
  throw createIssuesError(issues);
}
