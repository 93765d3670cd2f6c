/** How an order is paid by hand, as its customer and the team see it. */
import { toReference } from '../../../../contract/iban.ts';
import { toDollars } from '../../../../contract/money.ts';
import type { Order } from '../../../../contract/order-fields.ts';
import { SENT_UNPAID_KINDS } from '../../../../contract/payment-method.ts';
import type { OrderShare } from '../../balances/balance.repository.ts';
import type { orders } from '../../database/schema/order.ts';

/** What its way to pay is asked for: the total, less what balances pay. */
export const getDueCents = ({ totalCents, balanceCents }: { totalCents: number; balanceCents: number }): number =>
  totalCents - balanceCents;

/** An order that was placed to be paid by hand, and isn't paid yet. */
export interface Unpaid {
  /** It is sent before anybody pays: on delivery, or on invoice. */
  isSentUnpaid: boolean;
}

type Payable = Pick<typeof orders.$inferSelect, 'number' | 'paidAt' | 'paymentMethod'>;

/** Undefined: it is paid, or a checkout. */
export const toUnpaid = ({ number, paidAt, paymentMethod }: Payable): Unpaid | undefined =>
  number === null || paidAt !== null ? undefined : { isSentUnpaid: SENT_UNPAID_KINDS.includes(paymentMethod?.kind ?? '') };

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

/** What gift cards and store credit pay of it, and what is left. */
export function toBalanceParts(
  order: { totalCents: number; balanceCents: number },
  shares: readonly OrderShare[] = [],
): Pick<Order, 'balance'> {
  if (order.balanceCents === 0) return {};
  const parts = shares
    .filter(({ askedCents }) => askedCents > 0)
    .map(({ kind, lastFour, askedCents }) => ({ kind, ...(lastFour !== null && { lastFour }), amount: toDollars(askedCents) }));
  return { balance: { amount: toDollars(order.balanceCents), due: toDollars(getDueCents(order)), parts } };
}
