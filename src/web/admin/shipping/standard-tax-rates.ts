/**
 * The rates of value added tax, or goods and services tax, by country: proposals, which the owner checks and saves. Read on 27 November 2026.
 *
 * European Union, United Kingdom, Switzerland, Iceland, Liechtenstein and Norway: the Commission's "Taxes in Europe" database
 * (https://ec.europa.eu/taxation_customs/tedb), gov.uk and estv.admin.ch, by their copy of 22 August 2026 in
 * https://github.com/vatnode/eu-vat-rates-data-js, compared with https://github.com/ibericode/vat-rates. Without rates of single regions, such as
 * Corsica or the Azores. Others, state of January 2026: ato.gov.au (AU), ird.govt.nz (NZ), nta.go.jp (JP), iras.gov.sg (SG), sars.gov.za (ZA).
 *
 * The United States and Canada have none: there it depends on the state or province, often on county and city, and on where the shop has to collect
 * tax at all. Any other country isn't known here.
 */
import type { ShippingSettings, TaxSettings } from '../../../contract/pricing-settings.ts';
import { EU } from './country-groups.ts';

/** For the page: of what day the rates are. */
export const RATES_READ_ON = '2026-11-27';

/** The standard rate, then the reduced ones; of several the one first that most goods have which are taxed so. */
const RATES: Readonly<Record<string, readonly [standard: number, ...reduced: number[]]>> = {
  ...{ AT: [20, 10, 13, 4.9], BE: [21, 6, 12], BG: [20, 9], CY: [19, 5, 9, 3], CZ: [21, 12], DE: [19, 7], DK: [25], EE: [24, 9, 13] },
  ...{ ES: [21, 10, 4], FI: [25.5, 13.5, 10], FR: [20, 5.5, 10, 2.1], GR: [24, 13, 6], HR: [25, 5, 13], HU: [27, 5, 18] },
  ...{ IE: [23, 13.5, 9, 4.8], IT: [22, 10, 5, 4], LT: [21, 5, 12], LU: [17, 8, 3, 14], LV: [21, 12, 5], MT: [18, 5, 7, 12] },
  ...{ NL: [21, 9], PL: [23, 8, 5], PT: [23, 6, 13], RO: [21, 11], SE: [25, 6, 12], SI: [22, 9.5, 5], SK: [23, 19, 5] },
  ...{ CH: [8.1, 2.6, 3.8], GB: [20, 5], IS: [24, 11], LI: [8.1, 2.6, 3.8], NO: [25, 15, 12] },
  ...{ AU: [10], JP: [10, 8], NZ: [15], SG: [9], ZA: [15] },
};

/** Where tax depends on much more than the country. */
const BY_REGION = ['US', 'CA'];

interface StandardRate {
  country: string;
  /** Per cent. */
  rate: number;
}

export interface TaxProposal {
  /** Null: none is known. */
  own: StandardRate | null;
  /** The rates of all members, for a shop in the European Union; otherwise none. */
  union: StandardRate[];
  isByRegion: boolean;
}

const toRates = (countries: readonly string[]): StandardRate[] =>
  countries.flatMap((country) => {
    const [rate] = RATES[country] ?? [];
    return rate === undefined ? [] : [{ country, rate }];
  });

export function proposeTax(country: string): TaxProposal {
  const [own = null] = toRates([country]);
  return { own, union: EU.countries.includes(country) ? toRates(EU.countries) : [], isByRegion: BY_REGION.includes(country) };
}

/** The reduced rates of a country, of which a proposal takes the first. */
export const listReducedRates = (country: string): number[] => RATES[country]?.slice(1) ?? [];

/**
 * Standard and reduced rates of the countries where the shop sells: those of its zones, or where it sells everywhere its own, and the European Union's if it
 * is there.
 */
export function proposeRates(country: string, zones: ShippingSettings['zones']): TaxSettings['rates'] {
  const named = zones.flatMap(({ places }) => places.map((it) => it.country));
  const near = EU.countries.includes(country) ? EU.countries : [country];
  const countries = zones.length ? [...new Set([...named, ...(named.includes('*') ? near : [])])] : near;
  return countries.flatMap((code) => {
    const [standard, reduced] = RATES[code] ?? [];
    if (standard === undefined) return [];
    const place = { country: code, region: '' };
    return [{ ...place, rate: standard }, ...(reduced === undefined ? [] : [{ ...place, rate: reduced, class: 'reduced' }])];
  });
}
