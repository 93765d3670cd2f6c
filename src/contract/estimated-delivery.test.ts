import { expect, test } from 'vitest';
import { countDayFrom, estimateDelivery, findSlowest, formatDelivery, planDelivery } from './estimated-delivery.ts';
import { parseHandlingDays } from './handling-days.ts';

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

const DAYS = { min: 1, max: 2 };
const plan = (at: string, wait: Parameters<typeof planDelivery>[3], zone = 'Europe/Berlin') =>
  Object.values(planDelivery(DAYS, new Date(at), zone, wait)).join(' ');

test.each([
  ['before the cut-off hour', '2026-11-23T12:59:00Z', { cutOff: '14:00' }, '2026-11-24 2026-11-25 2026-11-23'],
  ['at the cut-off hour', '2026-11-23T13:00:00Z', { cutOff: '14:00' }, '2026-11-25 2026-11-26 2026-11-24'],
  ['after it on a Friday', '2026-11-27T20:00:00Z', { cutOff: '14:00' }, '2026-12-01 2026-12-02 2026-11-30'],
  ['on a Sunday', '2026-11-29T08:00:00Z', { cutOff: '14:00' }, '2026-12-01 2026-12-02 2026-11-30'],
  ['in summer time, an hour earlier by Greenwich', '2026-07-06T12:00:00Z', { cutOff: '14:00' }, '2026-07-08 2026-07-09 2026-07-07'],
  ['with Saturday as a working day', '2026-11-28T08:00:00Z', { workdays: [1, 2, 3, 4, 5, 6] }, '2026-11-30 2026-12-01 2026-11-28'],
  ['on the only working day of the week', '2026-11-24T08:00:00Z', { workdays: [1] }, '2026-12-01 2026-12-02 2026-11-30'],
  [
    'before a holiday',
    '2026-12-24T08:00:00Z',
    { closures: [{ from: '2026-12-25', to: '2026-12-25' }] },
    '2026-12-28 2026-12-29 2026-12-24',
  ],
  [
    'in a closure over the new year',
    '2026-12-29T08:00:00Z',
    { closures: [{ from: '2026-12-24', to: '2027-01-03' }] },
    '2027-01-05 2027-01-06 2027-01-04',
  ],
  [
    'sent on the eve of a closure, in which carriers go on',
    '2026-12-23T08:00:00Z',
    { closures: [{ from: '2026-12-24', to: '2027-01-03' }] },
    '2026-12-24 2026-12-25 2026-12-23',
  ],
  ['with the shop’s handling time', '2026-11-23T08:00:00Z', { handling: { min: 1, max: 3 } }, '2026-11-25 2026-11-30 2026-11-26'],
])('[SHIP-11] the shop’s working days, holidays and cut-off hour count: ordered %s', (_when, at, dispatch, text) => {
  expect(plan(at, { dispatch })).toBe(text);
});

test('[SHIP-11] a product’s own handling time goes before the shop’s, and nothing is sent before the day of a preorder', () => {
  const dispatch = { handling: { min: 1, max: 3 }, cutOff: '14:00' };
  expect(plan('2026-11-23T08:00:00Z', { dispatch, handling: { min: 5, max: 10 } })).toBe('2026-12-01 2026-12-09 2026-12-07');
  expect(plan('2026-11-23T08:00:00Z', { dispatch, readyOn: '2027-01-16' })).toBe('2027-01-19 2027-01-20 2027-01-18');
  expect(plan('2026-11-23T08:00:00Z', { dispatch, readyOn: '2026-11-20' })).toBe('2026-11-25 2026-11-30 2026-11-26');
  expect(findSlowest([undefined, { min: 2, max: 2 }, { min: 0, max: 5 }])).toEqual({ min: 2, max: 5 });
  expect(findSlowest([undefined])).toBeUndefined();
});

test('[SHIP-11] handling times are written as one number of days or two', () => {
  expect([' 2 ', '3-5', '3 – 5', '0'].map((it) => parseHandlingDays(it))).toEqual([
    { min: 2, max: 2 },
    { min: 3, max: 5 },
    { min: 3, max: 5 },
    { min: 0, max: 0 },
  ]);
  for (const text of ['', ' ', '5-3', '121', '1-2-3', 'soon', '-1', '1.5', null, undefined]) expect(parseHandlingDays(text)).toBeNull();
});
