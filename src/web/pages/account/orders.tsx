import { listOrders } from '../../../contract/order.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { OrderCard } from '../../components/orders/order-card.tsx';
import { ORDERS_PER_PAGE } from '../../constants.ts';
import { common, orders, spec } from '../../messages.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useLoad } from '../../use-load.ts';
import { usePage, usePages } from '../../use-page.ts';

export const meta = () => [{ title: `${spec.orderDetails} – ${spec.title}` }];

export default function OrdersPage() {
  return (
    <>
      <AreaHead title={spec.orderDetails} />
      <OrderList />
    </>
  );
}

function OrderList() {
  const page = usePage();
  const { data, error, reload } = useLoad(`orders ${page}`, (api, signal) =>
    api(listOrders, { query: { page, limit: ORDERS_PER_PAGE }, signal }),
  );
  const pages = usePages(page, data);
  if (error) return <LoadFailed error={error} retry={() => void reload()} />;
  if (!data) return <Spinner label={common.loading} />;
  if (data.total === 0) return <NoOrders />;
  return (
    <>
      <div className="flex max-w-[48rem] flex-col gap-4">
        {data.orders.map((order) => (
          <OrderCard key={order._id} order={order} />
        ))}
      </div>
      <Pagination label={orders.pages} page={page} pages={pages} to={(it) => `?page=${it}`} />
    </>
  );
}

function NoOrders() {
  return (
    <Notice title={orders.none} actions={<LinkButton to="/">{orders.browse}</LinkButton>}>
      {orders.noneHint}
    </Notice>
  );
}
