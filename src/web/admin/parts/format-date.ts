/** Not in format.ts, because only admin pages show times. */
import { getTimeZone } from '../../shared/format.ts';

const PARTS = { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

let dateTimeFormat: Intl.DateTimeFormat | null = null;

/** An ISO 8601 time as `Nov 21, 2026, 3:04 PM UTC`, by the shop's clocks. */
export function formatDateTime(time: string): string {
  const timeZone = getTimeZone();
  if (dateTimeFormat?.resolvedOptions().timeZone !== timeZone) dateTimeFormat = new Intl.DateTimeFormat('en-US', { ...PARTS, timeZone });
  return dateTimeFormat.format(new Date(time));
}
