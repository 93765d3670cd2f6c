/** What was bought, with name and price at the time of the order, and the totals below. */
import type { ReactNode } from 'react';
import { toCents, toDollars } from '../../../contract/money.ts';
import type { Order, OrderLine } from '../../../contract/order-fields.ts';
import { Link } from '../../kit/link.tsx';
import { toItemPath } from '../../state/cart.ts';
import { formatPrice } from '../format.ts';
import { orders } from '../messages/orders.ts';
import { prices } from '../messages/prices.ts';
import { nameBalancePart } from '../products/balance-rows.tsx';
import { describeIncludedTax, listPriceRows } from '../products/price-rows.tsx';
import { ProductImage } from '../products/product-image.tsx';
import { LineParts } from './line-parts.tsx';

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
      {order.balance?.parts?.map((part) => (
        <TotalRow key={nameBalancePart(part)} label={nameBalancePart(part)}>{`−${formatPrice(part.amount, order.currency)}`}</TotalRow>
      ))}
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

/** Calculated in cents to avoid rounding errors. */
export const calculateLineTotal = ({ price, quantity }: OrderLine) => toDollars(toCents(price) * quantity);

interface OrderLinesProps {
  order: Pick<Order, 'lines' | 'currency'>;
  /** For the team, who look for the items by SKU. */
  hasSku?: boolean;
}

export function OrderLines({ order: { lines, currency }, hasSku = false }: OrderLinesProps) {
  return (
    <ul>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change, and a deleted product has no id
        <OrderLineRow key={index} line={line} currency={currency} hasSku={hasSku} />
      ))}
    </ul>
  );
}

function OrderLineRow({ line, currency, hasSku }: { line: OrderLine; currency: string; hasSku: boolean }) {
  return (
    <li className="flex items-start gap-3 border-b border-line py-3 break-inside-avoid sm:gap-4">
      <span className="size-14 shrink-0 overflow-hidden rounded-control">
        <ProductImage image={line.image} alt="" sizes="56px" />
      </span>
      <div className="min-w-0 grow">
        {line.product ? (
          <Link to={toItemPath(line)} className="inline-block py-0.5 font-[560] hover:text-accent">
            <bdi className="line-clamp-3">{line.name}</bdi>
          </Link>
        ) : (
          <bdi className="line-clamp-3 font-[560]">{line.name}</bdi>
        )}
        {line.options && <p className="text-small">{line.options}</p>}
        <LineParts parts={line.parts} count={line.quantity} hasSku={hasSku} />
        {line.promise && <p className="text-small font-[560]">{line.promise.text}</p>}
        {hasSku && line.sku && <p className="text-small wrap-anywhere">{orders.sku(line.sku)}</p>}
        <p className="tabular-nums text-small text-soft">
          {line.quantity} × {formatPrice(line.price, currency)}
          {line.refunded && ` · ${orders.lineRefunded(line.refunded)}`}
        </p>
      </div>
      <p className="tabular-nums font-[560] whitespace-nowrap">{formatPrice(calculateLineTotal(line), currency)}</p>
    </li>
  );
}
