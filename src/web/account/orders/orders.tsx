/**
 * The customer's orders, or the one that the URL names. Both share a route, because each route adds bytes to every shopper's first visit.
 */
import { useParams, useSearchParams } from 'react-router';
import { listOrders } from '../../../contract/order.ts';
import { ORDERS_PER_PAGE } from '../../constants.ts';
import { LinkButton } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { BagIcon } from '../../kit/nav-icons.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { AsyncContent } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { Repeat } from '../../shared/dashboard-layout/skeletons.tsx';
import { createDetailMeta } from '../../shared/detail-meta.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { usePage, usePageCount } from '../../shared/hooks/use-page.ts';
import { orders } from '../../shared/messages/orders.ts';
import { accountSpec } from '../../shared/messages/specified-account-labels.ts';
import { useWaitingCheckout, WaitingCheckout } from '../../shared/orders/waiting-checkout.tsx';
import { ClaimOrders, useClaimLink } from './claim-orders.tsx';
import { OrderPage } from './order.tsx';
import { OrderCard, OrderCardSkeleton } from './order-card.tsx';

export const meta = createDetailMeta(accountSpec.orderDetails, () => orders.title);

const column = 'flex max-w-[48rem] flex-col gap-4';

const skeleton = (
  <div className={column}>
    <Repeat times={3}>
      <OrderCardSkeleton />
    </Repeat>
  </div>
);

export default function OrdersPage() {
  const { id } = useParams();
  return id === undefined ? <OrderList /> : <OrderPage id={id} />;
}

function OrderList() {
  const isUnpaid = useSearchParams()[0].get('status') === 'unpaid';
  const page = usePage();
  const loaded = useLoad(`orders ${page} ${isUnpaid}`, async (api, signal) => {
    const query = { page, limit: ORDERS_PER_PAGE, ...(isUnpaid && { status: 'unpaid' as const }) };
    // While loading, the old list is still shown: it must be described by its own filter.
    return { ...(await api(listOrders, { query, signal })), isUnpaid };
  });
  const to = (it: number) => (isUnpaid ? `?status=unpaid&page=${it}` : `?page=${it}`);
  const pages = usePageCount(page, loaded.data, to);
  const waiting = useWaitingCheckout();
  useClaimLink(loaded.reload);
  return (
    <>
      <DashboardHeader title={accountSpec.orderDetails} />
      <Tabs
        label={orders.filterLabel}
        tabs={[
          { label: orders.showOrders, to: '?', isCurrent: !isUnpaid },
          { label: orders.unpaidTitle, to: '?status=unpaid', isCurrent: isUnpaid },
        ]}
      />
      <WaitingCheckout {...waiting} className="mb-4 max-w-[48rem]" />
      <AsyncContent state={loaded} skeleton={skeleton}>
        {({ orders: list, total, isUnpaid: isListUnpaid }) => {
          if (total === 0) return isListUnpaid ? <NoCheckouts /> : <NoOrders />;
          return (
            <>
              <div className={column}>
                {list.map((order) => (
                  <OrderCard key={order._id} order={order} />
                ))}
              </div>
              <Pagination label={orders.pages} page={page} pages={pages} to={to} />
            </>
          );
        }}
      </AsyncContent>
      {!isUnpaid && <ClaimOrders />}
    </>
  );
}

function NoCheckouts() {
  return (
    <EmptyState icon={<BagIcon size={22} />} title={orders.noUnpaid}>
      {orders.noUnpaidHint}
    </EmptyState>
  );
}

function NoOrders() {
  return (
    <EmptyState icon={<BagIcon size={22} />} title={orders.none} actions={<LinkButton to="/">{orders.browse}</LinkButton>}>
      {orders.noneHint}
    </EmptyState>
  );
}
