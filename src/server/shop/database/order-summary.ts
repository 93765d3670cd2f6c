/** An order in a short list: of a customer's page, of the dashboard. */
import { toDollars } from '../../../contract/money.ts';
import { orders } from './schema/order.ts';

export const orderSummaryColumns = {
  _id: orders.id,
  number: orders.number,
  status: orders.status,
  currency: orders.currency,
  cents: orders.totalCents,
  address: orders.address,
  createdAt: orders.createdAt,
  paidAt: orders.paidAt,
};

/** Converts a row with those columns to the contract's form; further columns stay as they are. */
export function toOrderSummary<Row extends { cents: number; currency: string; createdAt: Date; paidAt: Date | null }>({
  cents,
  currency,
  createdAt,
  paidAt,
  ...order
}: Row) {
  return {
    ...order,
    currency: currency.toUpperCase(),
    total: toDollars(cents),
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
  };
}
