/** Countries and regions as people type them: `US, CA, US: New York`. */
import { parseNumber } from '../../../parse-number.ts';

interface Territory {
  country: string;
  region: string;
}

const COUNTRY = /^([a-z]{2}|\*)$/i;

const formatTerritory = ({ country, region }: Territory): string => (region ? `${country}: ${region}` : country);

export const formatTerritories = (places: readonly Territory[]): string => places.map(formatTerritory).join(', ');

/** Null where it isn't one. */
function parseTerritory(text: string): Territory | null {
  const [country = '', ...region] = text.split(':').map((part) => part.trim());
  return COUNTRY.test(country) ? { country: country.toUpperCase(), region: region.join(':') } : null;
}

/** Null where one of them isn't a place, or there is none. */
export function parseTerritories(text: string): Territory[] | null {
  const places = text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map(parseTerritory);
  const known = places.filter((place) => place !== null);
  return known.length && known.length === places.length ? known : null;
}

type TaxRate = Territory & { rate: number };

export const formatTaxRates = (rates: readonly TaxRate[]): string =>
  rates.map(({ rate, ...place }) => `${formatTerritory(place)}: ${rate}`).join('\n');

/** The number of the first line that isn't a place with a percentage, counted from 1; otherwise the rates with their lines. */
export function parseTaxRates(text: string): { rates: TaxRate[]; lines: number[] } | number {
  const rates: TaxRate[] = [];
  const lines: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (!line.trim()) continue;
    const [, before = '', percentage = ''] = /^(.*):\s*(\d+(?:\.\d+)?)\s*%?\s*$/.exec(line) ?? [];
    const place = parseTerritory(before);
    const rate = Number(percentage);
    if (!place || percentage === '' || rate > 100) return index + 1;
    rates.push({ ...place, rate });
    lines.push(index + 1);
  }
  return { rates, lines };
}

interface Tier {
  from: number;
  price: number;
}

export const formatTiers = (tiers: readonly Tier[], isFlat: boolean): string =>
  isFlat ? String(tiers[0]?.price ?? '') : tiers.map(({ from, price }) => `${from}: ${price}`).join(', ');

/** Null where it is no price, nor a list of tiers. */
export function parseTiers(text: string, isFlat: boolean): Tier[] | null {
  const isNumber = (part: string) => /^\d+(\.\d+)?$/.test(part);
  if (isFlat) {
    const price = parseNumber(text);
    return price !== null && price >= 0 ? [{ from: 0, price }] : null;
  }
  const tiers = text.split(',').map((part) => part.split(':').map((it) => it.trim()));
  if (tiers.some((tier) => tier.length !== 2 || !tier.every(isNumber))) return null;
  return tiers.map(([from = '', price = '']) => ({ from: Number(from), price: Number(price) }));
}
