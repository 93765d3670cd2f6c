/** What can be done in an order's current status. The server checks again; this only hides useless buttons. */
import type { AdminOrder } from '../../../contract/order-fields.ts';
import { calculateNetTotal } from '../../shared/orders/order-totals.tsx';

export type OrderAction = 'ship' | 'deliver' | 'accept' | 'refund' | 'end' | 'decline';

/** The usual next step first. */
export function listAllowedActions(order: AdminOrder): OrderAction[] {
  const decline: OrderAction[] = order.request?.status === 'open' ? ['decline'] : [];
  const refund: OrderAction[] = calculateNetTotal(order) > 0 ? ['refund', ...decline] : decline;
  switch (order.status) {
    case 'paid':
      // What is asked to be cancelled isn't ready to ship: declined first, it is.
      return decline.length ? refund : ['ship', ...refund];
    case 'shipped':
      return ['deliver', ...refund];
    case 'delivered':
      return refund;
    case 'review':
      return ['accept', ...refund];
    case 'pending':
      return order.processingSince === null ? ['end'] : [];
    case 'cancelled':
    case 'expired':
    case 'refunded':
      return decline;
  }
}
