import type { Order } from '../../../contract/order-fields.ts';
import { formatDate, formatPrice } from '../../shared/format.ts';
import { orders } from '../../shared/messages/orders.ts';
import { calculateLineTotal } from '../../shared/orders/order-lines.tsx';
import { IncludedTax, PriceRows } from '../../shared/products/price-rows.tsx';
import { ProductImage } from '../../shared/products/product-image.tsx';
import { checkoutSuccess } from './messages.ts';

/** Items, total and shipping address of a paid order. */
export function Receipt({ order }: { order: Order }) {
  return (
    <section aria-label={checkoutSuccess.receipt} className="page mt-10">
      <div className="mx-auto max-w-text rounded-card border border-line bg-raised p-6">
        <div className="tabular-nums flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="text-title">{orders.number(order.number)}</h2>
          <p className="text-small text-soft">{formatDate(order.paidAt ?? order.createdAt)}</p>
        </div>
        <ul className="mt-4 border-y border-line py-2">
          {order.lines.map((line) => (
            <li key={line.variant ?? line.product ?? line.slug} className="tabular-nums flex items-center gap-4 py-2">
              <span className="w-12 shrink-0 overflow-hidden rounded-control">
                <ProductImage image={line.image} alt="" sizes="48px" />
              </span>
              <span className="min-w-0 grow">
                {line.name}
                {line.options && `, ${line.options}`} <span className="whitespace-nowrap text-soft">× {line.quantity}</span>
              </span>
              <span className="whitespace-nowrap">{formatPrice(calculateLineTotal(line), order.currency)}</span>
            </li>
          ))}
        </ul>
        <PriceRows parts={order} className="mt-4" />
        <p className="tabular-nums mt-4 flex justify-between gap-4 text-title font-[640]">
          <span>{checkoutSuccess.total}</span>
          <span>{formatPrice(order.total, order.currency)}</span>
        </p>
        <IncludedTax parts={order} />
        <h3 className="mt-5 text-small font-[600]">{checkoutSuccess.address}</h3>
        <p className="address-lines mt-1 text-soft">{order.address}</p>
      </div>
    </section>
  );
}
