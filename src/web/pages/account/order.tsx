/** One order as its buyer keeps it: also on paper. */
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useParams } from 'react-router';
import { cancelOrder, type Order, readOrder } from '../../../contract/order.ts';
import { api, isApiError } from '../../api.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { BackLink } from '../../components/area/back-link.tsx';
import { focusHeading } from '../../components/area/focus-heading.ts';
import { Loading } from '../../components/area/loading.tsx';
import { OrderLines } from '../../components/orders/order-lines.tsx';
import { OrderMoney } from '../../components/orders/order-money.tsx';
import { OrderShape, orderColumns } from '../../components/orders/order-shape.tsx';
import { OrderStatus } from '../../components/orders/order-status.tsx';
import { SureDialog } from '../../components/sure-dialog.tsx';
import { formatDay, formatPrice } from '../../format.ts';
import { orders } from '../../messages.account.ts';
import { spec } from '../../messages.ts';
import { BagIcon } from '../../ui/area-icons.tsx';
import { Blank } from '../../ui/blank.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useLoad } from '../../use-load.ts';
import { BuyAgainOutcome } from './order/buy-again.tsx';
import { Timeline } from './order/timeline.tsx';
import { useBuyAgain } from './order/use-buy-again.ts';

const LIST = '/dashboard/user/orders';

export const meta = () => [{ title: `${orders.page} – ${spec.title}` }];

export default function OrderPage() {
  const { id = '' } = useParams();
  // Another order is another page: nothing that was said of the last one stays.
  return <OneOrder key={id} id={id} />;
}

function OneOrder({ id }: { id: string }) {
  const loaded = useLoad(`order ${id}`, (it, signal) => it(readOrder, { params: { id }, signal }));
  const [isAsking, setIsAsking] = useState(false);
  const order = loaded.data?.order;
  const isUnknown = isApiError(loaded.error) && [400, 404].includes(loaded.error.status);

  const cancel = async () => {
    await api(cancelOrder, { params: { id } });
    toast.success(orders.cancelled);
    setIsAsking(false);
    await loaded.reload();
    focusHeading();
  };

  return (
    <>
      <BackLink to={LIST}>{orders.all}</BackLink>
      {isUnknown ? (
        <Unknown />
      ) : (
        <>
          {!order && <AreaHead title={orders.page} lead={'\u00a0'} actions={<Skeleton className="h-10 w-44 rounded-control" />} />}
          <Loading of={loaded} shape={<OrderShape />}>
            {(data) => <Known order={data.order} askCancel={() => setIsAsking(true)} />}
          </Loading>
        </>
      )}
      {order && isAsking && (
        <SureDialog
          title={orders.askCancel(order.number)}
          hint={orders.askCancelHint}
          label={orders.cancel}
          keepLabel={orders.keep}
          act={cancel}
          onRefused={() => void loaded.reload()}
          close={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

function Known({ order, askCancel }: { order: Order; askCancel: () => void }) {
  const again = useBuyAgain(order.lines);
  const isPartRefunded = order.refunded > 0 && order.status !== 'refunded';
  return (
    <>
      <p className="mb-4 hidden font-[640] print:block">{spec.title}</p>
      <AreaHead
        title={orders.number(order.number)}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <time dateTime={order.createdAt}>{orders.placed(formatDay(order.createdAt))}</time>
            <OrderStatus status={order.status} />
          </span>
        }
        actions={
          <span className="flex flex-wrap gap-2 print:hidden">
            {order.status === 'pending' && (
              <Button variant="danger-quiet" onClick={askCancel}>
                {orders.cancel}
              </Button>
            )}
            <Button variant="secondary" onClick={() => window.print()}>
              {orders.print}
            </Button>
            {/* What waits for its payment is in the cart still. */}
            {order.status !== 'pending' && (
              <Button busy={again.outcome.state === 'asking'} onClick={() => void again.run()}>
                {orders.again}
              </Button>
            )}
          </span>
        }
      />
      <BuyAgainOutcome outcome={again.outcome} />
      <div className={orderColumns}>
        <div className="grid gap-4 lg:col-start-2 lg:row-start-1">
          <Panel title={orders.state}>
            <p className="-mt-2 mb-4 text-soft">{orders.lead[order.status]}</p>
            {isPartRefunded && <p className="mb-4 text-soft">{orders.partRefunded(formatPrice(order.refunded))}</p>}
            <Timeline order={order} />
            <Parcel order={order} />
          </Panel>
          <Panel title={orders.sentTo}>
            <p dir="auto" className="text-left whitespace-pre-line">
              {order.address}
            </p>
          </Panel>
        </div>
        <Panel title={orders.lines} className="lg:col-start-1 lg:row-start-1">
          <div className="-mt-2">
            <OrderLines lines={order.lines} />
          </div>
          <OrderMoney order={order} />
        </Panel>
      </div>
    </>
  );
}

function Parcel({ order: { carrier, tracking } }: { order: Order }) {
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
          <dd dir="auto" className="figures text-left">
            {tracking}
          </dd>
        </div>
      )}
    </dl>
  );
}

function Unknown() {
  return (
    <>
      <AreaHead title={orders.page} />
      <Blank icon={<BagIcon size={22} />} title={orders.unknown} actions={<LinkButton to={LIST}>{orders.all}</LinkButton>}>
        {orders.unknownHint}
      </Blank>
    </>
  );
}
