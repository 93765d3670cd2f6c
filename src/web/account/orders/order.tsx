/** One order of the account. */
import { lazy, Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { readOrder } from '../../../contract/order.ts';
import { isApiError } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { BagIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { AsyncContent, OrderSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { BackLink, DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { orders } from '../../shared/messages/orders.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { INVOICE_PARAM } from '../../shared/orders/order-access.ts';
import { OrderDetails } from '../../shared/orders/order-details.tsx';
import { useSession } from '../../state/session.ts';

const CustomerInvoice = lazy(() => import('../../shared/documents/customer-invoice.tsx'));

const ORDERS_PATH = '/dashboard/user/orders';

export const meta = createTitleMeta(orders.title);

export default function OrderPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  if (search.has(INVOICE_PARAM)) return <OwnInvoice key={id} id={id} />;
  // The key resets all state when the page changes to another order.
  return <OwnOrder key={id} id={id} />;
}

function OwnOrder({ id }: { id: string }) {
  const loaded = useLoad(`order ${id}`, (it, signal) => it(readOrder, { params: { id }, signal }));
  const isNotFound = isApiError(loaded.error) && [400, 404].includes(loaded.error.status);
  return (
    <>
      <BackLink to={ORDERS_PATH}>{orders.all}</BackLink>
      {isNotFound ? (
        <OrderNotFound />
      ) : (
        <>
          {!loaded.data && (
            <DashboardHeader title={orders.title} lead={'\u00a0'} actions={<Skeleton className="h-10 w-72 rounded-control" />} />
          )}
          <AsyncContent state={loaded} skeleton={<OrderSkeleton />}>
            {({ order }) => <OrderDetails order={order} reload={loaded.reload} />}
          </AsyncContent>
        </>
      )}
    </>
  );
}

function OwnInvoice({ id }: { id: string }) {
  const { name = '', email = '' } = useSession()?.user ?? {};
  return (
    <Suspense fallback={<OrderSkeleton />}>
      <CustomerInvoice
        access={{ id, signature: null }}
        load={async (call, signal) => ({ ...(await call(readOrder, { params: { id }, signal })), buyer: { name, email } })}
      />
    </Suspense>
  );
}

function OrderNotFound() {
  return (
    <>
      <DashboardHeader title={orders.title} />
      <EmptyState icon={<BagIcon size={22} />} title={orders.notFound} actions={<LinkButton to={ORDERS_PATH}>{orders.all}</LinkButton>}>
        {orders.notFoundHint}
      </EmptyState>
    </>
  );
}
