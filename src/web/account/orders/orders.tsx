/** The customer's orders. */
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { listOrders } from '../../../contract/order.ts';
import type { Order } from '../../../contract/order-fields.ts';
import { ORDERS_PER_PAGE } from '../../constants.ts';
import { LinkButton } from '../../kit/button.tsx';
import { Link } from '../../kit/link.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { BagIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { Tabs } from '../../kit/panel.tsx';
import { AsyncContent, Repeat } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { formatDate, formatPrice } from '../../shared/format.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { usePage, usePageCount } from '../../shared/hooks/use-page.ts';
import { accountSpec } from '../../shared/messages/account.ts';
import { orders } from '../../shared/messages/orders.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { OrderLines } from '../../shared/orders/order-lines.tsx';
import { OrderStatus } from '../../shared/orders/order-status.tsx';
import { useWaitingCheckout, WaitingCheckout } from '../../shared/orders/waiting-checkout.tsx';
import { ClaimOrders, useClaimLink } from './claim-orders.tsx';
import { FormerOrders } from './former-orders.tsx';

/** An order in the customer's list: number, date, status, items, address and total. */
const cardClass = 'rounded-card border border-line bg-raised p-4 sm:p-5';

export function OrderCard({ order }: { order: Order }) {
  const id = useId();
  return (
    <article aria-labelledby={id} className={cardClass}>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id={id} className="tabular-nums text-large">
          <Link to={`/dashboard/user/orders/${order._id}`} className="-my-1 inline-flex min-h-10 items-center hover:text-accent">
            {order.processingSince === null ? orders.number(order.number) : orders.title}
          </Link>
        </h2>
        <time dateTime={order.createdAt} className="tabular-nums text-small text-soft">
          {formatDate(order.createdAt)}
        </time>
        <span className="ml-auto">
          <OrderStatus {...order} />
        </span>
      </header>
      <div className="mt-2">
        <OrderLines order={order} />
      </div>
      <footer className="mt-3 flex flex-wrap items-start justify-between gap-x-8 gap-y-2">
        <p className="min-w-0 max-w-full flex-1 basis-60 text-small text-soft">
          <span className="font-[560] text-ink">{orders.shipTo}</span> <bdi>{order.address.replaceAll('\n', ', ')}</bdi>
        </p>
        <p className="tabular-nums ml-auto whitespace-nowrap">
          <span className="mr-3 text-soft">{orders.total}</span>
          <strong className="text-large font-[640]">{formatPrice(order.total, order.currency)}</strong>
        </p>
      </footer>
    </article>
  );
}

export function OrderCardSkeleton() {
  return (
    <div className={cardClass}>
      <Skeleton className="my-1 h-4.5 w-40" />
      <div className="mt-2 flex items-center gap-4 border-b border-line py-3">
        <Skeleton className="size-14 rounded-control" />
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="ml-auto h-4 w-16" />
      </div>
      <Skeleton className="mt-4 ml-auto h-5 w-28" />
    </div>
  );
}

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
      {!isUnpaid && <FormerOrders />}
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
