/** What the customer has withdrawn from: it stands above all other actions until it is refunded. */
import type { AdminOrder } from '../../../contract/order-fields.ts';
import { classNames } from '../../kit/class-names.ts';
import { formatDay } from '../../shared/format.ts';
import { describeWithdrawal, WithdrawnItems } from '../../shared/orders/withdrawals.tsx';
import { ActionButton } from '../parts/controls.tsx';
import { formatDateTime } from '../parts/values.ts';
import { withdrawalNotices as words } from './withdrawal-messages.ts';

type Withdrawal = NonNullable<AdminOrder['withdrawals']>[number];

interface WithdrawalNoticesProps {
  order: AdminOrder;
  onRefund: (withdrawal: Withdrawal) => void;
  onDecline: (withdrawal: Withdrawal) => void;
}

const describeDuty = ({ isLate, refundBy }: Withdrawal): string => (isLate || !refundBy ? words.late : words.refundBy(formatDay(refundBy)));

export function WithdrawalNotices({ order, onRefund, onDecline }: WithdrawalNoticesProps) {
  const { withdrawals = [], lines } = order;
  if (!withdrawals.length) return null;
  const hasOpen = withdrawals.some(({ status }) => status === 'open');
  return (
    <section
      aria-label={words.title}
      className={classNames('rounded-card p-5', hasOpen ? 'bg-caution/8 text-caution' : 'border border-line bg-raised')}
    >
      <p className="font-[600]">{words.title}</p>
      <ul className="mt-2 grid gap-4">
        {withdrawals.map((it) => (
          <li key={it._id} className="grid gap-1">
            <p className="text-small">
              <bdi>{it.name}</bdi>, <time dateTime={it.createdAt}>{formatDateTime(it.createdAt)}</time> · {describeWithdrawal(it)}
            </p>
            <WithdrawnItems of={it} all={lines} />
            {it.answer && <p className="break-words whitespace-pre-line">{it.answer}</p>}
            {it.status === 'open' && (
              <>
                <p className="font-[560]">{describeDuty(it)}</p>
                <div className="mt-1 flex flex-wrap gap-2">
                  <ActionButton size="small" onClick={() => onRefund(it)}>
                    {words.refund}
                  </ActionButton>
                  {it.isLate && (
                    <ActionButton size="small" variant="danger-quiet" onClick={() => onDecline(it)}>
                      {words.decline}
                    </ActionButton>
                  )}
                </div>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
