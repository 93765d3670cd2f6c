import { afterEach, expect, test } from 'vitest';
import { setTimeZone } from '../../shared/format.ts';
import { describeArrival } from './shipping-options.tsx';

afterEach(() => setTimeZone('UTC'));

test.each([
  ['within the week', '2026-11-23T12:00:00Z', { min: 1, max: 3 }, 'Arrives Tue, Nov 24 – Thu, Nov 26'],
  ['over a weekend', '2026-11-26T12:00:00Z', { min: 2, max: 4 }, 'Arrives Mon, Nov 30 – Wed, Dec 2'],
  ['ordered on a Sunday', '2026-11-29T12:00:00Z', { min: 1, max: 1 }, 'Arrives Mon, Nov 30'],
  ['on the same day', '2026-11-27T12:00:00Z', { min: 0, max: 0 }, 'Arrives Fri, Nov 27'],
  ['over the new year', '2026-12-30T12:00:00Z', { min: 2, max: 5 }, 'Arrives Fri, Jan 1 – Wed, Jan 6'],
])('[SHIP-7] the days of delivery are working days: %s', (_when, now, days, text) => {
  expect(describeArrival(days, new Date(now))).toBe(text);
});

test('[SHIP-7] today is the day that it is at the shop', () => {
  setTimeZone('Pacific/Auckland');
  expect(describeArrival({ min: 0, max: 1 }, new Date('2026-11-26T12:00:00Z'))).toBe('Arrives Fri, Nov 27 – Mon, Nov 30');
});
