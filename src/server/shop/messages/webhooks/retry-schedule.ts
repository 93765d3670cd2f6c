/** When a failed delivery is tried again: the intervals of the Standard Webhooks specification, for a day. */
import { DAY, HOUR, MINUTE, SECOND } from '../../../../contract/values.ts';

const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR];
/** Up to a tenth is added at random, so that deliveries that failed together aren't repeated together. */
const JITTER = 0.1;

interface FailedAttempt {
  /** Number of attempts, including this one. */
  attempts: number;
  firstAt: Date;
  at: Date;
  /** Milliseconds that the receiver requested by Retry-After; 0: none. */
  retryAfter: number;
}

/** Null: it is given up. The last attempt is made when the day is over. */
export function getNextAttempt({ attempts, firstAt, at, retryAfter }: FailedAttempt, random = Math.random): Date | null {
  const end = firstAt.getTime() + DAY;
  if (at.getTime() >= end) return null;
  const pause = PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 0;
  return new Date(Math.min(end, at.getTime() + Math.max(retryAfter, pause * (1 + JITTER * random()))));
}

/** A number of seconds, or a date, as HTTP has it. */
export function parseRetryAfter(header: string | string[] | undefined, now: Date): number {
  if (typeof header !== 'string') return 0;
  const time = /^\d+$/.test(header) ? Number(header) * SECOND : Date.parse(header) - now.getTime();
  return Number.isNaN(time) ? 0 : Math.max(0, time);
}
