/** How many decimals a currency has, and in which steps it can be paid. */

/** Intl's own digits are those of everyday use, which differ: forints have none there. As texts, which are short in a first visit. */
const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF';
const WITH_THREE_DECIMALS = 'BHD JOD KWD OMR TND';

/** How many decimals a price has. */
export function getCurrencyDigits(currency: string): 0 | 2 | 3 {
  const code = currency.toUpperCase();
  if (WITHOUT_DECIMALS.includes(code)) return 0;
  return WITH_THREE_DECIMALS.includes(code) ? 3 : 2;
}

/**
 * The smallest amount that can be paid, in the hundredths that all money is counted in: a whole unit where there are no decimals. Of thousandths only tens can be
 * paid, which are hundredths.
 */
export const getCurrencyStep = (currency: string): number => (getCurrencyDigits(currency) === 0 ? 100 : 1);
