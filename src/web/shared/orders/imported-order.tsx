/** An order of the merchant's former shop: what was bought, for how much, where it went. */
import type { ImportedOrder } from '../../../contract/imported-order.ts';
import { formatDate, formatPrice } from '../format.ts';
import { importedOrders as words } from '../messages/imported-orders.ts';
import { prices } from '../messages/prices.ts';

function Lines({ order: { lines, currency } }: { order: ImportedOrder }) {
  if (!lines.length) return <p className="text-soft">{words.noLines}</p>;
  return (
    <ul className="divide-y divide-line">
      {lines.map(({ name, sku, quantity, price }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two lines may be alike
        <li key={index} className="flex items-baseline gap-3 py-2">
          <span className="tabular-nums text-soft">{words.quantity(quantity)}</span>
          <span className="min-w-0 flex-1 wrap-anywhere">
            <bdi>{name}</bdi>
            {sku && <bdi className="block text-small text-soft">{sku}</bdi>}
          </span>
          <span className="tabular-nums whitespace-nowrap">{formatPrice(quantity * price, currency)}</span>
        </li>
      ))}
    </ul>
  );
}

function Sums({ order }: { order: ImportedOrder }) {
  const { currency, subtotal, discount, shipping, tax, taxIncluded, total, refunded, code } = order;
  const sums: [label: string, amount: number | null][] = [
    [words.subtotal, subtotal],
    [code ? words.code(code) : words.discount, discount ? -discount : null],
    [words.shipping, shipping],
    [words.tax, taxIncluded ? null : tax],
    [words.total, total],
    [words.refunded, refunded ? -refunded : null],
  ];
  return (
    <dl className="mt-3 grid gap-1 border-t border-line pt-3">
      {sums.map(
        ([label, amount]) =>
          amount !== null && (
            <div key={label} className={`flex justify-between gap-4 ${label === words.total ? 'font-[640]' : 'text-soft'}`}>
              <dt className="wrap-anywhere">{label}</dt>
              <dd className="tabular-nums whitespace-nowrap">{formatPrice(amount, currency)}</dd>
            </div>
          ),
      )}
      {taxIncluded && tax ? (
        <div className="text-right text-small text-soft">
          <dt className="sr-only">{words.tax}</dt>
          <dd>{prices.includes([prices.tax(null, `${formatPrice(tax, currency)} tax`)])}</dd>
        </div>
      ) : null}
    </dl>
  );
}

/** As a customer reads it; the team's page adds the rest. */
export function ImportedOrderBody({ order }: { order: ImportedOrder }) {
  return (
    <>
      <Lines order={order} />
      <Sums order={order} />
    </>
  );
}

export function ImportedOrderCard({ order }: { order: ImportedOrder }) {
  return (
    <article aria-label={words.number(order.number)} className="rounded-card border border-line bg-raised p-4 sm:p-5">
      <header className="mb-2 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 className="text-large tabular-nums wrap-anywhere">{words.number(order.number)}</h3>
        <time dateTime={order.placedAt} className="tabular-nums text-small text-soft">
          {formatDate(order.placedAt)}
        </time>
        {order.status && <span className="ml-auto text-small text-soft">{order.status}</span>}
      </header>
      <ImportedOrderBody order={order} />
      {order.shippingAddress && (
        <p className="mt-3 text-small text-soft">
          <span className="font-[560] text-ink">{words.shipTo}</span> <bdi className="whitespace-pre-line">{order.shippingAddress}</bdi>
        </p>
      )}
    </article>
  );
}
