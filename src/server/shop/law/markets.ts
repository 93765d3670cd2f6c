/** Which countries belong to which market. As of November 2026. */
import { EUROPEAN_UNION } from '../../../contract/european-union.ts';
import { LAW_MARKETS, type LawMarket } from '../../../contract/law.ts';

/** They take over the Union's law of consumers, and not its taxes. */
const EEA_COUNTRIES: readonly string[] = ['IS', 'LI', 'NO'];

/** Its own law; `other`: none of those. */
export function toMarket(country: string): LawMarket {
  if (EUROPEAN_UNION.includes(country) || EEA_COUNTRIES.includes(country)) return 'EU';
  return LAW_MARKETS.find((it) => it === country) ?? 'other';
}

/** In the order of all markets. Null: the shop ships everywhere. */
export function listMarkets(countries: readonly string[] | null): LawMarket[] {
  if (countries === null) return [...LAW_MARKETS];
  const found = new Set(countries.map(toMarket));
  return LAW_MARKETS.filter((it) => found.has(it));
}
