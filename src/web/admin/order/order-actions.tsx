/** The order's status in words, and the buttons for what can be done. */
import { type AdminOrder, type Dispute, OPEN_DISPUTE_STATUSES } from '../../../contract/order-fields.ts';
import { SENT_UNPAID_KINDS } from '../../../contract/payment-method.ts';
import { classNames } from '../../kit/class-names.ts';
import { AlertIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { Panel } from '../../kit/panel.tsx';
import { formatPrice } from '../../shared/format.ts';
import { orderRequests } from '../../shared/messages/orders.ts';
import { calculateNetTotal } from '../../shared/orders/order-lines.tsx';
import { adminOrder } from '../orders/messages.ts';
import { ActionButton } from '../parts/controls.tsx';
import { formatDateTime } from '../parts/values.ts';
import { withdrawalNotices } from './withdrawal-messages.ts';

export const isOpenDispute = ({ status }: Dispute) => OPEN_DISPUTE_STATUSES.some((it) => it === status);

/** Refunds that didn't reach the customer: somebody has to find another way. */
export function FailedRefunds({ order: { failedRefunds, currency } }: { order: AdminOrder }) {
  if (!failedRefunds.length) return null;
  return (
    <section aria-label={adminOrder.failedRefunds} className="rounded-card bg-caution/8 p-5 text-caution">
      <p className="font-[600]">{adminOrder.failedRefunds}</p>
      <ul className="mt-2">
        {failedRefunds.map(({ at, amount, reason }) => (
          <li key={`${at} ${amount}`}>
            {adminOrder.failedRefund(formatPrice(amount, currency), reason.replaceAll('_', ' '))} ·{' '}
            <time dateTime={at}>{formatDateTime(at)}</time>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-small">{adminOrder.failedRefundsHint}</p>
    </section>
  );
}

export function Disputes({ order: { disputes, currency } }: { order: AdminOrder }) {
  if (!disputes.length) return null;
  const hasOpen = disputes.some(isOpenDispute);
  const title = hasOpen ? adminOrder.disputes : adminOrder.pastDisputes;
  return (
    <section
      aria-label={title}
      className={classNames('rounded-card p-5', hasOpen ? 'bg-caution/8 text-caution' : 'border border-line bg-raised')}
    >
      <p className="font-[600]">{title}</p>
      <ul className="mt-2 grid gap-3">
        {disputes.map((dispute) => (
          <DisputeItem key={dispute.at} dispute={dispute} currency={currency} />
        ))}
      </ul>
      {hasOpen && <p className="mt-3 text-small">{adminOrder.disputesHint}</p>}
    </section>
  );
}

function DisputeItem({ dispute, currency }: { dispute: Dispute; currency: string }) {
  const { at, amount, reason, status, respondBy, withdrawn, closedAt } = dispute;
  const [label, time] = closedAt === null ? [adminOrder.disputeRespondBy, respondBy] : [adminOrder.disputeClosed, closedAt];
  return (
    <li className="tabular-nums grid gap-1">
      <p>
        {adminOrder.dispute(formatPrice(amount, currency), reason.replaceAll('_', ' '))} · <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      <p className="font-[560]">{adminOrder.disputeStatus[status]}</p>
      {time !== null && (
        <p>
          {label} <time dateTime={time}>{formatDateTime(time)}</time>
        </p>
      )}
      <p>{withdrawn ? adminOrder.disputeWithdrawn : adminOrder.disputeReturned}</p>
    </li>
  );
}

/** The customer's request, above all other actions. */
export function OpenRequest({ order: { request, lines } }: { order: AdminOrder }) {
  if (request?.status !== 'open') return null;
  return (
    <section aria-label={orderRequests.badge} className="rounded-card bg-caution/8 p-5 text-caution">
      <p className="font-[600]">{orderRequests.adminTitle[request.kind]}</p>
      {request.lines.length > 0 && (
        <ul className="mt-2">
          {request.lines.map(({ line, quantity }) => (
            <li key={line}>
              {quantity} × <bdi>{lines[line]?.name}</bdi>
            </li>
          ))}
        </ul>
      )}
      <p dir="auto" className="mt-2 text-left break-orderRequests whitespace-pre-line text-ink">
        {request.reason}
      </p>
      <p className="mt-2 text-small">{orderRequests.adminHint[request.kind]}</p>
    </section>
  );
}

/** What can be done in an order's current status. The server checks again; this only hides useless buttons. */

export type OrderAction = 'book' | 'ship' | 'deliver' | 'accept' | 'refund' | 'end' | 'decline';

const isSelfDelivered = ({ needsShipping, hasDownloads }: AdminOrder) => needsShipping === false && hasDownloads === true;

export const findOpenWithdrawal = ({ withdrawals = [] }: AdminOrder) => withdrawals.find(({ status }) => status === 'open');

/** The usual next step first. */
function listAllowedActions(order: AdminOrder): OrderAction[] {
  const decline: OrderAction[] = order.request?.status === 'open' ? ['decline'] : [];
  const refund: OrderAction[] = calculateNetTotal(order) > 0 ? ['refund', ...decline] : decline;
  const byHand = listByHand(order);
  if (byHand) return byHand;
  switch (order.status) {
    case 'paid':
      // With an open request to cancel, an order isn't ready to ship until that is declined.
      // What is still to come of an order of downloads alone, the shop sends by itself.
      return decline.length || findOpenWithdrawal(order) || isSelfDelivered(order) ? refund : ['ship', ...refund];
    case 'shipped':
      return ['deliver', ...refund];
    case 'delivered':
      return refund;
    case 'review':
      return ['accept', ...refund];
    case 'pending':
      return order.processingSince === null ? ['end'] : [];
    case 'cancelled':
    case 'expired':
    case 'refunded':
      return decline;
  }
}

/** Of an order that is paid by hand and isn't paid yet, or has ended unpaid; null: any other. */
function listByHand({ status, number, paidAt, paymentMethod }: AdminOrder): OrderAction[] | null {
  if (!paymentMethod || number === null || paidAt !== null) return null;
  const isSentUnpaid = SENT_UNPAID_KINDS.includes(paymentMethod.kind);
  if (status === 'pending') return isSentUnpaid ? ['ship', 'book', 'end'] : ['book', 'end'];
  if (status === 'shipped') return ['book', 'deliver', 'end'];
  return status === 'delivered' ? ['book', 'end'] : ['book'];
}

interface OrderActionsProps {
  order: AdminOrder;
  /** Set where the outcome of the last action is uncertain. */
  warning: string | null;
  onAction: (action: OrderAction) => void;
}

function describeNextStep(order: AdminOrder): string {
  if (order.paymentMethod?.isAwaited) return adminOrder.byHandHint[order.paymentMethod.kind];
  if (order.processingSince !== null) return adminOrder.processingHint;
  if (order.disputes.some(isOpenDispute)) return adminOrder.disputedHint;
  if (findOpenWithdrawal(order)) return withdrawalNotices.nextStep;
  if (order.status === 'paid' && isSelfDelivered(order)) return adminOrder.owedHint;
  return order.request?.status === 'open' ? adminOrder.requestHint[order.request.kind] : adminOrder.nextStepHint[order.status];
}

export function OrderActions({ order, warning, onAction }: OrderActionsProps) {
  const actions = listAllowedActions(order);
  return (
    <Panel title={adminOrder.nextStep}>
      <p className="-mt-2 text-soft">{describeNextStep(order)}</p>
      <div role="alert">
        {warning && (
          <p className="mt-4 flex gap-2 rounded-control bg-caution/8 p-3 text-caution">
            <AlertIcon size={18} className="mt-0.5 shrink-0" />
            <span className="min-w-0">{warning}</span>
          </p>
        )}
      </div>
      {order.paymentMethod?.isAwaited && order.paymentMethod.kind === 'bank_transfer' && (
        <Link to="/dashboard/admin/orders/statement" className="mt-2 inline-flex min-h-6 items-center text-accent hover:underline">
          {adminOrder.readStatement}
        </Link>
      )}
      {actions.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-2">
          {actions.map((action) => (
            <ActionButton
              key={action}
              variant={action === 'refund' || action === 'end' || action === 'decline' ? 'danger-quiet' : 'primary'}
              onClick={() => onAction(action)}
            >
              {action === 'end' && order.number !== null ? adminOrder.endOrder : adminOrder[action]}
            </ActionButton>
          ))}
        </div>
      )}
    </Panel>
  );
}
