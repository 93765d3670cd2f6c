import { Link } from 'react-router';
import { listOrders } from '../../../contract/order.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { OrderStatus } from '../../components/orders/order-status.tsx';
import { formatDay, formatPrice } from '../../format.ts';
import { area, common, nav, orders, spec } from '../../messages.ts';
import { useSession } from '../../state/session.ts';
import { Panel } from '../../ui/panel.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useLoad } from '../../use-load.ts';

const RECENT = 3;

export const meta = () => [{ title: `${nav.dashboard} – ${spec.title}` }];

export default function DashboardPage() {
  const user = useSession()?.user;
  return (
    <>
      <AreaHead title={area.hello(user?.name ?? '')} lead={area.lead} />
      <div className="flex max-w-[48rem] flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Door to="/dashboard/user/profile" title={area.profile} hint={area.profileLink} />
          <Door to="/dashboard/user/orders" title={area.orders} hint={area.ordersLink} />
        </div>
        <Panel
          title={area.recent}
          action={
            <Link to="/dashboard/user/orders" className="inline-flex min-h-8 items-center text-accent hover:underline">
              {area.allOrders}
            </Link>
          }
        >
          <RecentOrders />
        </Panel>
      </div>
    </>
  );
}

function Door({ to, title, hint }: { to: string; title: string; hint: string }) {
  return (
    <Link to={to} className="rounded-card border border-line bg-raised p-5 hover:border-edge">
      <span className="block text-large font-[600]">{title}</span>
      <span className="text-soft">{hint}</span>
    </Link>
  );
}

function RecentOrders() {
  const { data, error, reload } = useLoad('recent orders', (api, signal) => api(listOrders, { query: { limit: RECENT }, signal }));
  if (error) return <LoadFailed error={error} retry={() => void reload()} />;
  if (!data) return <Spinner label={common.loading} />;
  if (!data.orders.length) {
    return (
      <p className="text-soft">
        {orders.none}. {orders.noneHint}
      </p>
    );
  }
  return (
    <ul>
      {data.orders.map((order) => (
        <li key={order._id} className="flex items-center gap-4 border-t border-line py-3 last:pb-0">
          <span className="flex grow flex-col sm:flex-row sm:items-baseline sm:gap-4">
            <span className="figures font-[560]">{orders.number(order.number)}</span>
            <time dateTime={order.createdAt} className="text-small text-soft">
              {formatDay(order.createdAt)}
            </time>
          </span>
          <OrderStatus status={order.status} />
          <span className="figures text-right font-[560] whitespace-nowrap sm:min-w-24">{formatPrice(order.total)}</span>
        </li>
      ))}
    </ul>
  );
}
