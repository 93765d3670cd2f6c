/** The period of statistics, in days of the shop's time zone. A day is YYYY-MM-DD. */
import { REPORT_DAYS_MAX } from '../../../contract/limits.ts';
import { addDays, countDays, toDay } from '../../../contract/time-zone.ts';
import { AppError } from '../../platform/errors.ts';

const DEFAULT_DAYS = 30;

/** Both days included. */
export interface Period {
  from: string;
  to: string;
}

export interface PeriodQuery {
  days?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Throws `invalid_request` for a period that ends before it begins, or is too long. */
export function resolvePeriod(query: PeriodQuery, now: Date, timeZone: string): Period {
  const to = query.to ?? toDay(now, timeZone);
  const from = query.from ?? addDays(to, 1 - (query.days ?? DEFAULT_DAYS));
  const length = countDays(from, to);
  if (length < 1) {
    const issue = { path: 'to', code: 'ends_before_start' as const, message: 'must not be before the first day' };
    throw new AppError('invalid_request', 'The period ends before it begins', { issues: [issue] });
  }
  if (length > REPORT_DAYS_MAX) {
    const issue = { path: 'from', code: 'too_large' as const, message: `at most ${REPORT_DAYS_MAX} days`, limit: REPORT_DAYS_MAX };
    throw new AppError('invalid_request', 'The period is too long', { issues: [issue] });
  }
  return { from, to };
}

/** The whole months within it, as days; `to` is not included. Empty if there are none. Statistics by month are dated the first. */
export function findWholeMonths({ from, to }: Period): Period {
  const firstOf = (day: string) => `${day.slice(0, 7)}-01`;
  const begin = from === firstOf(from) ? from : firstOf(addDays(firstOf(from), 31));
  const end = firstOf(addDays(to, 1));
  return begin < end ? { from: begin, to: end } : { from, to: from };
}

/** The same number of days right before it. */
export function previousPeriod({ from, to }: Period): Period {
  return { from: addDays(from, -countDays(from, to)), to: addDays(from, -1) };
}

export const listPeriodDays = ({ from, to }: Period): string[] =>
  Array.from({ length: countDays(from, to) }, (_, index) => addDays(from, index));
