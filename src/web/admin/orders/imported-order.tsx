/** One order of the merchant's former shop. */
import { useParams } from 'react-router';
import { type ImportedOrder, readImportedOrder } from '../../../contract/imported-order.ts';
import { isInvalidOrNotFound } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { BagIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, OrderSkeleton, orderLayout } from '../../shared/dashboard-layout/async-content.tsx';
import { BackLink, DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { formatDate } from '../../shared/format.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { importedOrders as words } from '../../shared/messages/imported-orders.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { ImportedOrderBody } from '../../shared/orders/imported-order.tsx';
import { IMPORTED_ORDERS_PATH } from './imported-orders.tsx';

export const meta = createTitleMeta(words.title);

function Details({ order }: { order: ImportedOrder }) {
  const { name, email, phone, shippingAddress, billingAddress, shippingMethod, paymentMethod, note, tags } = order;
  const details: [label: string, text: string][] = [
    [words.customer, [name, email, phone].filter(Boolean).join('\n')],
    [words.shipTo, shippingAddress],
    [words.billTo, billingAddress],
    [words.shipping, shippingMethod],
    [words.payment, paymentMethod],
    [words.note, note],
    [words.tags, tags.join(', ')],
  ];
  return (
    <Panel title={words.details}>
      <dl className="grid gap-3">
        {details.map(
          ([label, text]) =>
            text && (
              <div key={label}>
                <dt className="text-small text-soft">{label}</dt>
                <dd className="whitespace-pre-line wrap-anywhere">
                  <bdi>{text}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
    </Panel>
  );
}

export default function ImportedOrderPage() {
  const { id = '' } = useParams();
  const loaded = useLoad(`imported order ${id}`, (it, signal) => it(readImportedOrder, { params: { id }, signal }));
  return (
    <>
      <BackLink to={IMPORTED_ORDERS_PATH}>{words.back}</BackLink>
      {isInvalidOrNotFound(loaded.error) ? (
        <EmptyState
          icon={<BagIcon size={22} />}
          title={words.notFound}
          actions={<LinkButton to={IMPORTED_ORDERS_PATH}>{words.back}</LinkButton>}
          isAlert
        />
      ) : (
        <AsyncContent state={loaded} skeleton={<OrderSkeleton />}>
          {({ order }) => (
            <>
              <DashboardHeader
                title={words.number(order.number)}
                lead={[formatDate(order.placedAt), order.status].filter(Boolean).join(' · ')}
              />
              <div className={orderLayout}>
                <div className="min-w-0 lg:col-start-1 lg:row-start-1">
                  <Panel title={words.items}>
                    <ImportedOrderBody order={order} />
                  </Panel>
                </div>
                <div className="min-w-0 lg:col-start-2 lg:row-start-1">
                  <Details order={order} />
                </div>
              </div>
            </>
          )}
        </AsyncContent>
      )}
    </>
  );
}
