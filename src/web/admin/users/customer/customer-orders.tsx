/** What a customer bought and spent; beside it what guests with the same email bought. */
import type { Customer, CustomerOrder } from '../../../../contract/account.ts';
import { type Column, DataTable } from '../../../kit/data-table.tsx';
import { Link } from '../../../kit/link.tsx';
import { Panel } from '../../../kit/panel.tsx';
import { formatDate, formatPrice } from '../../../shared/format.ts';
import { OrderStatus } from '../../../shared/orders/order-status.tsx';
import { OrderLink } from '../../orders/order-link.tsx';
import { customer as words } from '../messages.ts';

const COLUMNS: Column<CustomerOrder>[] = [
  { header: words.order, cell: (order) => <OrderLink order={order} /> },
  { header: words.placed, cell: (order) => <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time> },
  { header: words.status, cell: (order) => <OrderStatus {...order} /> },
  { header: words.total, isEndAligned: true, cell: (order) => formatPrice(order.total, order.currency) },
];

const OrderTable = ({ title, orders }: { title: string; orders: CustomerOrder[] }) => (
  <DataTable caption={title} columns={COLUMNS} rows={orders} getRowKey={(order) => order._id} narrowLayout="list" isInPanel />
);

export function CustomerOrders({ customer: { email, orders, spent, latestOrders, guestOrders } }: { customer: Customer }) {
  return (
    <>
      <dl className="grid grid-cols-2 gap-4">
        <Sum name={words.spent} value={formatPrice(spent)} />
        <Sum name={words.orderCount} value={String(orders)} />
      </dl>
      <Panel
        title={words.latestOrders}
        action={
          orders > latestOrders.length && (
            <Link to={`/dashboard/admin/orders?keyword=${encodeURIComponent(email)}`} className="text-accent hover:underline">
              {words.allOrders}
            </Link>
          )
        }
      >
        {latestOrders.length ? (
          <OrderTable title={words.latestOrders} orders={latestOrders} />
        ) : (
          <p className="text-soft">{words.noOrders}</p>
        )}
      </Panel>
      {guestOrders.length > 0 && (
        <Panel title={words.guestOrders} hint={words.guestOrdersHint}>
          <OrderTable title={words.guestOrders} orders={guestOrders} />
        </Panel>
      )}
    </>
  );
}

function Sum({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-card border border-line bg-raised p-4 sm:p-5">
      <dt className="text-small text-soft">{name}</dt>
      <dd className="tabular-nums text-title font-[640]">{value}</dd>
    </div>
  );
}
