import type { DashboardStats } from '../../../contract/reports.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Link } from '../../kit/link.tsx';
import { Panel } from '../../kit/panel.tsx';
import { formatPrice } from '../../shared/format.ts';
import { OrderStatus } from '../../shared/orders/order-status.tsx';
import { overview as words } from '../messages.ts';
import { OrderLink } from '../orders/order-link.tsx';

const COLUMNS: Column<DashboardStats['latestOrders'][number]>[] = [
  { header: words.order, cell: (order) => <OrderLink order={order} /> },
  { header: words.customer, cell: (order) => <bdi className="line-clamp-2">{order.shopper}</bdi> },
  { header: words.status, cell: (order) => <OrderStatus {...order} /> },
  { header: words.total, isEndAligned: true, cell: (order) => formatPrice(order.total, order.currency) },
];

export function LatestOrders({ orders }: { orders: DashboardStats['latestOrders'] }) {
  return (
    <Panel
      title={words.latestOrders}
      action={
        orders.length > 0 && (
          <Link to="/dashboard/admin/orders" className="-my-1 inline-flex min-h-8 items-center text-accent hover:underline">
            {words.allOrders}
          </Link>
        )
      }
    >
      {orders.length ? (
        <DataTable
          caption={words.latestOrders}
          columns={COLUMNS}
          rows={orders}
          getRowKey={(order) => order._id}
          narrowLayout="list"
          isInPanel
        />
      ) : (
        <p className="text-soft">{words.noOrders}</p>
      )}
    </Panel>
  );
}
