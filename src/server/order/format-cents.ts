import { toDollars } from '../../contract/money.ts';
import { formatMoney } from '../../contract/money-format.ts';

/** For the history of orders and for error messages, which are in English. `currency`: as an order stores it. */
export const formatCents = (cents: number, currency: string): string => formatMoney(toDollars(cents), { currency, locale: 'en-US' });
