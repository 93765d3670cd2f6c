/** Checks of values, units of time and size, and shortening of texts. */

/** Sizes of files and memory, in bytes. */
export const KILOBYTE = 1024;
export const MEGABYTE = 1024 * KILOBYTE;
export const GIGABYTE = 1024 * MEGABYTE;

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

/** How many code units around the end are searched for the end of a sign. Longer signs are piles of accents, and may be cut. */
const REACH = 64;

let segmenter: Intl.Segmenter | undefined;

/**
 * Shortens a text that somebody wrote to at most `maxLength` code points, as limits count them, without cutting what people see as one sign:
 * an emoji with its skin color, a letter with its accent. Plain `slice` could leave half an emoji, which PostgreSQL refuses in JSON.
 */
export function cutText(text: string, maxLength: number): string {
  // A code point takes two code units at most.
  const { length: end } = [...text.slice(0, 2 * maxLength)].slice(0, maxLength).join('');
  if (end === text.length) return text;
  segmenter ??= new Intl.Segmenter();
  const start = Math.max(0, end - REACH);
  const sign = segmenter.segment(text.slice(start, end + REACH)).containing(end - start);
  return text.slice(0, sign?.index ? start + sign.index : end);
}
