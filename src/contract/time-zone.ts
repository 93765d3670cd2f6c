/** The days and clocks of a time zone by its IANA name, such as Europe/Berlin. A day is text: YYYY-MM-DD. */
import { DAY } from './values.ts';

/** What a clock there shows. Creating a formatter is slow, and a shop has one zone. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function createClock(timeZone: string): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const clock = new Intl.DateTimeFormat('en-US', { ...parts, timeZone, hourCycle: 'h23', timeZoneName: 'longOffset' });
  clocks.set(timeZone, clock);
  return clock;
}

function readClock(time: Date, timeZone: string): Record<string, string> {
  const clock = clocks.get(timeZone) ?? createClock(timeZone);
  return Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, value]));
}

/** A name, and no bare offset: PostgreSQL reads the sign of `+02:00` the other way around. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}

/** The day that it is there. */
export function toDay(time: Date, timeZone: string): string {
  const { year, month, day } = readClock(time, timeZone);
  return `${year}-${month}-${day}`;
}

/** The hour that it is there, from 0 to 23. */
export const toHour = (time: Date, timeZone: string): number => Number(readClock(time, timeZone).hour);

/** As ISO 8601 with the offset of that moment: `2026-03-29T03:00:00+02:00`. */
export function toZonedTime(time: Date, timeZone: string): string {
  const { hour, minute, second, timeZoneName = '' } = readClock(time, timeZone);
  const offset = timeZoneName.replace(/^GMT(\+00:00)?$/, 'Z').replace('GMT', '');
  return `${toDay(time, timeZone)}T${hour}:${minute}:${second}${offset}`;
}

/** Days of the calendar, which may have 23 or 25 hours. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10);

/**
 * The moment at which a clock there shows this, as a form has it: `2026-03-29T08:00`. What a clock shows twice, in the night in which it is put back, is
 * the first time; what it skips is an hour later. Null: no such time.
 */
export function fromZonedTime(text: string, timeZone: string): Date | null {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return null;
  const offsetAt = (time: number) => Date.parse(`${toZonedTime(new Date(time), timeZone).slice(0, 19)}Z`) - Math.floor(time / 1000) * 1000;
  // The offsets of the day before and after: one of them holds at that time.
  const [before, after] = [offsetAt(asUtc - DAY), offsetAt(asUtc + DAY)];
  const found = [asUtc - before, asUtc - after].find((time) => time + offsetAt(time) === asUtc);
  return new Date(found ?? asUtc - before);
}

/** How many days a period has, the first and the last among them. */
export const countDays = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;
