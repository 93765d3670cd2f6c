import { expect, test } from 'vitest';
import { countDayFrom, estimateDelivery, formatDelivery } from './estimated-delivery.ts';

test.each([
  ['within the week', '2026-11-23T12:00:00Z', { min: 1, max: 3 }, 'Tue, Nov 24 – Thu, Nov 26'],
  ['over a weekend', '2026-11-26T12:00:00Z', { min: 2, max: 4 }, 'Mon, Nov 30 – Wed, Dec 2'],
  ['ordered on a Sunday', '2026-11-29T12:00:00Z', { min: 1, max: 1 }, 'Mon, Nov 30'],
  ['on the same day', '2026-11-27T12:00:00Z', { min: 0, max: 0 }, 'Fri, Nov 27'],
  ['over the new year', '2026-12-30T12:00:00Z', { min: 2, max: 5 }, 'Fri, Jan 1 – Wed, Jan 6'],
])('[SHIP-7] delivery times are counted in working days: %s', (_when, now, days, text) => {
  expect(formatDelivery(estimateDelivery(days, new Date(now), 'UTC'))).toBe(text);
});

test('[SHIP-7] today is the day in the shop’s time zone', () => {
  const ordered = new Date('2026-11-26T12:00:00Z');
  expect(estimateDelivery({ min: 0, max: 1 }, ordered, 'Pacific/Auckland')).toEqual({ from: '2026-11-27', to: '2026-11-30' });
  expect(estimateDelivery({ min: 0, max: 1 }, ordered, 'America/New_York')).toEqual({ from: '2026-11-26', to: '2026-11-27' });
});

test.each([
  ['a working day later', '2026-11-23T12:00:00Z', '2026-11-25T09:00:00Z'],
  ['at the weekend', '2026-11-27T12:00:00Z', '2026-11-28T09:00:00Z'],
  ['over the new year', '2026-12-30T12:00:00Z', '2027-01-04T09:00:00Z'],
  ['on the same day', '2026-11-23T08:00:00Z', '2026-11-23T20:00:00Z'],
])('[SHIP-8] delivery dates that are calculated again have as many working days as before: %s', (_when, ordered, paid) => {
  for (const days of [
    { min: 0, max: 0 },
    { min: 1, max: 2 },
    { min: 0, max: 120 },
  ]) {
    const first = estimateDelivery(days, new Date(ordered), 'UTC');
    const count = (day: string) => countDayFrom(day, { orderedAt: new Date(ordered), newStart: new Date(paid), timeZone: 'UTC' });
    expect({ from: count(first.from), to: count(first.to) }).toEqual(estimateDelivery(days, new Date(paid), 'UTC'));
  }
});
