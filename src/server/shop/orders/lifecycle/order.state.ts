/** The order's state machine: every status change asks `nextStatus` first. */
import type { OrderStatus } from '../../../../contract/order-fields.ts';
import type { Unpaid } from '../rows/order-method.ts';

/**
 * pay: the provider reports the payment (or the team, of one by hand), amount and currency match. pay_in_doubt: it reports one, but the amount is wrong or the
 * stock is gone. cancel: by the customer, a newer checkout or a failed provider. expire: not paid in time.
 * ship, deliver, refund (in full): by an admin or the provider. accept: an admin ends a review. refund_failed: of a full refund a part
 * came back to the shop.
 */
export type OrderEvent = 'pay' | 'pay_in_doubt' | 'cancel' | 'expire' | 'ship' | 'deliver' | 'refund' | 'refund_failed' | 'accept';

/** What the transition does to the order's stock. release: gives back what is reserved; what is sold stays sold unless restocked. */
export type StockEffect = 'keep' | 'release' | 'sell';

export type Transition = { to: OrderStatus; stock: StockEffect } | { error: string };

const keepStock = (to: OrderStatus): Transition => ({ to, stock: 'keep' });

/**
 * A payment always wins: no later event about the checkout session moves a paid order back. `before`: for a failed refund, the status
 * before the refund, if the items are with the customer. `unpaid`: it was placed to be paid by hand.
 */
export function nextStatus(from: OrderStatus, event: OrderEvent, before?: OrderStatus, unpaid?: Unpaid): Transition {
  switch (event) {
    case 'pay':
    case 'pay_in_doubt':
      return afterPayment(from, event);
    case 'cancel':
    case 'expire':
      return afterClose(from, event, unpaid);
    case 'ship':
      if (from === 'pending' && unpaid?.isSentUnpaid) return { to: 'shipped', stock: 'sell' };
      return from === 'paid' ? keepStock('shipped') : { error: `Only a paid order can be shipped; this one is ${from}` };
    case 'deliver':
      return from === 'shipped' ? keepStock('delivered') : { error: `Only a shipped order can be delivered; this one is ${from}` };
    case 'refund':
      return afterRefund(from, unpaid);
    case 'refund_failed':
      return keepStock(from === 'refunded' ? afterFailedRefund(before) : from);
    case 'accept':
      return from === 'review'
        ? { to: 'paid', stock: 'sell' }
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
      // A closed order has released its stock: `sell` reserves it again, or the caller falls back to pay_in_doubt.
      return event === 'pay' ? { to: 'paid', stock: 'sell' } : keepStock('review');
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

function afterClose(from: OrderStatus, event: 'cancel' | 'expire', unpaid: Unpaid | undefined): Transition {
  // It came back, and nobody has paid it.
  if (unpaid && event === 'cancel' && (from === 'shipped' || from === 'delivered')) return { to: 'cancelled', stock: 'release' };
  switch (from) {
    case 'pending':
      return { to: event === 'cancel' ? 'cancelled' : 'expired', stock: 'release' };
    case 'cancelled':
      return keepStock(from);
    case 'expired':
      // When a customer cancels, the provider's own expiry event may arrive first.
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

/** If the order wasn't shipped, a person has to decide: it must not be shipped automatically because a refund failed. */
const afterFailedRefund = (before: OrderStatus | undefined): OrderStatus =>
  before === 'shipped' || before === 'delivered' ? before : 'review';

function afterRefund(from: OrderStatus, unpaid: Unpaid | undefined): Transition {
  if (unpaid) return { error: 'Nothing was paid for this order' };
  switch (from) {
    case 'paid':
    case 'shipped':
    case 'delivered':
    case 'review':
      return { to: 'refunded', stock: 'release' };
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
