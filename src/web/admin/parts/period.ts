/** Periods that a list or the overview can show: days in the shop's time zone, as all dates of the admin area are. */
import { addDays } from '../../../contract/time-zone.ts';

/** The last so many days, today among them. */
export const PERIODS = [1, 7, 30, 90] as const;

export interface Period {
  from: string;
  to: string;
}

export const createPeriod = (days: number, today: string): Period => ({ from: addDays(today, 1 - days), to: '' });

/** Which of PERIODS it is: null where it is none of them, and 0 where it is all time. */
export function findPeriod({ from, to }: Period, today: string): number | null {
  if (!from && !to) return 0;
  return to ? null : (PERIODS.find((days) => createPeriod(days, today).from === from) ?? null);
}

/** Empty where it is no day of the calendar. */
export function parseDay(text: string | null): string {
  const time = /^[12]\d{3}-\d\d-\d\d$/.test(text ?? '') ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? '' : text;
}

/** The overview's period as its URL has it: the last so many `days`, or chosen days. */
export interface OverviewPeriod extends Period {
  /** One of PERIODS; null: `from` and `to` are chosen. */
  days: number | null;
}

const DEFAULT_DAYS = 30;

/** Invalid values are ignored. */
export function readOverviewPeriod(search: URLSearchParams): OverviewPeriod {
  const [from, to] = [parseDay(search.get('from')), parseDay(search.get('to'))];
  const days = PERIODS.find((it) => String(it) === search.get('days'));
  if (!days && (from || to)) return { days: null, from, to };
  return { days: days ?? DEFAULT_DAYS, from: '', to: '' };
}

export function toPeriodQuery({ days, from, to }: OverviewPeriod) {
  return { ...(days !== null && { days }), ...(from && { from }), ...(to && { to }) };
}

export function buildPeriodUrl({ days, from, to }: OverviewPeriod): string {
  return `?${new URLSearchParams({ ...(days !== null && { days: String(days) }), ...(from && { from }), ...(to && { to }) })}`;
}
