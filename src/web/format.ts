/** How numbers and texts are shown. */

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const wholeDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const moment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
});
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** US dollars as `$1,234.50`. */
export function formatPrice(amount: number): string {
  return dollars.format(amount);
}

/** Two whole amounts of US dollars as `$0 – $99`. */
export function formatRange([lowest, highest]: readonly [number, number]): string {
  return `${wholeDollars.format(lowest)} – ${wholeDollars.format(highest)}`;
}

/** An ISO 8601 time as `Nov 21, 2026`. */
export function formatDay(time: string): string {
  return day.format(new Date(time));
}

/** An ISO 8601 time as `Nov 21, 2026, 3:04 PM UTC`. */
export function formatMoment(time: string): string {
  return moment.format(new Date(time));
}

/** The first `length` characters and an ellipsis, never half a character; a shorter text as it is. */
export function excerpt(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  return `${characters.slice(0, length).join('').trimEnd()}…`;
}
