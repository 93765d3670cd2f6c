/** How an order came to where it is, and what is still to come: a line of steps with their days. */
import type { Order, OrderStatus } from '../../../../contract/order.ts';
import { formatDay } from '../../../format.ts';
import { orders } from '../../../messages.account.ts';
import { classNames } from '../../../ui/class-names.ts';
import { CheckIcon, CloseIcon } from '../../../ui/icons.tsx';

/** What comes after each state if all goes well. */
const TO_COME: Record<OrderStatus, OrderStatus[]> = {
  pending: ['paid', 'shipped', 'delivered'],
  paid: ['shipped', 'delivered'],
  review: ['shipped', 'delivered'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
  expired: [],
  refunded: [],
};

const nameOf = (status: OrderStatus) => (status === 'pending' ? orders.placedStep : orders.status[status]);

export function Timeline({ order: { status, timeline } }: { order: Pick<Order, 'status' | 'timeline'> }) {
  const steps = [...timeline, ...TO_COME[status].map((it) => ({ status: it, at: null }))];
  return (
    <ol>
      {steps.map((step, index) => (
        <Step
          key={`${step.status} ${step.at}`}
          {...step}
          isCurrent={index === timeline.length - 1}
          isLast={index === steps.length - 1}
          isNextToCome={steps[index + 1]?.at === null}
        />
      ))}
    </ol>
  );
}

interface StepProps {
  status: OrderStatus;
  at: string | null;
  isCurrent: boolean;
  isLast: boolean;
  isNextToCome: boolean;
}

function Step({ status, at, isCurrent, isLast, isNextToCome }: StepProps) {
  const isEnd = status === 'cancelled' || status === 'expired';
  return (
    <li aria-current={isCurrent ? 'step' : undefined} className="relative flex gap-3 pb-5 last:pb-0">
      {!isLast && (
        <span
          aria-hidden="true"
          className={classNames(
            'absolute top-6 bottom-0 left-[0.6875rem] w-0 border-l-2',
            isNextToCome ? 'border-dashed border-line' : 'border-good/50',
          )}
        />
      )}
      <span
        aria-hidden="true"
        className={classNames(
          'relative flex size-6 shrink-0 items-center justify-center rounded-full border-2',
          at === null && 'border-line bg-raised',
          at !== null && (isEnd ? 'border-edge/60 bg-raised text-soft' : 'border-good bg-good/10 text-good'),
        )}
      >
        {at !== null && (isEnd ? <CloseIcon size={12} /> : <CheckIcon size={14} />)}
      </span>
      <span className={classNames('min-w-0', at === null && 'text-soft')}>
        <span className={classNames('block', isCurrent && 'font-[600]')}>{nameOf(status)}</span>
        {at === null ? (
          <span className="sr-only">{orders.toCome}</span>
        ) : (
          <time dateTime={at} className="figures block text-small text-soft">
            {formatDay(at)}
          </time>
        )}
      </span>
    </li>
  );
}
