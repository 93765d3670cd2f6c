/** The 27 members of the European Union, by https://european-union.europa.eu, as of November 2026. */
export const EUROPEAN_UNION = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE';
