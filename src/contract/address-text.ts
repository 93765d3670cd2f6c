import { nameCountry } from './countries.ts';

export interface AddressParts {
  recipient: string;
  street: string;
  postcode: string;
  city: string;
  region: string;
  country: string;
}

/** As orders, emails and the profile have an address: one text, with what is empty left out. */
export function formatAddress({ recipient, street, postcode, city, region, country }: AddressParts): string {
  const lines = [recipient, street, [postcode.trim(), city.trim()].filter(Boolean).join(' '), region, nameCountry(country)];
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}
