/** In a file of its own, because only admin pages show the time. */
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
