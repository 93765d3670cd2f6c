/** The days that were set anew for an order which runs late, and what its customer chose. */

import type { Order } from '../../../contract/order-fields.ts';
import { DELAY_PATH } from '../../../contract/shop-pages.ts';
import { LinkButton } from '../../kit/button.tsx';
import { formatDate, formatDay } from '../format.ts';

export const delayWords = {
  title: 'Delayed',
  newDay: (day: string, previous: string) => `New delivery day: ${day}, instead of ${previous}`,
  unknownDay: (previous: string) => `Later than ${previous}; the new day isn’t known yet`,
  answers: { wait: 'Customer waits', cancel: 'Cancelled by the customer' },
  unanswered: 'No answer yet',
  answer: 'Wait or cancel',
} as const;

export function OrderDelays({ order: { _id: id, delays = [], answerable } }: { order: Pick<Order, '_id' | 'delays' | 'answerable'> }) {
  return (
    <div className="mt-5">
      <p className="text-small text-soft">{delayWords.title}</p>
      <ul className="tabular-nums grid gap-2">
        {delays.map(({ _id, day, previousDay, createdAt, answer, answeredAt }) => (
          <li key={_id}>
            <span className="block">
              {day ? delayWords.newDay(formatDay(day), formatDay(previousDay)) : delayWords.unknownDay(formatDay(previousDay))}
            </span>
            <span className="block text-small text-soft">
              <time dateTime={createdAt}>{formatDate(createdAt)}</time> · {answer ? delayWords.answers[answer] : delayWords.unanswered}
              {answeredAt && (
                <>
                  , <time dateTime={answeredAt}>{formatDate(answeredAt)}</time>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {answerable && (
        <LinkButton to={`${DELAY_PATH}#${id}.${answerable.delay}.${answerable.signature}`} variant="secondary" className="mt-3">
          {delayWords.answer}
        </LinkButton>
      )}
    </div>
  );
}
