/** On which days an order should arrive: working days, Monday to Friday, by the shop's calendar. Public holidays aren't known. */
import type { EstimatedDelivery } from './order-fields.ts';
import type { DeliveryDays } from './pricing-settings.ts';
import { addDays, toDay } from './time-zone.ts';

const dayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });

const isWorkingDay = (day: string) => ![0, 6].includes(new Date(day).getUTCDay());

/** So many working days after a day. */
function addWorkingDays(day: string, count: number): string {
  let end = day;
  for (let left = count; left > 0; ) {
    end = addDays(end, 1);
    if (isWorkingDay(end)) left -= 1;
  }
  return end;
}

/** How many working days after a day another one is. */
function countWorkingDays(start: string, end: string): number {
  let count = 0;
  for (let day = start; day < end; ) {
    day = addDays(day, 1);
    if (isWorkingDay(day)) count += 1;
  }
  return count;
}

export function estimateDelivery({ min, max }: DeliveryDays, orderedAt: Date, timeZone: string): EstimatedDelivery {
  const day = toDay(orderedAt, timeZone);
  return { from: addWorkingDays(day, min), to: addWorkingDays(day, max) };
}

/** The same number of working days, counted from another time. */
export function countDeliveryFrom({ from, to }: EstimatedDelivery, orderedAt: Date, newStart: Date, timeZone: string): EstimatedDelivery {
  const day = toDay(orderedAt, timeZone);
  return estimateDelivery({ min: countWorkingDays(day, from), max: countWorkingDays(day, to) }, newStart, timeZone);
}

/** `Tue, Nov 24 – Thu, Nov 26`, or the day alone. */
export const formatDelivery = ({ from, to }: EstimatedDelivery): string =>
  [...new Set([from, to])].map((day) => dayFormat.format(new Date(day))).join(' – ');
