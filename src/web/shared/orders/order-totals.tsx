/** The total of an order and what it is made of, what was refunded of it, and the rest. */
import type { ReactNode } from 'react';
import { toCents, toDollars } from '../../../contract/money.ts';
import type { Order } from '../../../contract/order-fields.ts';
import { formatPrice } from '../format.ts';
import { orders } from '../messages/orders.ts';
import { prices } from '../messages/prices.ts';
import { describeIncludedTax, listPriceRows } from '../products/price-rows.tsx';

/** The total minus refunds, calculated in cents to avoid rounding errors. */
export const calculateNetTotal = ({ total, refunded }: Pick<Order, 'total' | 'refunded'>) => toDollars(toCents(total) - toCents(refunded));

export function OrderTotals({ order }: { order: Order }) {
  const includedTax = describeIncludedTax(order);
  return (
    <dl className="tabular-nums mt-4 grid gap-1.5">
      {listPriceRows(order).map(({ label, value }) => (
        <TotalRow key={label} label={label}>
          {value}
        </TotalRow>
      ))}
      <TotalRow label={orders.total}>
        <strong className="text-large font-[640]">{formatPrice(order.total, order.currency)}</strong>
      </TotalRow>
      {includedTax && (
        <div className="text-right text-small text-soft">
          <dt className="sr-only">{prices.tax(0)}</dt>
          <dd>{includedTax}</dd>
        </div>
      )}
      {order.refunded > 0 && (
        <>
          <TotalRow label={orders.refunded}>{`−${formatPrice(order.refunded, order.currency)}`}</TotalRow>
          <TotalRow label={orders.netTotal}>
            <strong className="font-[600]">{formatPrice(calculateNetTotal(order), order.currency)}</strong>
          </TotalRow>
        </>
      )}
    </dl>
  );
}

function TotalRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-end gap-6">
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-24 text-right whitespace-nowrap">{children}</dd>
    </div>
  );
}
