/** An order in the customer's list: number, date, status, items, address and total. */
import { useId } from 'react';
import type { Order } from '../../../contract/order-fields.ts';
import { Link } from '../../kit/link.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { formatDate, formatPrice } from '../../shared/format.ts';
import { orders } from '../../shared/messages/orders.ts';
import { OrderLines } from '../../shared/orders/order-lines.tsx';
import { OrderStatus } from '../../shared/orders/order-status.tsx';

const cardClass = 'rounded-card border border-line bg-raised p-4 sm:p-5';

export function OrderCard({ order }: { order: Order }) {
  const id = useId();
  return (
    <article aria-labelledby={id} className={cardClass}>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id={id} className="tabular-nums text-large">
          <Link to={`/dashboard/user/orders/${order._id}`} className="-my-1 inline-flex min-h-10 items-center hover:text-accent">
            {order.processingSince === null ? orders.number(order.number) : orders.title}
          </Link>
        </h2>
        <time dateTime={order.createdAt} className="tabular-nums text-small text-soft">
          {formatDate(order.createdAt)}
        </time>
        <span className="ml-auto">
          <OrderStatus {...order} />
        </span>
      </header>
      <div className="mt-2">
        <OrderLines order={order} />
      </div>
      <footer className="mt-3 flex flex-wrap items-start justify-between gap-x-8 gap-y-2">
        <p className="min-w-0 max-w-full flex-1 basis-60 text-small text-soft">
          <span className="font-[560] text-ink">{orders.shipTo}</span> <bdi>{order.address}</bdi>
        </p>
        <p className="tabular-nums ml-auto whitespace-nowrap">
          <span className="mr-3 text-soft">{orders.total}</span>
          <strong className="text-large font-[640]">{formatPrice(order.total, order.currency)}</strong>
        </p>
      </footer>
    </article>
  );
}

export function OrderCardSkeleton() {
  return (
    <div className={cardClass}>
      <Skeleton className="my-1 h-4.5 w-40" />
      <div className="mt-2 flex items-center gap-4 border-b border-line py-3">
        <Skeleton className="size-14 rounded-control" />
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="ml-auto h-4 w-16" />
      </div>
      <Skeleton className="mt-4 ml-auto h-5 w-28" />
    </div>
  );
}
