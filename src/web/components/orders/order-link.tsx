import { Link } from 'react-router';

/** For admins: an order's number as a link to its page. */
export function OrderLink({ order }: { order: { _id: string; number: number } }) {
  return (
    <Link
      to={`/dashboard/admin/orders/${order._id}`}
      className="tabular-nums -my-1 inline-flex min-h-8 items-center whitespace-nowrap hover:text-accent"
    >
      #{order.number}
    </Link>
  );
}
