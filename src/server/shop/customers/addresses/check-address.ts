/** Checks an address by the rules of its country, and writes it as it is stored. */
import type { AddressFields } from '../../../../contract/address.ts';
import { COUNTRIES_WITH_STATES, nameCountry } from '../../../../contract/countries.ts';
import type { Issue } from '../../../../contract/errors.ts';
import { AppError } from '../../../platform/errors.ts';
import { type AddressFormat, findRegion, getAddressFormat } from './address-format.ts';

/** Full-width digits and letters are those that everybody else writes. Line breaks stay: a street may have two lines. */
const tidy = (text: string) =>
  text
    .normalize('NFC')
    .split('\n')
    .map((line) => line.trim().replace(/[^\S\n]+/gu, ' '))
    .filter(Boolean)
    .join('\n');

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

/** `path`: of the region's field. Null where the country has no list of regions, or the region is in it. */
export function findRegionIssue({ country, region }: Pick<AddressFields, 'country' | 'region'>, path: string): Issue | null {
  const { regions } = getAddressFormat(country);
  if (!regions || !region.trim() || findRegion(country, region)) return null;
  const list = regions.map(({ code, name, latin = name }) => `${latin} (${code})`).join(', ');
  return { path, code: 'unknown_region', message: `isn't a region of ${nameCountry(country)}. It has: ${list}` };
}

/** For a normalized address. `prefix` stands before the fields' names. */
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
    // Otherwise a wrong state would choose the tax, and the parcel would go by the postcode all the same.
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
  throw new AppError('invalid_request', issues.map(({ path, message }) => `${path} ${message}`).join(', '), { issues });
}
