/** An order as its buyer reads it: when, how it stands, what is in it, where it goes. */
import { useId } from 'react';
import { Link } from 'react-router';
import type { Order, OrderLine } from '../../../contract/order.ts';
import { formatDay, formatPrice } from '../../format.ts';
import { orders } from '../../messages.account.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ProductPicture } from '../product-picture.tsx';
import { OrderStatus } from './order-status.tsx';

const frame = 'rounded-card border border-line bg-raised p-4 sm:p-5';

export function OrderCard({ order }: { order: Order }) {
  const id = useId();
  return (
    <article aria-labelledby={id} className={frame}>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id={id} className="figures text-large">
          {orders.number(order.number)}
        </h2>
        <time dateTime={order.createdAt} className="figures text-small text-soft">
          {formatDay(order.createdAt)}
        </time>
        <span className="ml-auto">
          <OrderStatus status={order.status} />
        </span>
      </header>
      <ul className="mt-2">
        {order.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change, and a deleted product has no id
          <Line key={index} line={line} />
        ))}
      </ul>
      <footer className="mt-3 flex flex-wrap items-start justify-between gap-x-8 gap-y-2">
        <p className="min-w-0 max-w-full flex-1 basis-60 text-small text-soft">
          <span className="font-[560] text-ink">{orders.sentTo}</span> <bdi>{order.address}</bdi>
        </p>
        <p className="figures ml-auto whitespace-nowrap">
          <span className="mr-3 text-soft">{orders.total}</span>
          <strong className="text-large font-[640]">{formatPrice(order.total)}</strong>
        </p>
      </footer>
    </article>
  );
}

function Line({ line }: { line: OrderLine }) {
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 sm:gap-4">
      <span className="size-14 shrink-0 overflow-hidden rounded-control">
        <ProductPicture image={line.image} alt="" sizes="56px" />
      </span>
      <div className="min-w-0 grow">
        {line.product ? (
          <Link to={`/product/${line.slug}`} className="inline-block py-0.5 font-[560] hover:text-accent">
            <bdi className="line-clamp-3">{line.name}</bdi>
          </Link>
        ) : (
          <bdi className="line-clamp-3 font-[560]">{line.name}</bdi>
        )}
        <p className="figures text-small text-soft">
          {line.quantity} × {formatPrice(line.price)}
        </p>
      </div>
      <p className="figures font-[560] whitespace-nowrap">{formatPrice((Math.round(line.price * 100) * line.quantity) / 100)}</p>
    </li>
  );
}

export function OrderCardShape() {
  return (
    <div className={frame}>
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
