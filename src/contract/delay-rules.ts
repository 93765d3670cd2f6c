/**
 * What the law where an order goes makes of a delay. The shop applies none of it by itself but the day: it says who has to be asked, and which orders
 * have to be refunded by when.
 */
import type { Order } from './order-fields.ts';
import { addDays, countDays, toDay } from './time-zone.ts';

/** Where no day was promised, the law gives the shop so many days (EU Consumer Rights Directive, Art. 18; US 16 CFR 435.2). */
export const DEFAULT_PROMISE_DAYS = 30;

interface DelayRule {
  /** Empty: everywhere else. */
  countries: readonly string[];
  /** Up to so many days, a first delay needs no answer: silence counts as consent. Null: no delay needs one. */
  silentDays: number | null;
  /** A refund is due within so many days, or so many working days. */
  refundDays: number;
  isWorkingDays: boolean;
}

const ELSEWHERE: DelayRule = { countries: [], silentDays: null, refundDays: 14, isWorkingDays: false };

/** The Mail, Internet, or Telephone Order Rule, which holds in the territories too. */
const UNITED_STATES: DelayRule = {
  countries: ['US', 'PR', 'GU', 'VI', 'AS', 'MP', 'UM'],
  silentDays: 30,
  refundDays: 7,
  isWorkingDays: true,
};

const DELAY_RULES: readonly DelayRule[] = [UNITED_STATES, ELSEWHERE];

export const findDelayRule = (country: string | null | undefined): DelayRule =>
  DELAY_RULES.find(({ countries }) => country && countries.includes(country)) ?? ELSEWHERE;

const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay());

/** The last day of a refund that is owed since this day. Holidays aren't known, so it may be a day too early. */
export function findRefundDay(since: string, { refundDays, isWorkingDays }: DelayRule): string {
  if (!isWorkingDays) return addDays(since, refundDays);
  let day = since;
  for (let left = refundDays; left > 0; ) {
    day = addDays(day, 1);
    if (!isWeekend(day)) left -= 1;
  }
  return day;
}

interface AskedDelay {
  /** Null: the shop doesn't know one. */
  day: string | null;
  previousDay: string;
  isFirst: boolean;
  /** The delay before named no day. */
  isAfterUnknown?: boolean;
}

/** Until when the customer has to agree, or else the order is to be cancelled; null: silence is enough. */
export function findConsentDay({ day, previousDay, isFirst, isAfterUnknown }: AskedDelay, { silentDays }: DelayRule): string | null {
  if (silentDays === null) return null;
  const last = addDays(previousDay, silentDays);
  if (!isFirst) return isAfterUnknown ? last : previousDay;
  return day !== null && countDays(previousDay, day) - 1 <= silentDays ? null : last;
}

type Due = Pick<Order, 'estimatedDelivery' | 'paidAt' | 'createdAt'> & { dueOn?: string; delays?: Order['delays'] };

const findToldDay = ({ delays }: Due): string | undefined => {
  const last = delays?.at(-1);
  return last?.day ?? last?.previousDay;
};

const findLegalDay = ({ paidAt, createdAt }: Due, timeZone: string): string =>
  addDays(toDay(new Date(paidAt ?? createdAt), timeZone), DEFAULT_PROMISE_DAYS);

/** By which day the order has to be sent, as the list of late orders has it: as planned, else as its customer was told, else within 30 days. */
export const findDueDay = (order: Due, timeZone: string): string =>
  order.dueOn ?? findToldDay(order) ?? order.estimatedDelivery?.to ?? findLegalDay(order, timeZone);

/** What the customer was told last. */
export const findPromisedDay = (order: Due, timeZone: string): string =>
  findToldDay(order) ?? order.estimatedDelivery?.to ?? findLegalDay(order, timeZone);
