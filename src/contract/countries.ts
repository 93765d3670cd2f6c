/** The countries that an address may be in, and where a shipping zone or a tax rate applies. */

/** The countries that an address may be in, by ISO 3166-1, and Kosovo (XK), which posts know by that code. Their names come from the platform. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW';

export const COUNTRY_CODES: readonly string[] = CODES.split(' ');

/** Where no parcel arrives without its state, province or territory. regions.ts lists them. */
export const COUNTRIES_WITH_STATES: readonly string[] = ['US', 'CA', 'AU'];

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** In English. `code`: in any case; text that is no country's code is returned as it is. */
export function nameCountry(code: string): string {
  try {
    return names.of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}

/** Where a shipping zone or a tax rate applies. */
export interface Territory {
  /** ISO 3166, or REST_OF_WORLD. */
  country: string;
  /** A state or province; empty: all of the country. */
  region: string;
}

/** What shipping and tax depend on. */
export interface Destination extends Territory {
  postcode: string;
}

/** The one way from an address to what it costs to send something there. */
export const toDestination = ({ country, region, postcode }: Destination): Destination => ({
  country: country.toUpperCase(),
  region: region.trim(),
  postcode: postcode.trim(),
});

/** Stands for every country that no other zone or rate names. */
export const REST_OF_WORLD = '*';
