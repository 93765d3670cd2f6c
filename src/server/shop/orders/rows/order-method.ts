/** How an order is paid by hand, as its customer and the team see it. */
import { toReference } from '../../../../contract/iban.ts';
import { toDollars } from '../../../../contract/money.ts';
import type { Order } from '../../../../contract/order-fields.ts';
import type { orders } from '../../database/schema/order.ts';
import { toUnpaid } from '../lifecycle/order.state.ts';

const AWAITED_STATUSES: readonly string[] = ['pending', 'shipped', 'delivered'];

type Row = Pick<typeof orders.$inferSelect, 'number' | 'status' | 'paidAt' | 'dueAt' | 'paymentMethod' | 'feeCents'>;

/** What its customer has to know to pay it, until it is paid or has ended. */
export function toMethodParts(order: Row): Pick<Order, 'paymentMethod' | 'fee'> {
  const { number, status, dueAt, paymentMethod: method, feeCents } = order;
  if (!method) return {};
  const { _id, kind, name, instructions, account } = method;
  const isAwaited = toUnpaid(order) !== undefined && AWAITED_STATUSES.includes(status);
  const told = {
    ...(instructions && { instructions }),
    ...(account && { account }),
    ...(kind === 'bank_transfer' && number !== null && { reference: toReference(number) }),
    ...(dueAt && { dueAt: dueAt.toISOString() }),
  };
  return { paymentMethod: { _id, kind, name, isAwaited, ...(isAwaited && told) }, ...(feeCents > 0 && { fee: toDollars(feeCents) }) };
}
