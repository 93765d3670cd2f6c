import { formatOrderNumber } from '../../../contract/order-fields.ts';
import { Link } from '../../kit/link.tsx';
import { adminOrders } from './messages.ts';

/** For admins: an order's number, or that it is a checkout, as a link to its page. In a table the whole row opens it. */
export function OrderLink({ order, search = '' }: { order: { _id: string; number: number | null }; search?: string }) {
  return (
    <Link
      to={`/dashboard/admin/orders/${order._id}${search}`}
      className="tabular-nums -my-1 inline-flex min-h-8 items-center whitespace-nowrap after:absolute after:inset-0 group-hover/row:text-accent"
    >
      {order.number === null ? adminOrders.checkout : formatOrderNumber(order.number)}
    </Link>
  );
}

/** How many documents one page prints at most. */
export const DOCUMENTS_MAX = 100;

export const buildDocumentsUrl = (kind: 'invoice' | 'slip', ids: string[]): string =>
  `/dashboard/admin/orders/print?kind=${kind}&orders=${ids.join(',')}`;
