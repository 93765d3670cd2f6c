/** How much of an order's payment has been refunded, as far as the shop and its payment provider know. */
import type { Database } from '../../../platform/database/connect.ts';
import type { PaymentEvent } from '../../payments/provider.ts';
import { updateProviderRefunds } from '../checkout/order-write.repository.ts';
import type { LockedOrder } from '../lifecycle/row-lock.repository.ts';
import { findOwnPayment, type OrderPayment } from '../payments/payment.repository.ts';
import { sumCompletedRefunds, sumRefundsFailedSince } from './refund.repository.ts';

/** Stores the sum of the provider's newest event; events may arrive in any order. Returns the updated order. */
export async function keepProviderSum(tx: Database, order: LockedOrder, { at, amountCents }: PaymentEvent): Promise<LockedOrder> {
  const { providerRefundedAt, providerRefundedCents } = order;
  const age = providerRefundedAt ? at.getTime() - providerRefundedAt.getTime() : 1;
  // Times are in whole seconds: of two events in the same second, the larger sum is the later one.
  if (age < 0 || (age === 0 && amountCents <= (providerRefundedCents ?? 0))) return order;
  await updateProviderRefunds(tx, order.id, amountCents, at);
  return { ...order, providerRefundedCents: amountCents, providerRefundedAt: at };
}

export interface RefundState {
  /** The order's refunded sum. */
  refundedCents: number;
  /** All that was paid went back. */
  isFull: boolean;
}

type Paid = Pick<OrderPayment, 'amountCents' | 'currency'>;

/**
 * What a refund of its payment means for an order. What was paid beyond its total goes back first, which changes nothing about the order; of another
 * currency the same share counts as refunded.
 */
export function toOrderRefund(order: Pick<LockedOrder, 'totalCents' | 'currency'>, paid: Paid | null, cents: number): RefundState {
  const { amountCents, currency } = paid ?? { amountCents: order.totalCents, currency: order.currency };
  const isFull = cents >= amountCents;
  if (currency !== order.currency)
    return { isFull, refundedCents: isFull ? order.totalCents : Math.floor((order.totalCents * cents) / amountCents) };
  return { isFull, refundedCents: Math.min(order.totalCents, Math.max(0, cents - Math.max(0, amountCents - order.totalCents))) };
}

/**
 * The provider's newest sum, minus what has failed since, or the sum of the shop's own refunds, whichever is larger, because either may
 * lack the latest one. It only depends on stored values, so events may come in any order.
 */
export async function readRefundState(tx: Database, order: LockedOrder): Promise<RefundState> {
  const { providerRefundedCents: told, providerRefundedAt: at } = order;
  const toldCents = told === null || at === null ? 0 : told - (await sumRefundsFailedSince(tx, order.id, at));
  const cents = Math.max(toldCents, await sumCompletedRefunds(tx, order.id));
  return toOrderRefund(order, await findOwnPayment(tx, order.id), cents);
}
