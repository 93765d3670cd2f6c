/** Apart from format.ts: only who runs the shop asks for the minute. */
const dateTimeFormat = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
});

/** An ISO 8601 time as `Nov 21, 2026, 3:04 PM UTC`. */
export function formatDateTime(time: string): string {
  return dateTimeFormat.format(new Date(time));
}
