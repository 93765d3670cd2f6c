/** The life of an order, in one place: whatever changes a status asks here first. */
import type { OrderStatus } from '../../contract/order.ts';

/**
 * pay: the provider says it is paid, and the amount is right.
 * pay_in_doubt: paid, but a wrong amount, or the stock was gone by then.
 * cancel: the shopper gives up (or opens a newer checkout), or the provider failed. expire: nobody paid in time.
 */
export type OrderEvent = 'pay' | 'pay_in_doubt' | 'cancel' | 'expire';

/** What has to happen to the stock of the order's lines along with the new status. */
export type StockEffect = 'stays' | 'comes_back' | 'is_taken_again';

export type Step = { to: OrderStatus; stock: StockEffect } | { refusal: string };

const stay = (to: OrderStatus): Step => ({ to, stock: 'stays' });

/** Money that arrived always wins: no event leads from paid or review to anything else. */
export function nextStatus(from: OrderStatus, event: OrderEvent): Step {
  switch (from) {
    case 'pending':
      return fromPending(event);
    case 'cancelled':
    case 'expired':
      return fromUnpaid(from, event);
    case 'paid':
    case 'review':
      return event === 'cancel' ? { refusal: "This order is paid, so it can't be cancelled here" } : stay(from);
    default:
      return from satisfies never;
  }
}

function fromPending(event: OrderEvent): Step {
  switch (event) {
    case 'pay':
      return stay('paid');
    case 'pay_in_doubt':
      return stay('review');
    case 'cancel':
      return { to: 'cancelled', stock: 'comes_back' };
    case 'expire':
      return { to: 'expired', stock: 'comes_back' };
    default:
      return event satisfies never;
  }
}

function fromUnpaid(from: 'cancelled' | 'expired', event: OrderEvent): Step {
  switch (event) {
    case 'pay':
      // Its stock was given back: the order is paid only if all of it is still there.
      return { to: 'paid', stock: 'is_taken_again' };
    case 'pay_in_doubt':
      return stay('review');
    case 'cancel':
    case 'expire':
      return stay(from);
    default:
      return event satisfies never;
  }
}
