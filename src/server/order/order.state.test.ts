import { expect, test } from 'vitest';
import type { OrderStatus } from '../../contract/order.ts';
import { nextStatus, type OrderEvent } from './order.state.ts';

const refused = { refusal: expect.any(String) };
const stays = (to: OrderStatus) => ({ to, stock: 'stays' });
const sold = { to: 'paid', stock: 'sold' };
const free = (to: OrderStatus) => ({ to, stock: 'free' });

const onlyPaid = { ship: refused, deliver: refused, refund: refused, accept: refused };
const given = (to: 'cancelled' | 'expired') => ({
  pay: sold,
  pay_in_doubt: stays('review'),
  cancel: stays('cancelled'),
  expire: stays(to),
  ...onlyPaid,
});
/** Whatever the provider says late, money that came stays. */
const money = (to: OrderStatus) => ({ pay: stays(to), pay_in_doubt: stays(to), cancel: refused, expire: stays(to) });

const table: Record<OrderStatus, Record<OrderEvent, unknown>> = {
  pending: { pay: sold, pay_in_doubt: stays('review'), cancel: free('cancelled'), expire: free('expired'), ...onlyPaid },
  cancelled: given('cancelled'),
  expired: given('expired'),
  paid: { ...money('paid'), ship: stays('shipped'), deliver: refused, refund: free('refunded'), accept: refused },
  shipped: { ...money('shipped'), ship: refused, deliver: stays('delivered'), refund: free('refunded'), accept: refused },
  delivered: { ...money('delivered'), ship: refused, deliver: refused, refund: free('refunded'), accept: refused },
  refunded: { ...money('refunded'), ship: refused, deliver: refused, refund: stays('refunded'), accept: refused },
  review: { ...money('review'), ship: refused, deliver: refused, refund: free('refunded'), accept: sold },
};

const cases = Object.entries(table).flatMap(([from, row]) =>
  Object.entries(row).map(([event, step]) => [from as OrderStatus, event as OrderEvent, step] as const),
);

test.each(cases)('[ORDER-1] an order that is %s, at %s', (from, event, step) => {
  expect(nextStatus(from, event)).toEqual(step);
});
