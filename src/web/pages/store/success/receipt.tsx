import type { Order } from '../../../../contract/order.ts';
import { totalOf } from '../../../components/orders/order-lines.tsx';
import { ProductPicture } from '../../../components/product-picture.tsx';
import { formatDay, formatPrice } from '../../../format.ts';
import { payment } from '../../../messages.buy.ts';

/** What was bought, what it came to and where it goes. */
export function Receipt({ order }: { order: Order }) {
  return (
    <section aria-label={payment.receipt} className="page mt-10">
      <div className="mx-auto max-w-text rounded-card border border-line bg-raised p-6">
        <div className="figures flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="text-title">{payment.order(order.number)}</h2>
          <p className="text-small text-soft">{formatDay(order.paidAt ?? order.createdAt)}</p>
        </div>
        <ul className="mt-4 border-y border-line py-2">
          {order.lines.map((line) => (
            <li key={line.product ?? line.slug} className="figures flex items-center gap-4 py-2">
              <span className="w-12 shrink-0 overflow-hidden rounded-control">
                <ProductPicture image={line.image} alt="" sizes="48px" />
              </span>
              <span className="min-w-0 grow">
                {line.name} <span className="whitespace-nowrap text-soft">× {line.quantity}</span>
              </span>
              <span className="whitespace-nowrap">{formatPrice(totalOf(line))}</span>
            </li>
          ))}
        </ul>
        <p className="figures mt-4 flex justify-between gap-4 text-title font-[640]">
          <span>{payment.total}</span>
          <span>{formatPrice(order.total)}</span>
        </p>
        <h3 className="mt-5 text-small font-[600]">{payment.address}</h3>
        <p className="mt-1 whitespace-pre-line text-soft">{order.address}</p>
      </div>
    </section>
  );
}
