import { listOrders } from '../../../contract/order.ts';
import { AsyncContent } from '../../components/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../components/dashboard-layout/dashboard-layout.tsx';
import { Repeat } from '../../components/dashboard-layout/skeletons.tsx';
import { OrderCard, OrderCardSkeleton } from '../../components/orders/order-card.tsx';
import { ORDERS_PER_PAGE } from '../../constants.ts';
import { useLoad } from '../../hooks/use-load.ts';
import { usePage, usePageCount } from '../../hooks/use-page.ts';
import { orders } from '../../messages/orders.ts';
import { spec } from '../../messages/specification.ts';
import { formatPageTitle } from '../../meta.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BagIcon } from '../../ui/nav-icons.tsx';
import { Pagination } from '../../ui/pagination.tsx';

export const meta = () => [{ title: formatPageTitle(spec.orderDetails) }];

const column = 'flex max-w-[48rem] flex-col gap-4';

const skeleton = (
  <div className={column}>
    <Repeat times={3}>
      <OrderCardSkeleton />
    </Repeat>
  </div>
);

export default function OrdersPage() {
  const page = usePage();
  const loaded = useLoad(`orders ${page}`, (api, signal) => api(listOrders, { query: { page, limit: ORDERS_PER_PAGE }, signal }));
  const pages = usePageCount(page, loaded.data);
  return (
    <>
      <DashboardHeader title={spec.orderDetails} />
      <AsyncContent state={loaded} skeleton={skeleton}>
        {({ orders: list, total }) => {
          if (total === 0) return <NoOrders />;
          return (
            <>
              <div className={column}>
                {list.map((order) => (
                  <OrderCard key={order._id} order={order} />
                ))}
              </div>
              <Pagination label={orders.pages} page={page} pages={pages} to={(it) => `?page=${it}`} />
            </>
          );
        }}
      </AsyncContent>
    </>
  );
}

function NoOrders() {
  return (
    <EmptyState icon={<BagIcon size={22} />} title={orders.none} actions={<LinkButton to="/">{orders.browse}</LinkButton>}>
      {orders.noneHint}
    </EmptyState>
  );
}
