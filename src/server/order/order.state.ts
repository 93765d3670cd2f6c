/** The life of an order, in one place: whatever changes a status asks here first. */
import type { OrderStatus } from '../../contract/order.ts';

/**
 * pay: the provider says it is paid, and the amount is right. pay_in_doubt: paid, but a wrong amount, or the stock was gone.
 * cancel: the shopper gives up (or opens a newer checkout), or the provider failed. expire: nobody paid in time.
 * ship, deliver: an admin sends it, it arrived. refund: all of the money went back. accept: a review ended well.
 */
export type OrderEvent = 'pay' | 'pay_in_doubt' | 'cancel' | 'expire' | 'ship' | 'deliver' | 'refund' | 'accept';

/** What has to become of its stock along with the new status. `free`: it gives back what it holds, and keeps what is sold. */
export type StockEffect = 'stays' | 'free' | 'sold';

export type Transition = { to: OrderStatus; stock: StockEffect } | { error: string };

const keepStock = (to: OrderStatus): Transition => ({ to, stock: 'stays' });

/** Money that arrived always wins: no late word about a session leads away from an order that is paid. */
export function nextStatus(from: OrderStatus, event: OrderEvent): Transition {
  switch (event) {
    case 'pay':
    case 'pay_in_doubt':
      return afterPayment(from, event);
    case 'cancel':
    case 'expire':
      return afterEnd(from, event);
    case 'ship':
      return from === 'paid' ? keepStock('shipped') : { error: `Only a paid order can be shipped; this one is ${from}` };
    case 'deliver':
      return from === 'shipped' ? keepStock('delivered') : { error: `Only a shipped order can be delivered; this one is ${from}` };
    case 'refund':
      return afterRefund(from);
    case 'accept':
      return from === 'review'
        ? { to: 'paid', stock: 'sold' }
        : { error: `Only an order under review can be accepted; this one is ${from}` };
    default:
      return event satisfies never;
  }
}

function afterPayment(from: OrderStatus, event: 'pay' | 'pay_in_doubt'): Transition {
  switch (from) {
    case 'pending':
    case 'cancelled':
    case 'expired':
      // Of one that was given up the stock came back: it is paid only if all of it is still there.
      return event === 'pay' ? { to: 'paid', stock: 'sold' } : keepStock('review');
    case 'paid':
    case 'shipped':
    case 'delivered':
    case 'refunded':
    case 'review':
      return keepStock(from);
    default:
      return from satisfies never;
  }
}

function afterEnd(from: OrderStatus, event: 'cancel' | 'expire'): Transition {
  switch (from) {
    case 'pending':
      return { to: event === 'cancel' ? 'cancelled' : 'expired', stock: 'free' };
    case 'cancelled':
      return keepStock(from);
    case 'expired':
      // The provider's word that the session is over may be faster than the shopper who ended it.
      return keepStock(event === 'cancel' ? 'cancelled' : 'expired');
    case 'paid':
    case 'shipped':
    case 'delivered':
    case 'refunded':
    case 'review':
      return event === 'cancel' ? { error: "This order is paid, so it can't be cancelled here" } : keepStock(from);
    default:
      return from satisfies never;
  }
}

function afterRefund(from: OrderStatus): Transition {
  switch (from) {
    case 'paid':
    case 'shipped':
    case 'delivered':
    case 'review':
      return { to: 'refunded', stock: 'free' };
    case 'refunded':
      return keepStock(from);
    case 'pending':
    case 'cancelled':
    case 'expired':
      return { error: 'Nothing was paid for this order' };
    default:
      return from satisfies never;
  }
}
