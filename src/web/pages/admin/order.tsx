/** One order as the shop keeps it: what it is, what happened to it and who did it, and what can be done now. */
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useParams } from 'react-router';
import { type AdminOrder, readAnyOrder } from '../../../contract/order.ts';
import { isApiError } from '../../api.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { BackLink } from '../../components/area/back-link.tsx';
import { focusHeading } from '../../components/area/focus-heading.ts';
import { Loading } from '../../components/area/loading.tsx';
import { OrderLines } from '../../components/orders/order-lines.tsx';
import { OrderMoney } from '../../components/orders/order-money.tsx';
import { OrderShape, orderColumns } from '../../components/orders/order-shape.tsx';
import { OrderStatus } from '../../components/orders/order-status.tsx';
import { formatMoment } from '../../format-moment.ts';
import { adminOrder as words } from '../../messages.orders.ts';
import { spec } from '../../messages.ts';
import { BagIcon } from '../../ui/area-icons.tsx';
import { Blank } from '../../ui/blank.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useLoad } from '../../use-load.ts';
import { Actions } from './order/actions.tsx';
import { AskDialog } from './order/ask-dialog.tsx';
import type { Action } from './order/can.ts';
import { Facts } from './order/facts.tsx';
import { History } from './order/history.tsx';

const LIST = '/dashboard/admin/orders';

export const meta = () => [{ title: `${words.page} – ${spec.title}` }];

export default function AdminOrderPage() {
  const { id = '' } = useParams();
  // Another order is another page: nothing that was said of the last one stays.
  return <OneOrder key={id} id={id} />;
}

function OneOrder({ id }: { id: string }) {
  const loaded = useLoad(`any order ${id}`, (it, signal) => it(readAnyOrder, { params: { id }, signal }));
  const [asked, setAsked] = useState<Action | null>(null);
  /** What an action left open. */
  const [warning, setWarning] = useState<string | null>(null);
  const order = loaded.data?.order;
  const isUnknown = isApiError(loaded.error) && [400, 404].includes(loaded.error.status);

  const finish = async (said: { done: string } | { warning: string }) => {
    setAsked(null);
    setWarning('warning' in said ? said.warning : null);
    if ('done' in said) toast.success(said.done);
    await loaded.reload();
    focusHeading();
  };

  return (
    <>
      <BackLink to={LIST}>{words.all}</BackLink>
      {isUnknown ? (
        <Unknown />
      ) : (
        <>
          {!order && <AreaHead title={words.page} lead={'\u00a0'} />}
          <Loading of={loaded} shape={<OrderShape />}>
            {(data) => <Known order={data.order} warning={warning} ask={setAsked} />}
          </Loading>
        </>
      )}
      {order && asked && (
        <AskDialog action={asked} order={order} finish={finish} refused={() => void loaded.reload()} close={() => setAsked(null)} />
      )}
    </>
  );
}

function Known({ order, warning, ask }: { order: AdminOrder; warning: string | null; ask: (action: Action) => void }) {
  return (
    <>
      <AreaHead
        title={words.number(order.number)}
        lead={
          <span className="figures flex flex-wrap items-center gap-x-3 gap-y-1">
            <time dateTime={order.createdAt}>{formatMoment(order.createdAt)}</time>
            <OrderStatus status={order.status} />
          </span>
        }
      />
      <div className={orderColumns}>
        <div className="grid min-w-0 gap-4 lg:col-start-2 lg:row-start-1">
          <Actions order={order} warning={warning} ask={ask} />
          <Facts order={order} />
        </div>
        <div className="grid min-w-0 gap-4 lg:col-start-1 lg:row-start-1">
          <Panel title={words.lines}>
            <div className="-mt-2">
              <OrderLines lines={order.lines} />
            </div>
            <OrderMoney order={order} />
          </Panel>
          <History changes={order.history} />
        </div>
      </div>
    </>
  );
}

function Unknown() {
  return (
    <>
      <AreaHead title={words.page} />
      <Blank icon={<BagIcon size={22} />} title={words.unknown} actions={<LinkButton to={LIST}>{words.all}</LinkButton>}>
        {words.unknownHint}
      </Blank>
    </>
  );
}
