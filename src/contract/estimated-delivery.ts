/**
 * On which days an order should arrive: first the shop makes it ready, on its own working days, then a carrier brings it, from Monday to Friday. All
 * days are those of the shop's time zone.
 */
import type { Closure, DeliveryDays, Dispatch } from './dispatch.ts';
import type { EstimatedDelivery } from './order-fields.ts';
import { addDays, toDay, toZonedTime } from './time-zone.ts';

const dayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });

type IsWorkingDay = (day: string) => boolean;

const CARRIER_DAYS = [1, 2, 3, 4, 5];

const createCalendar =
  (workdays: readonly number[], closures: readonly Closure[]): IsWorkingDay =>
  (day) =>
    workdays.includes(new Date(day).getUTCDay() || 7) && !closures.some(({ from, to }) => from <= day && day <= to);

const createShopCalendar = ({ workdays = CARRIER_DAYS, closures = [] }: Dispatch) => createCalendar(workdays, closures);
const createCarrierCalendar = ({ closures = [] }: Dispatch) =>
  createCalendar(
    CARRIER_DAYS,
    closures.filter(({ from, to }) => from === to),
  );

const findWorkingDay = (day: string, isWorkingDay: IsWorkingDay): string =>
  isWorkingDay(day) ? day : addWorkingDays(day, 1, isWorkingDay);

/** So many working days after a day. */
function addWorkingDays(day: string, count: number, isWorkingDay: IsWorkingDay): string {
  let end = day;
  for (let left = count; left > 0; ) {
    end = addDays(end, 1);
    if (isWorkingDay(end)) left -= 1;
  }
  return end;
}

/** How many working days after a day another one is. */
function countWorkingDays(start: string, end: string, isWorkingDay: IsWorkingDay): number {
  let count = 0;
  for (let day = start; day < end; ) {
    day = addDays(day, 1);
    if (isWorkingDay(day)) count += 1;
  }
  return count;
}

/** The day whose work the order is. A shop that says nothing of its days counts from the order's own. */
function findStart(orderedAt: Date, timeZone: string, dispatch: Dispatch): string {
  const { cutOff, workdays, closures } = dispatch;
  const day = toDay(orderedAt, timeZone);
  if (!cutOff && !workdays && !closures?.length) return day;
  const isOver = cutOff !== undefined && toZonedTime(orderedAt, timeZone).slice(11, 16) >= cutOff;
  return findWorkingDay(isOver ? addDays(day, 1) : day, createShopCalendar(dispatch));
}

export interface Wait {
  dispatch?: Dispatch | undefined;
  /** What its slowest product takes; absent: what the shop takes. */
  handling?: DeliveryDays | undefined;
  /** The day before which it can't be sent: that of a preorder. */
  readyOn?: string | undefined;
}

/** `shipBy`: the last day on which it has to be sent to arrive in time. */
export function planDelivery(
  days: DeliveryDays,
  orderedAt: Date,
  timeZone: string,
  { dispatch = {}, handling = dispatch.handling, readyOn = '' }: Wait = {},
): EstimatedDelivery & { shipBy: string } {
  const isShopDay = createShopCalendar(dispatch);
  const isCarrierDay = createCarrierCalendar(dispatch);
  const start = findStart(orderedAt, timeZone, dispatch);
  const findShipDay = (count: number) => {
    const day = addWorkingDays(start, count, isShopDay);
    return readyOn > day ? findWorkingDay(readyOn, isShopDay) : day;
  };
  const shipBy = findShipDay(handling?.max ?? 0);
  return {
    from: addWorkingDays(findShipDay(handling?.min ?? 0), days.min, isCarrierDay),
    to: addWorkingDays(shipBy, days.max, isCarrierDay),
    shipBy,
  };
}

export function estimateDelivery(days: DeliveryDays, orderedAt: Date, timeZone: string, wait?: Wait): EstimatedDelivery {
  const { from, to } = planDelivery(days, orderedAt, timeZone, wait);
  return { from, to };
}

interface Counted {
  orderedAt: Date;
  newStart: Date;
  timeZone: string;
  dispatch?: Dispatch;
}

/** As many working days after another time as this day is after the order. */
export function countDayFrom(day: string, { orderedAt, newStart, timeZone, dispatch = {} }: Counted): string {
  const isWorkingDay = createCarrierCalendar(dispatch);
  const count = countWorkingDays(toDay(orderedAt, timeZone), day, isWorkingDay);
  return addWorkingDays(toDay(newStart, timeZone), count, isWorkingDay);
}

/** The slowest of the lines says how long an order takes. Undefined: nothing is said of any. */
export function findSlowest(handling: readonly (DeliveryDays | undefined)[]): DeliveryDays | undefined {
  const known = handling.filter((it) => it !== undefined);
  if (!known.length) return undefined;
  return { min: Math.max(...known.map(({ min }) => min)), max: Math.max(...known.map(({ max }) => max)) };
}

/** `Tue, Nov 24 – Thu, Nov 26`, or the day alone. */
export const formatDelivery = ({ from, to }: EstimatedDelivery): string =>
  [...new Set([from, to])].map((day) => dayFormat.format(new Date(day))).join(' – ');
