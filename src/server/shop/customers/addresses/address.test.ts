/** How addresses are checked and printed, by the rules of their countries. */
import { describe, expect, test } from 'vitest';
import type { AddressFields } from '../../../../contract/address.ts';
import { COUNTRY_CODES } from '../../../../contract/countries.ts';
import { checkAddress, formatAddress } from './address.ts';
import { getAddressFormat } from './address-format.ts';

const make = (country: string, fields: Partial<AddressFields>): AddressFields => ({
  recipient: 'Ada Lovelace',
  street: '1 Main Street',
  postcode: '',
  city: '',
  region: '',
  country,
  ...fields,
});

const print = (country: string, fields: Partial<AddressFields>) => formatAddress(checkAddress(make(country, fields)));

function listIssues(country: string, fields: Partial<AddressFields>) {
  try {
    checkAddress(make(country, fields), 'shipTo.');
    return [];
  } catch (error) {
    return (error as { issues: { path: string; code: string; example?: string }[] }).issues;
  }
}

describe('[ADDR-6] an address is printed in the format of its country', () => {
  test.each<[string, Partial<AddressFields>, string]>([
    ['US', { city: 'Portland', region: 'oregon', postcode: '97205' }, 'Ada Lovelace\n1 Main Street\nPortland, OR 97205\nUnited States'],
    ['DE', { street: 'Invalidenstr. 1', city: 'Berlin', postcode: '10115' }, 'Ada Lovelace\nInvalidenstr. 1\n10115 Berlin\nGermany'],
    ['GB', { city: 'London', postcode: 'sw1y 4le' }, 'Ada Lovelace\n1 Main Street\nLondon\nSW1Y 4LE\nUnited Kingdom'],
    ['CA', { city: 'Montréal', region: 'Québec', postcode: 'h2x 1y4' }, 'Ada Lovelace\n1 Main Street\nMontréal QC H2X 1Y4\nCanada'],
    ['IT', { city: 'Milano', region: 'Milano', postcode: '20121' }, 'Ada Lovelace\n1 Main Street\n20121 Milano MI\nItaly'],
    ['ES', { city: 'Sitges', region: 'B', postcode: '08870' }, 'Ada Lovelace\n1 Main Street\n08870 Sitges Barcelona\nSpain'],
    [
      'JP',
      { street: '4-5-6 Ginza', city: 'Chuo-ku', region: 'Tokyo', postcode: '104-0061' },
      'Ada Lovelace\n4-5-6 Ginza\nChuo-ku, Tokyo 104-0061\nJapan',
    ],
    [
      'JP',
      { recipient: '山田 花子', street: '銀座 4-5-6\n2F', city: '中央区', region: '東京都', postcode: '１０４－００６１' },
      '〒104-0061\n東京都\n中央区\n銀座 4-5-6\n2F\n山田 花子\nJapan',
    ],
    [
      'SG',
      { street: '1 Orchard Road', city: 'Singapore', postcode: '238801' },
      'Ada Lovelace\n1 Orchard Road\nSINGAPORE 238801\nSingapore',
    ],
    ['IE', { city: 'Dublin' }, 'Ada Lovelace\n1 Main Street\nDublin\nIreland'],
    ['XK', { city: 'Pristina', postcode: '10000' }, 'Ada Lovelace\n1 Main Street\n10000 Pristina\nKosovo'],
    ['TR', { city: 'Kadıköy', postcode: '34710' }, 'Ada Lovelace\n1 Main Street\n34710 Kadıköy\nTürkiye'],
    ['CR', { city: 'San José' }, 'Ada Lovelace\n1 Main Street\nSan José\nCosta Rica'],
  ])('%s %j', (country, fields, text) => {
    expect(print(country, fields)).toBe(text);
  });
});

describe('[ADDR-5] a country with regions has a list of them, by code and by name', () => {
  test.each<[string, string, string]>([
    ['US', 'california', 'CA'],
    ['US', ' CA ', 'CA'],
    ['US', 'New  York', 'NY'],
    ['CA', 'Quebec', 'QC'],
    ['BR', 'Sao Paulo', 'SP'],
    ['JP', '東京都', '13'],
    ['JP', 'Tokyo', '13'],
    ['ES', 'Araba', 'VI'],
    ['DE', 'Bayern', 'Bayern'],
  ])('%s %s', (country, region, code) => {
    expect(checkOnlyRegion(country, region)).toBe(code);
  });

  function checkOnlyRegion(country: string, region: string) {
    const { regions = [], example = '' } = getAddressFormat(country);
    const [issue] = listIssues(country, { region, city: 'X', postcode: example }).filter(({ path }) => path.endsWith('region'));
    if (issue) return issue;
    return regions.length ? regions.find(({ code }) => code === normalized(country, region))?.code : normalized(country, region);
  }

  const normalized = (country: string, region: string) => {
    // A postcode of that region, if the country's states have them.
    const fields = make(country, {
      region,
      city: 'X',
      postcode: POSTCODES[region.trim().toLowerCase()] ?? getAddressFormat(country).example ?? '',
    });
    return checkAddress(fields).region;
  };
  const POSTCODES: Record<string, string> = { california: '90001', ca: '90001', 'new  york': '10001', quebec: 'H2X 1Y4' };

  test('another text is refused at its field with the list, and so is an empty one', () => {
    for (const region of ['Calif.', 'Kalifornien', 'XX', 'C A'])
      expect(listIssues('US', { city: 'Los Angeles', region, postcode: '90001' })).toMatchObject([
        { path: 'shipTo.region', code: 'unknown_region', message: expect.stringContaining('California (CA)') },
      ]);
    expect(listIssues('US', { city: 'Los Angeles', postcode: '90001' })).toMatchObject([{ path: 'shipTo.region', code: 'required' }]);
  });
});

describe("[ADDR-7] postcodes are checked by the country's pattern, and the error has an example", () => {
  test.each<[string, string]>([
    ['DE', '1011'],
    ['DE', 'ABCDE'],
    ['US', '9720'],
    ['GB', '10115'],
    ['JP', '104-006'],
    ['CA', '97205'],
    ['XK', '90000'],
  ])('%s %s', (country, postcode) => {
    const { regions = [], example } = getAddressFormat(country);
    const fields = { postcode, city: 'X', region: regions[0]?.code ?? '' };
    expect(listIssues(country, fields)).toMatchObject([{ path: 'shipTo.postcode', code: 'invalid_postcode', example }]);
  });

  test('a postcode of another state is refused, because tax depends on the state and delivery on the postcode', () => {
    expect(listIssues('US', { city: 'Los Angeles', region: 'OR', postcode: '90001' })).toMatchObject([
      { path: 'shipTo.postcode', code: 'postcode_elsewhere', example: 'Oregon' },
    ]);
  });

  test('every example in the data matches its own pattern, and every country is known', () => {
    for (const country of COUNTRY_CODES) {
      const { regions = [], example = '', required, lines } = getAddressFormat(country);
      expect(lines.join(), country).toContain('%A');
      const city = lines.join().includes('%C') ? 'X' : '';
      const isByState = ['US', 'CA', 'AU'].includes(country);
      const issues = listIssues(country, { city, postcode: example, region: required.includes('S') ? (regions[0]?.code ?? '') : '' });
      expect(isByState ? issues.filter(({ code }) => code !== 'postcode_elsewhere') : issues, country).toEqual([]);
    }
  });
});
