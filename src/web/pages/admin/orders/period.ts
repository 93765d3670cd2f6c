/** Periods that a list can show: days of UTC, as all dates of the admin area are. */
import { DAY } from '../../../../contract/time.ts';

/** The last so many days, today among them. */
export const PERIODS = [1, 7, 30, 90] as const;

export interface Period {
  from: string;
  to: string;
}

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

export const createPeriod = (days: number, now: number): Period => ({ from: toDay(now - (days - 1) * DAY), to: '' });

/** Which of PERIODS it is: null where it is none of them, and 0 where it is all time. */
export function findPeriod({ from, to }: Period, now: number): number | null {
  if (!from && !to) return 0;
  return to ? null : (PERIODS.find((days) => createPeriod(days, now).from === from) ?? null);
}
