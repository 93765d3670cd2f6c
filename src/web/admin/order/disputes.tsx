/** Disputes of the order's payment: until when to respond, and how they ended. */
import { type AdminOrder, type Dispute, OPEN_DISPUTE_STATUSES } from '../../../contract/order-fields.ts';
import { classNames } from '../../kit/class-names.ts';
import { formatPrice } from '../../shared/format.ts';
import { adminOrder as words } from '../orders/messages.ts';
import { formatDateTime } from '../parts/format-date.ts';

export const isOpenDispute = ({ status }: Dispute) => OPEN_DISPUTE_STATUSES.some((it) => it === status);

/** Refunds that didn't reach the customer: somebody has to find another way. */

export function FailedRefunds({ order: { failedRefunds, currency } }: { order: AdminOrder }) {
  if (!failedRefunds.length) return null;
  return (
    <section aria-label={words.failedRefunds} className="rounded-card bg-caution/8 p-5 text-caution">
      <p className="font-[600]">{words.failedRefunds}</p>
      <ul className="mt-2">
        {failedRefunds.map(({ at, amount, reason }) => (
          <li key={`${at} ${amount}`}>
            {words.failedRefund(formatPrice(amount, currency), reason.replaceAll('_', ' '))} ·{' '}
            <time dateTime={at}>{formatDateTime(at)}</time>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-small">{words.failedRefundsHint}</p>
    </section>
  );
}

export function Disputes({ order: { disputes, currency } }: { order: AdminOrder }) {
  if (!disputes.length) return null;
  const hasOpen = disputes.some(isOpenDispute);
  const title = hasOpen ? words.disputes : words.pastDisputes;
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
      {hasOpen && <p className="mt-3 text-small">{words.disputesHint}</p>}
    </section>
  );
}

function DisputeItem({ dispute, currency }: { dispute: Dispute; currency: string }) {
  const { at, amount, reason, status, respondBy, withdrawn, closedAt } = dispute;
  const [label, time] = closedAt === null ? [words.disputeRespondBy, respondBy] : [words.disputeClosed, closedAt];
  return (
    <li className="tabular-nums grid gap-1">
      <p>
        {words.dispute(formatPrice(amount, currency), reason.replaceAll('_', ' '))} · <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      <p className="font-[560]">{words.disputeStatus[status]}</p>
      {time !== null && (
        <p>
          {label} <time dateTime={time}>{formatDateTime(time)}</time>
        </p>
      )}
      <p>{withdrawn ? words.disputeWithdrawn : words.disputeReturned}</p>
    </li>
  );
}
