import { toDollars } from '../../contract/money.ts';
import { formatMoney } from '../../contract/money-format.ts';

/** For an order's history and for refusals, both in English. `currency` as an order has it. */
export const formatCents = (cents: number, currency: string): string => formatMoney(toDollars(cents), { currency, locale: 'en-US' });
