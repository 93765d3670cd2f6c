/** One order for admins: its details, its history and what can be done with it. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useParams, useSearchParams } from 'react-router';
import { changeOrderFields, readAnyOrder } from '../../../contract/order-admin.ts';
import type { AdminOrder, OrderPayment } from '../../../contract/order-fields.ts';
import type { Withdrawal } from '../../../contract/withdrawal-fields.ts';
import { api, isApiError } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { BagIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, OrderSkeleton, orderLayout } from '../../shared/dashboard-layout/async-content.tsx';
import { BackLink, DashboardHeader, focusHeading } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { documents } from '../../shared/documents/messages.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { OrderLines, OrderTotals } from '../../shared/orders/order-lines.tsx';
import { OrderStatus } from '../../shared/orders/order-status.tsx';
import { OrderWords } from '../../shared/orders/order-words.tsx';
import { HistoryLink } from '../activity/activity-filter.tsx';
import { ValuesPanel } from '../custom-fields/values-panel.tsx';
import { adminOrder as words } from '../orders/messages.ts';
import { buildFilterUrl, isFiltered, readFilter } from '../orders/order-filter.tsx';
import { buildDocumentsUrl } from '../orders/order-links.tsx';
import { formatDateTime } from '../parts/values.ts';
import { DelayNotice } from './delay-notice.tsx';
import { HandedOver } from './handed-over.tsx';
import { DeclineDialog, OrderActionDialog } from './order-action-dialog.tsx';
import { Disputes, FailedRefunds, OpenRequest, type OrderAction, OrderActions } from './order-actions.tsx';
import { AdminOrderBilling } from './order-billing.tsx';
import { AdminOrderDocuments } from './order-documents.tsx';
import { NoteForm, OrderHistory } from './order-history.tsx';
import { NeighborLinks, OrderInfo, OrderPayments } from './order-info.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { TestOrderNotice } from './test-order-notice.tsx';
import { WithdrawalNotices } from './withdrawal-notices.tsx';

const ORDERS_PATH = '/dashboard/admin/orders';

export const meta = createTitleMeta(words.title);

export default function AdminOrderPage() {
  const { id = '' } = useParams();
  // The key resets all state when the page changes to another order.
  return <OrderDetails key={id} id={id} />;
}

function OrderDetails({ id }: { id: string }) {
  const loaded = useLoad(`admin order ${id}`, (it, signal) => it(readAnyOrder, { params: { id }, signal }));
  const [pendingAction, setPendingAction] = useState<OrderAction | null>(null);
  /** A second payment that is about to be refunded. */
  const [secondPayment, setSecondPayment] = useState<OrderPayment | null>(null);
  /** A withdrawal that is about to be refunded or, if it is late, declined. */
  const [settling, setSettling] = useState<Settling | null>(null);
  /** Set where the outcome of an action is uncertain. */
  const [warning, setWarning] = useState<string | null>(null);
  const order = loaded.data?.order;
  const filter = readFilter(useSearchParams()[0]);
  const isNotFound = isApiError(loaded.error) && [400, 404].includes(loaded.error.status);

  const finish = async (result: { done: string } | { warning: string }) => {
    setPendingAction(null);
    setSecondPayment(null);
    setSettling(null);
    setWarning('warning' in result ? result.warning : null);
    if ('done' in result) toast.success(result.done);
    await loaded.reload();
    focusHeading();
  };

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 print:hidden">
        {isFiltered(filter) ? (
          <BackLink to={`${ORDERS_PATH}${buildFilterUrl(filter)}`}>{words.backToList}</BackLink>
        ) : (
          <BackLink to={ORDERS_PATH}>{words.all}</BackLink>
        )}
        {order && <NeighborLinks id={id} filter={filter} />}
      </div>
      {isNotFound ? (
        <OrderNotFound />
      ) : (
        <>
          {!order && (
            // On narrow screens its links take two rows.
            <DashboardHeader
              title={words.title}
              lead={'\u00a0'}
              actions={<Skeleton className="h-22 w-72 rounded-control sm:h-10 sm:w-80" />}
            />
          )}
          <AsyncContent state={loaded} skeleton={<OrderSkeleton />}>
            {(data) => (
              <OrderContent
                order={data.order}
                warning={warning}
                onAction={setPendingAction}
                onRefundPayment={setSecondPayment}
                onSettle={setSettling}
                reload={loaded.reload}
              />
            )}
          </AsyncContent>
        </>
      )}
      {order && secondPayment && (
        <RefundDialog
          order={order}
          payment={secondPayment}
          finish={finish}
          onError={() => void loaded.reload()}
          close={() => setSecondPayment(null)}
        />
      )}
      {order && settling && (
        <settling.Dialog
          order={order}
          withdrawal={settling.withdrawal}
          finish={finish}
          onError={() => void loaded.reload()}
          close={() => setSettling(null)}
        />
      )}
      {order && pendingAction && (
        <OrderActionDialog
          action={pendingAction}
          order={order}
          finish={finish}
          onError={() => void loaded.reload()}
          close={() => setPendingAction(null)}
        />
      )}
    </>
  );
}

interface Settling {
  withdrawal: Withdrawal;
  Dialog: typeof RefundDialog | typeof DeclineDialog;
}

interface OrderContentProps {
  order: AdminOrder;
  warning: string | null;
  onAction: (action: OrderAction) => void;
  onRefundPayment: (payment: OrderPayment) => void;
  onSettle: (settling: Settling) => void;
  reload: () => Promise<void>;
}

function OrderContent({ order, warning, onAction, onRefundPayment, onSettle, reload }: OrderContentProps) {
  return (
    <>
      <DashboardHeader
        title={words.number(order.number)}
        lead={
          <span className="tabular-nums flex flex-wrap items-center gap-x-3 gap-y-1">
            <time dateTime={order.createdAt}>{formatDateTime(order.createdAt)}</time>
            <OrderStatus {...order} />
          </span>
        }
        actions={
          <>
            <HistoryLink type="order" id={order._id} />
            {order.number !== null && <DocumentLinks order={order} />}
          </>
        }
      />
      <div className={orderLayout}>
        <div className="grid min-w-0 gap-4 lg:col-start-2 lg:row-start-1">
          {order.isTest && <TestOrderNotice id={order._id} />}
          <DelayNotice order={order} reload={reload} />
          <WithdrawalNotices
            order={order}
            onRefund={(withdrawal) => onSettle({ withdrawal, Dialog: RefundDialog })}
            onDecline={(withdrawal) => onSettle({ withdrawal, Dialog: DeclineDialog })}
          />
          <OpenRequest order={order} />
          <Disputes order={order} />
          <FailedRefunds order={order} />
          <OrderActions order={order} warning={warning} onAction={onAction} />
          <OrderWords order={order} isForTeam />
          <OrderInfo order={order} />
          <AdminOrderBilling order={order} reload={reload} />
          <OrderPayments order={order} onRefund={onRefundPayment} />
        </div>
        <div className="grid min-w-0 gap-4 lg:col-start-1 lg:row-start-1">
          <Panel title={words.items}>
            <div className="-mt-2">
              <OrderLines order={order} hasSku />
            </div>
            <OrderTotals order={order} />
          </Panel>
          <AdminOrderDocuments order={order} reload={reload} />
          {order.hasDownloads && <HandedOver order={order} reload={reload} />}
          <ValuesPanel
            owner="order"
            id={order._id}
            values={order.customFields}
            save={(body) => api(changeOrderFields, { params: { id: order._id }, body })}
            reload={reload}
          />
          <OrderHistory order={order}>
            <NoteForm order={order} onAdded={reload} />
          </OrderHistory>
        </div>
      </div>
    </>
  );
}

function DocumentLinks({ order: { _id: id, needsShipping, hasDocuments } }: { order: AdminOrder }) {
  return (
    <>
      {needsShipping !== false && (
        <LinkButton to={buildDocumentsUrl('slip', [id])} variant="secondary">
          {documents.slip}
        </LinkButton>
      )}
      {/* Where invoices are documents, one of them is enough. */}
      {!hasDocuments && (
        <LinkButton to={buildDocumentsUrl('invoice', [id])} variant="secondary">
          {documents.invoice}
        </LinkButton>
      )}
    </>
  );
}

function OrderNotFound() {
  return (
    <>
      <DashboardHeader title={words.title} />
      <EmptyState icon={<BagIcon size={22} />} title={words.notFound} actions={<LinkButton to={ORDERS_PATH}>{words.all}</LinkButton>}>
        {words.notFoundHint}
      </EmptyState>
    </>
  );
}
