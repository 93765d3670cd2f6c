/** The European Union's 27 members, as of November 2026: https://european-union.europa.eu */
export const EUROPEAN_UNION: readonly string[] = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(
  ' ',
);

/** By ISO 3166. Great Britain has kept many of the Union's rules for consumers. */
export const isInEuropeanUnion = (country: string, { withUnitedKingdom = false } = {}): boolean =>
  EUROPEAN_UNION.includes(country) || (withUnitedKingdom && country === 'GB');
