/** An order's status, its timeline, and its tracking number. */

import { formatDelivery } from '../../../contract/estimated-delivery.ts';
import type { Order, OrderStatus as Status } from '../../../contract/order-fields.ts';
import { buildTrackingUrl } from '../../../contract/order-shipping.ts';
import { classNames } from '../../kit/class-names.ts';
import { CheckIcon, CloseIcon } from '../../kit/icons.tsx';
import { Badge, type BadgeTone } from '../../kit/status.tsx';
import { formatDate } from '../format.ts';
import { orderRequests, orders } from '../messages/orders.ts';

/** A tracking number that leads to its carrier's page, where the shop knows it. */
export function TrackingLink({ carrier, tracking }: { carrier: string | null; tracking: string }) {
  const url = buildTrackingUrl(carrier, tracking);
  if (!url) return tracking;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="underline hover:text-accent">
      {tracking}
    </a>
  );
}

const AWAITED_STATUSES: readonly Status[] = ['pending', 'paid', 'shipped'];

/** On which days the customer may expect it; null where nothing was said, and once nothing is to come. */
export const describeDelivery = ({ status, estimatedDelivery }: Pick<Order, 'status' | 'estimatedDelivery'>): string | null =>
  estimatedDelivery && AWAITED_STATUSES.includes(status) ? formatDelivery(estimatedDelivery) : null;

/** The statuses that normally follow. */
const UPCOMING_STATUSES: Record<Status, Status[]> = {
  pending: ['paid', 'shipped', 'delivered'],
  paid: ['shipped', 'delivered'],
  review: ['shipped', 'delivered'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
  expired: [],
  refunded: [],
};

/** The statuses an order went through with their dates, and those still to come. */
export function Timeline({
  order: { number, status, timeline, request, needsShipping },
}: {
  order: Pick<Order, 'number' | 'status' | 'timeline' | 'request' | 'needsShipping'>;
}) {
  const firstLabel = number === null ? orders.startedStep : orders.placedStep;
  const upcoming = UPCOMING_STATUSES[status].filter((it) => needsShipping !== false || it !== 'shipped');
  const steps = [...timeline, ...upcoming.map((it) => ({ status: it, at: null }))];
  return (
    <ol>
      {steps.map((step, index) => (
        <TimelineStep
          key={`${step.status} ${step.at}`}
          {...step}
          label={step.status === 'pending' ? firstLabel : orders.status[step.status]}
          isCurrent={index === timeline.length - 1}
          isLast={index === steps.length - 1}
          isNextUpcoming={steps[index + 1]?.at === null}
        />
      ))}
      {request && (
        <li className="mt-5 text-small text-soft">
          {orderRequests.step[request.kind]}, <time dateTime={request.createdAt}>{formatDate(request.createdAt)}</time>
        </li>
      )}
    </ol>
  );
}

interface TimelineStepProps {
  status: Status;
  label: string;
  at: string | null;
  isCurrent: boolean;
  isLast: boolean;
  isNextUpcoming: boolean;
}

function TimelineStep({ status, label, at, isCurrent, isLast, isNextUpcoming }: TimelineStepProps) {
  const isEnd = status === 'cancelled' || status === 'expired';
  return (
    <li aria-current={isCurrent ? 'step' : undefined} className="relative flex gap-3 pb-5 last:pb-0">
      {!isLast && (
        <span
          aria-hidden="true"
          className={classNames(
            'absolute top-6 bottom-0 left-[0.6875rem] w-0 border-l-2',
            isNextUpcoming ? 'border-dashed border-line' : 'border-good/50',
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
        <span className={classNames('block', isCurrent && 'font-[600]')}>{label}</span>
        {at === null ? (
          <span className="sr-only">{orders.upcoming}</span>
        ) : (
          <time dateTime={at} className="tabular-nums block text-small text-soft">
            {formatDate(at)}
          </time>
        )}
      </span>
    </li>
  );
}

const TONES: Record<Status, BadgeTone> = {
  pending: 'caution',
  paid: 'good',
  shipped: 'accent',
  delivered: 'good',
  cancelled: 'quiet',
  expired: 'quiet',
  refunded: 'quiet',
  review: 'caution',
};

interface OrderStatusProps {
  status: Status;
  processingSince?: string | null;
  /** An owner's test order. */
  isTest?: boolean | undefined;
}

/** `processingSince` is set if a payment is on its way: then the customer has nothing left to do. */
export function OrderStatus({ status, processingSince = null, isTest }: OrderStatusProps) {
  const badge = <Badge tone={TONES[status]}>{processingSince === null ? orders.status[status] : orders.processing}</Badge>;
  if (!isTest) return badge;
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone="caution">{orders.test}</Badge>
      {badge}
    </span>
  );
}
