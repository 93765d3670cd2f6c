import { expect, test } from 'vitest';
import { addDays, countDays, fromZonedTime, isTimeZone, toDay, toHour, toZonedTime } from './time-zone.ts';

const at = (text: string) => new Date(text);

test.each([
  ['2026-03-28T22:59:59.999Z', 'Europe/Berlin', '2026-03-28T23:59:59+01:00'],
  ['2026-03-28T23:00:00Z', 'Europe/Berlin', '2026-03-29T00:00:00+01:00'],
  ['2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-29T03:00:00+02:00'],
  ['2026-10-24T22:00:00Z', 'Europe/Berlin', '2026-10-25T00:00:00+02:00'],
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25T02:30:00+02:00'],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25T02:30:00+01:00'],
  ['2026-07-01T12:00:00Z', 'Asia/Kathmandu', '2026-07-01T17:45:00+05:45'],
  ['2026-07-01T12:00:00Z', 'America/St_Johns', '2026-07-01T09:30:00-02:30'],
  ['2026-07-01T12:00:00Z', 'UTC', '2026-07-01T12:00:00Z'],
])('[ZONE-1] [ZONE-2] at %s the clock of %s shows %s', (time, zone, expected) => {
  expect(toZonedTime(at(time), zone)).toBe(expected);
  expect(toDay(at(time), zone)).toBe(expected.slice(0, 10));
  expect(toHour(at(time), zone)).toBe(Number(expected.slice(11, 13)));
  expect(at(expected).getTime()).toBe(Math.floor(at(time).getTime() / 1000) * 1000);
});

test('[ZONE-1] days follow the calendar, also when the clocks change', () => {
  expect(addDays('2026-03-29', 1)).toBe('2026-03-30');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(countDays('2026-03-28', '2026-03-30')).toBe(3);
  expect(countDays('2026-03-30', '2026-03-29')).toBe(0);
});

test('[ZONE-1] only known names are time zones, not offsets', () => {
  for (const name of ['UTC', 'Europe/Berlin', 'America/Argentina/Ushuaia', 'Etc/GMT+5'])
    expect([name, isTimeZone(name)]).toEqual([name, true]);
  for (const name of ['', '+02:00', 'Europe/Atlantis', "UTC'; --", 'Berlin', '../UTC', 'UTC\u0000'])
    expect([name, isTimeZone(name)]).toEqual([name, false]);
});

test.each([
  ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
  ['2026-07-01T17:45', 'Asia/Kathmandu', '2026-07-01T12:00:00.000Z'],
  ['2026-07-01T09:30', 'America/St_Johns', '2026-07-01T12:00:00.000Z'],
  ['2026-07-01T12:00', 'UTC', '2026-07-01T12:00:00.000Z'],
])('[ZONE-4] the time %s in %s is %s', (text, zone, expected) => {
  expect(fromZonedTime(text, zone)?.toISOString()).toBe(expected);
  expect(fromZonedTime('soon', zone)).toBeNull();
});
