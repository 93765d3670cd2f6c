import { formatMoney, toDollars } from '../../../../contract/money.ts';

/** For the history of orders and for error messages, which are in English. `currency`: as an order stores it. */
export function formatCents(cents: number, currency: string): string {
  // A provider's event may name what is no currency.
  if (!/^[a-z]{3}$/i.test(currency)) return `${toDollars(cents).toFixed(2)} ${currency}`;
  return formatMoney(toDollars(cents), { currency, locale: 'en-US' });
}
