import { expect, test } from 'vitest';
import type { OrderStatus } from '../../contract/order.ts';
import { nextStatus, type OrderEvent } from './order.state.ts';

const refused = { refusal: expect.any(String) };
const stays = (to: OrderStatus) => ({ to, stock: 'stays' });

const table: Record<OrderStatus, Record<OrderEvent, unknown>> = {
  pending: {
    pay: stays('paid'),
    pay_in_doubt: stays('review'),
    cancel: { to: 'cancelled', stock: 'comes_back' },
    expire: { to: 'expired', stock: 'comes_back' },
  },
  cancelled: {
    pay: { to: 'paid', stock: 'is_taken_again' },
    pay_in_doubt: stays('review'),
    cancel: stays('cancelled'),
    expire: stays('cancelled'),
  },
  expired: {
    pay: { to: 'paid', stock: 'is_taken_again' },
    pay_in_doubt: stays('review'),
    cancel: stays('expired'),
    expire: stays('expired'),
  },
  paid: { pay: stays('paid'), pay_in_doubt: stays('paid'), cancel: refused, expire: stays('paid') },
  review: { pay: stays('review'), pay_in_doubt: stays('review'), cancel: refused, expire: stays('review') },
};

const cases = Object.entries(table).flatMap(([from, row]) =>
  Object.entries(row).map(([event, step]) => [from as OrderStatus, event as OrderEvent, step] as const),
);

test.each(cases)('[ORDER-1] an order that is %s, at %s', (from, event, step) => {
  expect(nextStatus(from, event)).toEqual(step);
});
