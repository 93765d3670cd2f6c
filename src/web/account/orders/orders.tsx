/** The customer's orders. */
import { useSearchParams } from 'react-router';
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
import { useLoad } from '../../shared/hooks/use-load.ts';
import { usePage, usePageCount } from '../../shared/hooks/use-page.ts';
import { orders } from '../../shared/messages/orders.ts';
import { accountSpec } from '../../shared/messages/specified-account-labels.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { useWaitingCheckout, WaitingCheckout } from '../../shared/orders/waiting-checkout.tsx';
import { ClaimOrders, useClaimLink } from './claim-orders.tsx';
import { OrderCard, OrderCardSkeleton } from './order-card.tsx';

export const meta = createTitleMeta(accountSpec.orderDetails);

const column = 'flex max-w-[48rem] flex-col gap-4';

const skeleton = (
  <div className={column}>
    <Repeat times={3}>
      <OrderCardSkeleton />
    </Repeat>
  </div>
);

export default function OrdersPage() {
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
