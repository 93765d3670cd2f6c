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

export function OrderStatus({ status }: { status: Status }) {
  return <Badge tone={TONES[status]}>{orders.status[status]}</Badge>;
}
