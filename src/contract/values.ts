/** Checks of values, and units of time and size. */

/** Sizes of files and memory, in bytes. */
export const KILOBYTE = 1024;
export const MEGABYTE = 1024 * KILOBYTE;

/** An object with string keys: neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Durations in milliseconds, the unit of `Date` and of timers. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Ids as PostgreSQL writes them: lower case only. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ids from outside are asked this first: PostgreSQL fails on a malformed one instead of finding nothing. */
export const isUuid = (text: string): boolean => UUID.test(text);
