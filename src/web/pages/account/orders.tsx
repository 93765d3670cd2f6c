import { listOrders } from '../../../contract/order.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { Loading } from '../../components/area/loading.tsx';
import { Repeat } from '../../components/area/shapes.tsx';
import { OrderCard, OrderCardShape } from '../../components/orders/order-card.tsx';
import { ORDERS_PER_PAGE } from '../../constants.ts';
import { orders } from '../../messages.account.ts';
import { spec } from '../../messages.ts';
import { BagIcon } from '../../ui/area-icons.tsx';
import { Blank } from '../../ui/blank.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { useLoad } from '../../use-load.ts';
import { usePage, usePages } from '../../use-page.ts';

export const meta = () => [{ title: `${spec.orderDetails} – ${spec.title}` }];

const column = 'flex max-w-[48rem] flex-col gap-4';

const shape = (
  <div className={column}>
    <Repeat times={3}>
      <OrderCardShape />
    </Repeat>
  </div>
);

export default function OrdersPage() {
  const page = usePage();
  const loaded = useLoad(`orders ${page}`, (api, signal) => api(listOrders, { query: { page, limit: ORDERS_PER_PAGE }, signal }));
  const pages = usePages(page, loaded.data);
  return (
    <>
      <AreaHead title={spec.orderDetails} />
      <Loading of={loaded} shape={shape}>
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
      </Loading>
    </>
  );
}

function NoOrders() {
  return (
    <Blank icon={<BagIcon size={22} />} title={orders.none} actions={<LinkButton to="/">{orders.browse}</LinkButton>}>
      {orders.noneHint}
    </Blank>
  );
}
