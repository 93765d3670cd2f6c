/**
 * The standard rates of value added tax, or goods and services tax, by country: proposals, which the owner checks and saves. State of January 2026, by
 * the tax authorities: for the European Union the Commission's "Taxes in Europe" database (https://ec.europa.eu/taxation_customs/tedb), gov.uk (GB),
 * estv.admin.ch (CH, LI), skatteetaten.no (NO), skatturinn.is (IS), ato.gov.au (AU), ird.govt.nz (NZ), nta.go.jp (JP), iras.gov.sg (SG),
 * sars.gov.za (ZA).
 *
 * The United States and Canada have none: there it depends on the state or province, often on county and city, and on where the shop has to collect
 * tax at all. Any other country isn't known here.
 */
import { EU } from './country-groups.ts';

const STANDARD_RATES: Readonly<Record<string, number>> = {
  ...{ AT: 20, BE: 21, BG: 20, CY: 19, CZ: 21, DE: 19, DK: 25, EE: 24, ES: 21, FI: 25.5, FR: 20, GR: 24, HR: 25, HU: 27, IE: 23, IT: 22 },
  ...{ LT: 21, LU: 17, LV: 21, MT: 18, NL: 21, PL: 23, PT: 23, RO: 21, SE: 25, SI: 22, SK: 23 },
  ...{ CH: 8.1, GB: 20, IS: 24, LI: 8.1, NO: 25 },
  ...{ AU: 10, JP: 10, NZ: 15, SG: 9, ZA: 15 },
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
    const rate = STANDARD_RATES[country];
    return rate === undefined ? [] : [{ country, rate }];
  });

export function proposeTax(country: string): TaxProposal {
  const [own = null] = toRates([country]);
  return { own, union: EU.countries.includes(country) ? toRates(EU.countries) : [], isByRegion: BY_REGION.includes(country) };
}
