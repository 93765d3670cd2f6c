/** Which countries belong to which market. As of November 2026. */
import { LAW_MARKETS, type LawMarket } from '../../../contract/law.ts';

export const EU_COUNTRIES: readonly string[] = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(
  ' ',
);

/** They take over the Union's law of consumers, and not its taxes. */
const EEA_COUNTRIES: readonly string[] = ['IS', 'LI', 'NO'];

/** Its own law; `other`: none of those. */
export function toMarket(country: string): LawMarket {
  if (EU_COUNTRIES.includes(country) || EEA_COUNTRIES.includes(country)) return 'EU';
  return LAW_MARKETS.find((it) => it === country) ?? 'other';
}

/** In the order of all markets. Null: the shop ships everywhere. */
export function listMarkets(countries: readonly string[] | null): LawMarket[] {
  if (countries === null) return [...LAW_MARKETS];
  const found = new Set(countries.map(toMarket));
  return LAW_MARKETS.filter((it) => found.has(it));
}
