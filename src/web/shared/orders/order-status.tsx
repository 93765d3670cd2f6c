import type { OrderStatus as Status } from '../../../contract/order-fields.ts';
import { Badge, type BadgeTone } from '../../kit/badge.tsx';
import { orders } from '../messages/orders.ts';

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

/** `processingSince` is set if a payment is on its way: then the customer has nothing left to do. */
export function OrderStatus({ status, processingSince = null }: { status: Status; processingSince?: string | null }) {
  return <Badge tone={TONES[status]}>{processingSince === null ? orders.status[status] : orders.processing}</Badge>;
}
