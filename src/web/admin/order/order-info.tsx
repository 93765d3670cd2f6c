/** Customer, shipping, payment and stock of an order. */
import type { ReactNode } from 'react';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { formatDelivery } from '../../../contract/estimated-delivery.ts';
import { readOrderNeighbors } from '../../../contract/order-admin.ts';
import type { AdminOrder, OrderPayment } from '../../../contract/order-fields.ts';
import { ChevronIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { Panel } from '../../kit/panel.tsx';
import { formatPrice } from '../../shared/format.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { orders } from '../../shared/messages/orders.ts';
import { TrackingLink } from '../../shared/orders/order-status.tsx';
import { adminOrder as words } from '../orders/messages.ts';
import { buildFilterUrl, type Filter, isFiltered, toFilterQuery } from '../orders/order-filter.tsx';
import { ActionButton } from '../parts/controls.tsx';
import { formatDateTime } from '../parts/values.ts';

/** Links to the previous and next order of the list that the admin came from. */
type Neighbor = ReplyOf<typeof readOrderNeighbors>['next'];

/** If they can't be loaded, there are no links, because the list is only a click away. */
/** A guest is found by the email: the order doesn't know which customer that is now. */
const buildCustomerPath = ({ _id, email }: AdminOrder['buyer']) =>
  `/dashboard/admin/users${_id ? `/${_id}` : `?keyword=${encodeURIComponent(email)}`}`;

export function NeighborLinks({ id, filter }: { id: string; filter: Filter }) {
  const search = isFiltered(filter) ? buildFilterUrl(filter) : '';
  const { data } = useLoad(`order neighbors ${id} ${search}`, (it, signal) =>
    it(readOrderNeighbors, { params: { id }, query: toFilterQuery(filter), signal }),
  );
  return (
    <nav aria-label={words.neighbors} className="mb-1 flex min-h-9 gap-1">
      {data && (
        <>
          <NeighborLink label={words.previous} neighbor={data.previous} search={search}>
            <ChevronIcon className="rotate-90" />
          </NeighborLink>
          <NeighborLink label={words.next} neighbor={data.next} search={search}>
            <ChevronIcon className="-rotate-90" />
          </NeighborLink>
        </>
      )}
    </nav>
  );
}

interface NeighborLinkProps {
  label: string;
  neighbor: Neighbor;
  search: string;
  children: ReactNode;
}

function NeighborLink({ label, neighbor, search, children }: NeighborLinkProps) {
  const className = 'inline-flex size-9 items-center justify-center rounded-control border border-line bg-raised';
  if (!neighbor) {
    return (
      <button type="button" disabled aria-label={label} className={`${className} opacity-45`}>
        {children}
      </button>
    );
  }
  return (
    <Link to={`/dashboard/admin/orders/${neighbor._id}${search}`} aria-label={label} className={`${className} hover:border-edge`}>
      {children}
    </Link>
  );
}

/** What was really paid, with the provider's ids. A second payment has a refund of its own. */

interface OrderPaymentsProps {
  order: AdminOrder;
  onRefund: (payment: OrderPayment) => void;
}

export function OrderPayments({ order: { payments, provider, total, balance, currency }, onRefund }: OrderPaymentsProps) {
  if (!payments.length) return null;
  return (
    <Panel title={words.payments}>
      <ul className="tabular-nums -mt-2 grid gap-4">
        {payments.map((payment) => {
          const { _id, amount, refunded, state, extra, at, session, payment: id } = payment;
          const isOther = !extra && state === 'paid' && (amount !== (balance?.due ?? total) || payment.currency !== currency);
          return (
            <li key={_id} className="grid gap-1">
              <p>
                <strong className="font-[600]">{formatPrice(amount, payment.currency)}</strong> · {words.paymentStates[state]} ·{' '}
                <time dateTime={at}>{formatDateTime(at)}</time>
              </p>
              {(extra || isOther) && (
                <p className="text-caution">{extra ? words.secondPayment : words.otherPayment(formatPrice(total, currency))}</p>
              )}
              {refunded > 0 && <p>{words.paymentRefunded(formatPrice(refunded, payment.currency))}</p>}
              {/* What was paid by hand has no id that a provider would know. */}
              {provider !== 'manual' && <p className="text-small wrap-anywhere text-soft">{id ?? session}</p>}
              {extra && refunded < amount && (
                <div className="mt-1">
                  <ActionButton variant="danger-quiet" onClick={() => onRefund(payment)}>
                    {words.refundPayment}
                  </ActionButton>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

const link = 'inline-flex min-h-6 items-center wrap-anywhere text-accent hover:underline';

export function OrderInfo({ order }: { order: AdminOrder }) {
  const { buyer, address, number, estimatedDelivery, carrier, tracking, provider, paidAt, stock } = order;
  const delivery = number !== null && estimatedDelivery && formatDelivery(estimatedDelivery);
  return (
    <>
      <Panel title={words.customer}>
        <dl className="-mt-2 grid gap-3">
          <DetailItem name={words.name}>
            <Link to={buildCustomerPath(buyer)} className={link}>
              {buyer.name}
            </Link>
          </DetailItem>
          <DetailItem name={words.email}>
            <a href={`mailto:${encodeURIComponent(buyer.email)}`} className={link}>
              {buyer.email}
            </a>
          </DetailItem>
          {buyer._id === null && <DetailItem name={words.account}>{words.guest}</DetailItem>}
          {address && <DetailItem name={words.address}>{address}</DetailItem>}
        </dl>
      </Panel>
      {(carrier || delivery) && (
        <Panel title={words.shipment}>
          <dl className="-mt-2 grid gap-3">
            {delivery && <DetailItem name={orders.estimatedDelivery}>{delivery}</DetailItem>}
            {carrier && <DetailItem name={words.carrier}>{carrier}</DetailItem>}
            {carrier && tracking && (
              <DetailItem name={words.tracking}>
                <TrackingLink carrier={carrier} tracking={tracking} />
              </DetailItem>
            )}
          </dl>
        </Panel>
      )}
      <Panel title={words.payment}>
        <dl className="tabular-nums -mt-2 grid gap-3">
          <DetailItem name={words.provider}>{order.paymentMethod?.name ?? words.providers[provider] ?? provider}</DetailItem>
          <DetailItem name={words.paidAt}>{paidAt ? formatDateTime(paidAt) : words.notPaid}</DetailItem>
          <DetailItem name={words.stock}>{words.stockStatus[stock]}</DetailItem>
        </dl>
      </Panel>
    </>
  );
}

/** Names can have any length and direction. */
function DetailItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-soft">{name}</dt>
      <dd dir="auto" className="line-clamp-8 text-left whitespace-pre-line">
        {children}
      </dd>
    </div>
  );
}
