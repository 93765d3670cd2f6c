/** Addresses that keep to the rules of their countries. */
import type { AddressFields } from '../../src/contract/address.ts';

/** By country, and where it has regions by their code. */
const TOWNS: Record<string, Omit<AddressFields, 'recipient' | 'country'>> = {
  US: { street: '1455 NW Market St', city: 'Portland', region: 'OR', postcode: '97205' },
  'US CA': { street: '1 Market Street', city: 'San Francisco', region: 'CA', postcode: '94105' },
  'US NY': { street: '20 W 34th St', city: 'New York', region: 'NY', postcode: '10001' },
  'US OH': { street: '1 Capitol Square', city: 'Columbus', region: 'OH', postcode: '43215' },
  CA: { street: '111 Wellington St', city: 'Ottawa', region: 'ON', postcode: 'K1A 0B1' },
  DE: { street: 'Invalidenstraße 1', city: 'Berlin', region: '', postcode: '10115' },
  AT: { street: 'Praterstraße 1', city: 'Wien', region: '', postcode: '1020' },
  CH: { street: 'Bahnhofstrasse 1', city: 'Zürich', region: '', postcode: '8001' },
  GB: { street: '1 Donegall Square', city: 'Belfast', region: '', postcode: 'BT1 5GS' },
  FR: { street: '1 Rue de Rivoli', city: 'Paris', region: '', postcode: '75001' },
  JP: { street: '4-5-6 Ginza', city: 'Chuo-ku', region: '13', postcode: '104-0061' },
  AQ: { street: 'McMurdo Station', city: 'Ross Island', region: '', postcode: '' },
};

const REGION_CODES: Record<string, string> = { ohio: 'OH', 'new york': 'NY', california: 'CA' };

/** `region`: by code or name, as the address then has it. */
export function makeShipTo(country = 'US', region = '', recipient = 'Ada Shopper'): AddressFields {
  const code = REGION_CODES[region.trim().toLowerCase()] ?? region.trim().toUpperCase();
  const town = TOWNS[`${country} ${code}`] ?? TOWNS[country];
  if (!town) throw new Error(`tests/support/addresses.ts has no town in ${country} ${region}`);
  return { recipient, ...town, ...(region && { region }), country };
}
