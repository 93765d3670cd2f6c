/** Which webhook events a change of an order's status and columns makes. */
import type { OrderStatus } from '../../../../contract/order-fields.ts';
import type { LockedOrder } from '../rows/order-lock.repository.ts';
import type { OrderEventRow, OrderUpdate } from '../rows/order-write.repository.ts';

/** Also of an order that was sent before anybody paid: on delivery, or on invoice. */
export const isNewlyPaid = ({ status, paidAt }: LockedOrder, to: OrderStatus, { paidAt: newly }: OrderUpdate): boolean =>
  (to === 'paid' && status !== 'paid') || (to === status && paidAt === null && newly instanceof Date);

export function listEvents(order: LockedOrder, to: OrderStatus, fields: OrderUpdate): OrderEventRow[] {
  const { status, refundedCents } = order;
  const newlyRefunded = (fields.refundedCents ?? refundedCents) - refundedCents;
  return [
    ...(isNewlyPaid(order, to, fields) ? [{ type: 'order.paid' as const, details: {} }] : []),
    ...(to !== status && to === 'shipped' ? [{ type: 'order.shipped' as const, details: {} }] : []),
    ...(newlyRefunded > 0 ? [{ type: 'order.refunded' as const, details: { refundedCents: newlyRefunded } }] : []),
  ];
}
