import type { ReactNode } from 'react';
import { listOrders } from '../../contract/order.ts';
import type { Order } from '../../contract/order-fields.ts';
import { LinkButton } from '../kit/button.tsx';
import { ChevronIcon } from '../kit/icons.tsx';
import { Link } from '../kit/link.tsx';
import { Skeleton } from '../kit/loading.tsx';
import { BagIcon, PersonIcon } from '../kit/nav-icons.tsx';
import { Panel } from '../kit/panel.tsx';
import { AsyncContent, Repeat } from '../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../shared/dashboard-layout/dashboard-layout.tsx';
import { formatDate, formatPrice } from '../shared/format.ts';
import { useLoad } from '../shared/hooks/use-load.ts';
import { userDashboard } from '../shared/messages/account.ts';
import { nav } from '../shared/messages/common.ts';
import { orders } from '../shared/messages/orders.ts';
import { createTitleMeta } from '../shared/meta.ts';
import { OrderStatus } from '../shared/orders/order-status.tsx';
import { useSession } from '../state/session.ts';

const RECENT_ORDER_COUNT = 3;

export const meta = createTitleMeta(nav.dashboard);

export default function DashboardPage() {
  const user = useSession()?.user;
  return (
    <>
      <DashboardHeader title={userDashboard.greeting(user?.name ?? '')} lead={userDashboard.lead} />
      <div className="flex max-w-[48rem] flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <LinkCard
            to="/dashboard/user/profile"
            icon={<PersonIcon size={20} />}
            title={userDashboard.profile}
            hint={userDashboard.profileLink}
          />
          <LinkCard to="/dashboard/user/orders" icon={<BagIcon size={20} />} title={userDashboard.orders} hint={userDashboard.ordersLink} />
        </div>
        <RecentOrders />
      </div>
    </>
  );
}

function LinkCard({ to, icon, title, hint }: { to: string; icon: ReactNode; title: string; hint: string }) {
  return (
    <Link
      to={to}
      className="flex items-center gap-4 rounded-card border border-line bg-raised p-4 transition-colors hover:border-edge sm:p-5"
    >
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-ground text-accent">{icon}</span>
      <span className="min-w-0 grow">
        <span className="block font-[600]">{title}</span>
        <span className="block text-small text-soft">{hint}</span>
      </span>
      <ChevronIcon className="shrink-0 -rotate-90 text-soft" />
    </Link>
  );
}

const skeleton = (
  <Repeat times={RECENT_ORDER_COUNT}>
    <div className="flex h-12.5 items-center gap-4 border-t border-line">
      <Skeleton className="h-3.5 w-32" />
      <Skeleton className="ml-auto h-3.5 w-24" />
    </div>
  </Repeat>
);

function RecentOrders() {
  const loaded = useLoad('recent orders', (api, signal) => api(listOrders, { query: { limit: RECENT_ORDER_COUNT }, signal }));
  const hasMore = loaded.data !== null && loaded.data.total > 0;
  return (
    <Panel
      title={userDashboard.recent}
      action={
        hasMore && (
          <Link to="/dashboard/user/orders" className="-my-1 inline-flex min-h-8 items-center text-accent hover:underline">
            {userDashboard.allOrders}
          </Link>
        )
      }
    >
      <AsyncContent state={loaded} skeleton={skeleton}>
        {(data) => (data.orders.length ? <OrderRows orders={data.orders} /> : <NoOrders />)}
      </AsyncContent>
    </Panel>
  );
}

function OrderRows({ orders: list }: { orders: Order[] }) {
  return (
    <ul>
      {list.map((order) => (
        <li key={order._id} className="flex items-center gap-4 border-t border-line py-3 last:pb-0">
          <span className="flex grow flex-col sm:flex-row sm:items-baseline sm:gap-4">
            <Link
              to={`/dashboard/user/orders/${order._id}`}
              className="tabular-nums -my-1 inline-flex min-h-8 items-center font-[560] hover:text-accent"
            >
              {orders.number(order.number)}
            </Link>
            <time dateTime={order.createdAt} className="tabular-nums text-small text-soft">
              {formatDate(order.createdAt)}
            </time>
          </span>
          <OrderStatus {...order} />
          <span className="tabular-nums text-right font-[560] whitespace-nowrap sm:min-w-24">
            {formatPrice(order.total, order.currency)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function NoOrders() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-4">
      <p className="text-soft">
        {orders.none}. {orders.noneHint}
      </p>
      <LinkButton to="/" variant="secondary">
        {orders.browse}
      </LinkButton>
    </div>
  );
}
