import { expect, test } from 'vitest';
import { buildFilterUrl, parseDay, readFilter } from './filter.ts';
import { createPeriod, findPeriod } from './period.ts';

const NOW = Date.parse('2026-03-01T23:59:59Z');

test('[OWORK-2] the last 7 days are today and six before it, and are known by that again', () => {
  expect(createPeriod(7, NOW)).toEqual({ from: '2026-02-23', to: '' });
  expect(createPeriod(1, NOW)).toEqual({ from: '2026-03-01', to: '' });
  for (const days of [1, 7, 30, 90]) expect(findPeriod(createPeriod(days, NOW), NOW)).toBe(days);
  expect(findPeriod({ from: '', to: '' }, NOW)).toBe(0);
  for (const period of [
    { from: '2026-02-23', to: '2026-02-28' },
    { from: '', to: '2026-02-28' },
    { from: '2020-01-01', to: '' },
  ])
    expect(findPeriod(period, NOW)).toBeNull();
});

test('[OWORK-2] a filter is read from the URL as it was written; what is no day is none', () => {
  const filter = { keyword: 'a & b=c', status: 'paid', from: '2026-02-23', to: '2026-02-28' } as const;
  const url = buildFilterUrl(filter, 3);
  expect(readFilter(new URLSearchParams(url))).toEqual(filter);
  expect(new URLSearchParams(url).get('page')).toBe('3');
  for (const text of ['2026-02-30', '2026-13-01', '0001-01-01', '26-01-01', '2026-1-1', '2026-01-01T00:00', 'today', '', null])
    expect([text, parseDay(text)]).toEqual([text, '']);
  expect(parseDay('2024-02-29')).toBe('2024-02-29');
});
