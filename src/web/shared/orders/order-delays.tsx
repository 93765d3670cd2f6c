/** The days that were set anew for an order which runs late, and what its customer chose. */
import type { Delay } from '../../../contract/delay-fields.ts';
import { formatDate, formatDay } from '../format.ts';

export const delayWords = {
  title: 'Delayed',
  newDay: (day: string, previous: string) => `New delivery day: ${day}, instead of ${previous}`,
  unknownDay: (previous: string) => `Later than ${previous}; the new day isn’t known yet`,
  answers: { wait: 'Customer waits', cancel: 'Cancelled by the customer' },
  unanswered: 'No answer yet',
} as const;

export function OrderDelays({ delays }: { delays: readonly Delay[] }) {
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
    </div>
  );
}
