/**
 * Where the money of a refund goes: first back to the gift cards and the store credit that paid, up to what they paid, then to the payment. So nobody turns
 * a gift card into cash, and no part gets more than it gave (docs/decisions/0143-gift-cards.md).
 */
import type { Database } from '../../../platform/database/connect.ts';
import { AppError, createIssuesError } from '../../../platform/errors.ts';
import type { BalanceCause } from '../../balances/balance.repository.ts';
import { giveBackBalance, sumOrderBalance } from '../../balances/order-balance.ts';
import { creditRefund } from '../../balances/store-credit.service.ts';
import type { LockedOrder } from '../rows/order-lock.repository.ts';
import { getDueCents } from '../rows/order-method.ts';
import { findOwnPayment } from '../rows/payment.repository.ts';
import { type PendingRefund, sumPendingBalance, sumPendingRefunds } from '../rows/refund.repository.ts';

interface Refundable {
  /** Of the amount: usually the order's. If another one was paid, what was paid comes first. */
  currency: string;
  refundableCents: number;
  /** What of it goes back to balances. */
  balanceLeftCents: number;
}

/** Refunds that wait for the provider's answer count as made. */
export async function findRefundableSum(tx: Database, order: LockedOrder): Promise<Refundable> {
  const paid = await findOwnPayment(tx, order.id);
  const { spentCents, refundedCents: credited } = await sumOrderBalance(tx, order.id);
  const pendingBalance = await sumPendingBalance(tx, order.id);
  const pending = (await sumPendingRefunds(tx, order.id)) - pendingBalance;
  // Store credit that was given instead of money.
  const instead = Math.max(0, credited - spentCents);
  const ofOrder = spentCents > 0 && !order.paymentId ? 0 : getDueCents(order) - Math.max(0, order.refundedCents - credited);
  const paymentLeft = (paid ? paid.amountCents - paid.refundedCents : ofOrder) - instead;
  const balanceLeftCents = Math.max(0, spentCents - credited - pendingBalance);
  if (paid && paid.currency !== order.currency && paymentLeft - pending > 0)
    return { currency: paid.currency, refundableCents: paymentLeft - pending, balanceLeftCents: 0 };
  const extraPending = Math.max(0, pendingBalance - Math.max(0, spentCents - credited));
  return { currency: order.currency, refundableCents: paymentLeft - pending - extraPending + balanceLeftCents, balanceLeftCents };
}

interface Wanted {
  amountCents: number;
  toStoreCredit: boolean;
}

/** How much of the amount goes to balances. Throws `invalid_request` where there is nobody to get store credit, and `payment_unknown`. */
export function splitRefund(
  order: LockedOrder,
  { currency, balanceLeftCents }: Refundable,
  { amountCents, toStoreCredit }: Wanted,
): number {
  if (toStoreCredit) {
    if (order.userId !== null && currency === order.currency) return amountCents;
    const message = order.userId === null ? 'only an account has store credit' : 'must be in the currency of the order';
    throw createIssuesError([{ path: 'toStoreCredit', code: 'not_allowed', message }]);
  }
  const balanceCents = currency === order.currency ? Math.min(amountCents, balanceLeftCents) : 0;
  if (balanceCents < amountCents && !order.paymentId)
    throw new AppError('payment_unknown', "The payment of this order isn't known, so it can't be refunded from here");
  return balanceCents;
}

/** In the transaction that records the refund. */
export async function refundToBalance(tx: Database, order: LockedOrder, refund: PendingRefund, cause: BalanceCause): Promise<void> {
  const { id: refundId, balanceCents: cents, toStoreCredit } = refund;
  if (cents === 0) return;
  const of = { orderId: order.id, refundId, cents };
  const rest = toStoreCredit ? cents : await giveBackBalance(tx, of, cause);
  if (rest > 0 && order.userId !== null)
    await creditRefund(tx, { ...of, userId: order.userId, currency: order.currency, cents: rest }, cause);
}
