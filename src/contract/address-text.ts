import { nameCountry } from './countries.ts';

export interface AddressParts {
  recipient: string;
  street: string;
  postcode: string;
  city: string;
  region: string;
  country: string;
}

/** The address as one text, which is how orders, emails and the profile store it. Empty parts are left out. */
export function formatAddress({ recipient, street, postcode, city, region, country }: AddressParts): string {
  const lines = [recipient, street, [postcode.trim(), city.trim()].filter(Boolean).join(' '), region, nameCountry(country)];
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}
