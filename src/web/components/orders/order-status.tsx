import type { OrderStatus as Status } from '../../../contract/order.ts';
import { orders } from '../../messages/orders.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const TONES: Record<Status, BadgeTone> = {
  pending: 'caution',
  paid: 'good',
  shipped: 'accent',
  delivered: 'good',
  cancelled: 'quiet',
  expired: 'quiet',
  refunded: 'quiet',
  review: 'caution',
};

/** `processingSince`: of a payment that is on its way, which isn't waited for from the customer any more. */
export function OrderStatus({ status, processingSince = null }: { status: Status; processingSince?: string | null }) {
  return <Badge tone={TONES[status]}>{processingSince === null ? orders.status[status] : orders.processing}</Badge>;
}
