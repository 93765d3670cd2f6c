import { expect, test } from 'vitest';
import type { OrderStatus } from '../../../../contract/order-fields.ts';
import { nextStatus, type OrderEvent } from './order.state.ts';

const rejected = { error: expect.any(String) };
const keepsStock = (to: OrderStatus) => ({ to, stock: 'keep' });
const sellsStock = { to: 'paid', stock: 'sell' };
const releasesStock = (to: OrderStatus) => ({ to, stock: 'release' });

const onlyWhenPaid = { ship: rejected, deliver: rejected, refund: rejected, accept: rejected };
const refundFailed = (from: OrderStatus) => ({ refund_failed: keepsStock(from) });
const endedRow = (to: 'cancelled' | 'expired') => ({
  pay: sellsStock,
  pay_in_doubt: keepsStock('review'),
  cancel: keepsStock('cancelled'),
  expire: keepsStock(to),
  ...onlyWhenPaid,
  ...refundFailed(to),
});
/** A paid order stays paid, whatever the provider reports later. */
const paidRow = (to: OrderStatus) => ({
  pay: keepsStock(to),
  pay_in_doubt: keepsStock(to),
  cancel: rejected,
  expire: keepsStock(to),
  ...refundFailed(to === 'refunded' ? 'review' : to),
});

const table: Record<OrderStatus, Record<OrderEvent, unknown>> = {
  pending: {
    pay: sellsStock,
    pay_in_doubt: keepsStock('review'),
    cancel: releasesStock('cancelled'),
    expire: releasesStock('expired'),
    ...onlyWhenPaid,
    ...refundFailed('pending'),
  },
  cancelled: endedRow('cancelled'),
  expired: endedRow('expired'),
  paid: { ...paidRow('paid'), ship: keepsStock('shipped'), deliver: rejected, refund: releasesStock('refunded'), accept: rejected },
  shipped: { ...paidRow('shipped'), ship: rejected, deliver: keepsStock('delivered'), refund: releasesStock('refunded'), accept: rejected },
  delivered: { ...paidRow('delivered'), ship: rejected, deliver: rejected, refund: releasesStock('refunded'), accept: rejected },
  refunded: { ...paidRow('refunded'), ship: rejected, deliver: rejected, refund: keepsStock('refunded'), accept: rejected },
  review: { ...paidRow('review'), ship: rejected, deliver: rejected, refund: releasesStock('refunded'), accept: sellsStock },
};

const cases = Object.entries(table).flatMap(([from, row]) =>
  Object.entries(row).map(([event, step]) => [from as OrderStatus, event as OrderEvent, step] as const),
);

test.each(cases)('[ORDER-1] an order that is %s, at %s', (from, event, step) => {
  expect(nextStatus(from, event)).toEqual(step);
});

test.each([
  ['shipped', 'shipped'],
  ['delivered', 'delivered'],
  ['paid', 'review'],
  ['review', 'review'],
] as const)('[ORDER-10] if part of the full refund of an order that was %s failed, the order is %s', (before, to) => {
  expect(nextStatus('refunded', 'refund_failed', before)).toEqual(keepsStock(to));
});
