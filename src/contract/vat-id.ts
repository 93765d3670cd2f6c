/** VAT IDs by their form: of each country of the European Union, Northern Ireland, Great Britain and Switzerland. Whether one is in use, VIES knows. */
import { VAT_CHECKS } from './vat-id-checks.ts';

interface VatForm {
  /** ISO 3166; Greek VAT IDs begin with EL, those of Northern Ireland with XI. */
  country: string;
  /** What follows the prefix. */
  pattern: RegExp;
  /** Anybody who invents one gets it wrong nine times of ten. Absent: only its pattern is checked. */
  isChecked?: (digits: string) => boolean;
  example: string;
}

/** By prefix. */
export const VAT_FORMS: Readonly<Record<string, VatForm>> = {
  AT: { country: 'AT', pattern: /^U\d{8}$/, isChecked: VAT_CHECKS.AT, example: 'ATU13585627' },
  BE: { country: 'BE', pattern: /^[01]\d{9}$/, isChecked: VAT_CHECKS.BE, example: 'BE0428759497' },
  BG: { country: 'BG', pattern: /^\d{9,10}$/, example: 'BG175074752' },
  CY: { country: 'CY', pattern: /^\d{8}[A-Z]$/, example: 'CY10259033P' },
  CZ: { country: 'CZ', pattern: /^\d{8,10}$/, example: 'CZ25123891' },
  DE: { country: 'DE', pattern: /^[1-9]\d{8}$/, isChecked: VAT_CHECKS.DE, example: 'DE136695976' },
  DK: { country: 'DK', pattern: /^[1-9]\d{7}$/, isChecked: VAT_CHECKS.DK, example: 'DK13585628' },
  EE: { country: 'EE', pattern: /^\d{9}$/, isChecked: VAT_CHECKS.EE, example: 'EE100931558' },
  EL: { country: 'GR', pattern: /^\d{9}$/, isChecked: VAT_CHECKS.EL, example: 'EL094259216' },
  ES: { country: 'ES', pattern: /^([A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/, example: 'ESB64717838' },
  FI: { country: 'FI', pattern: /^\d{8}$/, isChecked: VAT_CHECKS.FI, example: 'FI20774740' },
  FR: { country: 'FR', pattern: /^[A-HJ-NP-Z\d]{2}\d{9}$/, isChecked: VAT_CHECKS.FR, example: 'FR40303265045' },
  GB: { country: 'GB', pattern: /^(\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/, isChecked: VAT_CHECKS.GB, example: 'GB980780684' },
  HR: { country: 'HR', pattern: /^\d{11}$/, isChecked: VAT_CHECKS.HR, example: 'HR33392005961' },
  HU: { country: 'HU', pattern: /^\d{8}$/, isChecked: VAT_CHECKS.HU, example: 'HU12892312' },
  IE: { country: 'IE', pattern: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/, isChecked: VAT_CHECKS.IE, example: 'IE6433435F' },
  IT: { country: 'IT', pattern: /^\d{11}$/, isChecked: VAT_CHECKS.IT, example: 'IT00743110157' },
  LT: { country: 'LT', pattern: /^(\d{9}|\d{12})$/, example: 'LT119511515' },
  LU: { country: 'LU', pattern: /^\d{8}$/, isChecked: VAT_CHECKS.LU, example: 'LU15027442' },
  LV: { country: 'LV', pattern: /^\d{11}$/, example: 'LV40003521600' },
  MT: { country: 'MT', pattern: /^\d{8}$/, isChecked: VAT_CHECKS.MT, example: 'MT11679112' },
  NL: { country: 'NL', pattern: /^[A-Z\d+*]{9}B\d{2}$/, isChecked: VAT_CHECKS.NL, example: 'NL004495445B01' },
  PL: { country: 'PL', pattern: /^\d{10}$/, isChecked: VAT_CHECKS.PL, example: 'PL8567346215' },
  PT: { country: 'PT', pattern: /^[1-9]\d{8}$/, isChecked: VAT_CHECKS.PT, example: 'PT501964843' },
  RO: { country: 'RO', pattern: /^[1-9]\d{1,9}$/, example: 'RO18547290' },
  SE: { country: 'SE', pattern: /^\d{10}\d{2}$/, isChecked: VAT_CHECKS.SE, example: 'SE556188840401' },
  SI: { country: 'SI', pattern: /^[1-9]\d{7}$/, isChecked: VAT_CHECKS.SI, example: 'SI50223054' },
  SK: { country: 'SK', pattern: /^[1-9]\d{9}$/, isChecked: VAT_CHECKS.SK, example: 'SK2022749619' },
  XI: { country: 'GB', pattern: /^(\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/, isChecked: VAT_CHECKS.GB, example: 'XI980780684' },
  CHE: { country: 'CH', pattern: /^\d{9}(MWST|TVA|IVA)?$/, isChecked: VAT_CHECKS.CHE, example: 'CHE107787577MWST' },
};

/** Outside of the union's VAT area, so that VIES doesn't know them. */
const WITHOUT_VIES = ['GB', 'CHE'];

/** Those whose VAT IDs VIES confirms, by prefix: the members, and Northern Ireland for goods. */
export const VIES_PREFIXES: readonly string[] = Object.keys(VAT_FORMS).filter((it) => !WITHOUT_VIES.includes(it));

export interface VatId {
  /** `AT`; of Greece `EL`, of Switzerland `CHE`. */
  prefix: string;
  number: string;
}

/** As people type it: `at u 135.856-27`. What else is in it makes it none. */
const clean = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s.\-‐-―]/gu, '')
    .toUpperCase();

/** Null: it isn't one, by its form. Without a prefix it is none either: the same digits are numbers of several countries. */
export function parseVatId(text: string): VatId | null {
  const typed = clean(text);
  const prefix = typed.startsWith('CHE') ? 'CHE' : typed.slice(0, 2).replace(/^GR$/, 'EL');
  const form = Object.hasOwn(VAT_FORMS, prefix) ? VAT_FORMS[prefix] : undefined;
  const rest = typed.slice(prefix.length);
  // An older Belgian one has a digit less.
  const number = prefix === 'BE' && /^\d{9}$/.test(rest) ? `0${rest}` : rest;
  if (!form?.pattern.test(number) || form.isChecked?.(number) === false) return null;
  return { prefix, number };
}

/** As it is stored and shown: `ATU13585627`. */
export const formatVatId = ({ prefix, number }: VatId): string => prefix + number;

export interface VatLocation {
  country: string;
  postcode: string;
}

/** The prefix of VAT IDs of a place; null: it has none of these. Northern Ireland is told by its postcodes. */
export function findVatPrefix({ country, postcode }: VatLocation): string | null {
  if (country === 'GB' && /^BT/iu.test(postcode.trim())) return 'XI';
  return Object.keys(VAT_FORMS).find((prefix) => prefix !== 'XI' && VAT_FORMS[prefix]?.country === country) ?? null;
}

/** Companies of Northern Ireland have both. */
export const isOfCountry = ({ prefix }: VatId, place: VatLocation): boolean => {
  const own = findVatPrefix(place);
  return prefix === own || (prefix === 'GB' && own === 'XI');
};

/** Where it belongs to the union's VAT area: of Northern Ireland, goods do and services don't. */
export const isInVatArea = (prefix: string | null, isGoods: boolean): boolean =>
  prefix !== null && VIES_PREFIXES.includes(prefix) && (isGoods || prefix !== 'XI');
