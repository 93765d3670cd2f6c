import { Link } from 'react-router';
import type { DashboardStats } from '../../../../contract/report.ts';
import { OrderLink } from '../../../components/orders/order-link.tsx';
import { OrderStatus } from '../../../components/orders/order-status.tsx';
import { formatPrice } from '../../../format.ts';
import { overview as words } from '../../../messages.admin.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Panel } from '../../../ui/panel.tsx';

const COLUMNS: Column<DashboardStats['latestOrders'][number]>[] = [
  { head: words.order, cell: (order) => <OrderLink order={order} /> },
  { head: words.shopper, cell: (order) => <bdi className="line-clamp-2">{order.shopper}</bdi> },
  { head: words.state, cell: (order) => <OrderStatus status={order.status} /> },
  { head: words.total, isEnd: true, cell: (order) => formatPrice(order.total) },
];

export function LatestOrders({ orders }: { orders: DashboardStats['latestOrders'] }) {
  return (
    <Panel
      title={words.latest}
      action={
        orders.length > 0 && (
          <Link to="/dashboard/admin/orders" className="-my-1 inline-flex min-h-8 items-center text-accent hover:underline">
            {words.allOrders}
          </Link>
        )
      }
    >
      {orders.length ? (
        <DataTable caption={words.latest} columns={COLUMNS} rows={orders} keyOf={(order) => order._id} narrow="list" isInPanel />
      ) : (
        <p className="text-soft">{words.noOrders}</p>
      )}
    </Panel>
  );
}
