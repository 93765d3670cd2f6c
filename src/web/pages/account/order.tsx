/** One order as its customer sees it; it can also be printed. */
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useParams } from 'react-router';
import { cancelOrder, type Order, readOrder } from '../../../contract/order.ts';
import { api, isApiError } from '../../api.ts';
import { ConfirmActionDialog } from '../../components/confirm-action-dialog.tsx';
import { AsyncContent } from '../../components/dashboard-layout/async-content.tsx';
import { BackLink } from '../../components/dashboard-layout/back-link.tsx';
import { DashboardHeader } from '../../components/dashboard-layout/dashboard-layout.tsx';
import { focusHeading } from '../../components/dashboard-layout/focus-heading.ts';
import { OrderLines } from '../../components/orders/order-lines.tsx';
import { OrderSkeleton, orderLayout } from '../../components/orders/order-skeleton.tsx';
import { OrderStatus } from '../../components/orders/order-status.tsx';
import { OrderTotals } from '../../components/orders/order-totals.tsx';
import { PayNowButton } from '../../components/orders/pay-now-button.tsx';
import { formatDate, formatPrice } from '../../format.ts';
import { useLoad } from '../../hooks/use-load.ts';
import { orders } from '../../messages/orders.ts';
import { spec } from '../../messages/specification.ts';
import { formatPageTitle } from '../../meta.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BagIcon } from '../../ui/nav-icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BuyAgainResult } from './order/buy-again.tsx';
import { Timeline } from './order/timeline.tsx';
import { useBuyAgain } from './order/use-buy-again.ts';

const ORDERS_PATH = '/dashboard/user/orders';

export const meta = () => [{ title: formatPageTitle(orders.title) }];

export default function OrderPage() {
  const { id = '' } = useParams();
  // The key resets all state when the page changes to another order.
  return <OrderDetails key={id} id={id} />;
}

function OrderDetails({ id }: { id: string }) {
  const loaded = useLoad(`order ${id}`, (it, signal) => it(readOrder, { params: { id }, signal }));
  const [isConfirmingCancel, setIsConfirmingCancel] = useState(false);
  const order = loaded.data?.order;
  const isNotFound = isApiError(loaded.error) && [400, 404].includes(loaded.error.status);

  const cancel = async () => {
    await api(cancelOrder, { params: { id } });
    toast.success(orders.cancelled);
    setIsConfirmingCancel(false);
    await loaded.reload();
    focusHeading();
  };

  return (
    <>
      <BackLink to={ORDERS_PATH}>{orders.all}</BackLink>
      {isNotFound ? (
        <OrderNotFound />
      ) : (
        <>
          {!order && <DashboardHeader title={orders.title} lead={'\u00a0'} actions={<Skeleton className="h-10 w-44 rounded-control" />} />}
          <AsyncContent state={loaded} skeleton={<OrderSkeleton />}>
            {(data) => (
              <OrderContent order={data.order} onCancel={() => setIsConfirmingCancel(true)} onChange={() => void loaded.reload()} />
            )}
          </AsyncContent>
        </>
      )}
      {order && isConfirmingCancel && (
        <ConfirmActionDialog
          title={orders.confirmCancel}
          hint={orders.confirmCancelHint}
          confirmLabel={orders.cancel}
          cancelLabel={orders.keepCheckout}
          onConfirm={cancel}
          onError={() => void loaded.reload()}
          close={() => setIsConfirmingCancel(false)}
        />
      )}
    </>
  );
}

function OrderContent({ order, onCancel, onChange }: { order: Order; onCancel: () => void; onChange: () => void }) {
  const buyAgain = useBuyAgain(order.lines);
  const isCheckout = order.number === null;
  const isPartRefunded = order.refunded > 0 && order.status !== 'refunded';
  return (
    <>
      <p className="mb-4 hidden font-[640] print:block">{spec.title}</p>
      <DashboardHeader
        title={orders.number(order.number)}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <time dateTime={order.createdAt}>{(isCheckout ? orders.started : orders.placed)(formatDate(order.createdAt))}</time>
            <OrderStatus status={order.status} />
          </span>
        }
        actions={
          <span className="flex flex-wrap gap-2 print:hidden">
            {order.status === 'pending' && (
              <Button variant="danger-quiet" onClick={onCancel}>
                {orders.cancel}
              </Button>
            )}
            <Button variant="secondary" onClick={() => window.print()}>
              {orders.print}
            </Button>
            {/* The items of a checkout that waits are still in the cart. */}
            {order.status === 'pending' ? (
              <PayNowButton id={order._id} onFailure={onChange} />
            ) : (
              <Button busy={buyAgain.outcome.state === 'pending'} onClick={() => void buyAgain.run()}>
                {orders.buyAgain}
              </Button>
            )}
          </span>
        }
      />
      <BuyAgainResult outcome={buyAgain.outcome} />
      <div className={orderLayout}>
        <div className="grid gap-4 lg:col-start-2 lg:row-start-1">
          <Panel title={isCheckout ? orders.checkoutStatusTitle : orders.statusTitle}>
            <p className="-mt-2 mb-4 text-soft">{orders.statusDescription[order.status]}</p>
            {isPartRefunded && <p className="mb-4 text-soft">{orders.partiallyRefunded(formatPrice(order.refunded))}</p>}
            <Timeline order={order} />
            <ShipmentDetails order={order} />
          </Panel>
          <Panel title={orders.shipTo}>
            <p dir="auto" className="text-left whitespace-pre-line">
              {order.address}
            </p>
          </Panel>
        </div>
        <Panel title={orders.items} className="lg:col-start-1 lg:row-start-1">
          <div className="-mt-2">
            <OrderLines lines={order.lines} />
          </div>
          <OrderTotals order={order} />
        </Panel>
      </div>
    </>
  );
}

function ShipmentDetails({ order: { carrier, tracking } }: { order: Order }) {
  if (!carrier) return null;
  return (
    <dl className="mt-5 grid gap-2 border-t border-line pt-4">
      <div>
        <dt className="text-small text-soft">{orders.carrier}</dt>
        <dd dir="auto" className="text-left">
          {carrier}
        </dd>
      </div>
      {tracking && (
        <div>
          <dt className="text-small text-soft">{orders.tracking}</dt>
          <dd dir="auto" className="tabular-nums text-left">
            {tracking}
          </dd>
        </div>
      )}
    </dl>
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
