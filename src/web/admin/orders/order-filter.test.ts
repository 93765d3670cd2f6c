import { expect, test } from 'vitest';
import { buildPeriodUrl, createPeriod, findPeriod, parseDay, readOverviewPeriod } from '../parts/period-field.tsx';
import { buildFilterUrl, readFilter } from './order-filter.tsx';

const TODAY = '2026-03-01';

test('[OWORK-2] the last 7 days are today and the six days before, and are recognized as such', () => {
  expect(createPeriod(7, TODAY)).toEqual({ from: '2026-02-23', to: '' });
  expect(createPeriod(1, TODAY)).toEqual({ from: '2026-03-01', to: '' });
  for (const days of [1, 7, 30, 90]) expect(findPeriod(createPeriod(days, TODAY), TODAY)).toBe(days);
  expect(findPeriod({ from: '', to: '' }, TODAY)).toBe(0);
  for (const period of [
    { from: '2026-02-23', to: '2026-02-28' },
    { from: '', to: '2026-02-28' },
    { from: '2020-01-01', to: '' },
  ])
    expect(findPeriod(period, TODAY)).toBeNull();
});

test('[OWORK-2] a filter is read unchanged from the URL, without invalid days', () => {
  const filter = { keyword: 'a & b=c', status: 'paid', from: '2026-02-23', to: '2026-02-28' } as const;
  const url = buildFilterUrl(filter, 3);
  expect(readFilter(new URLSearchParams(url))).toEqual(filter);
  expect(new URLSearchParams(url).get('page')).toBe('3');
  for (const text of ['2026-02-30', '2026-13-01', '0001-01-01', '26-01-01', '2026-1-1', '2026-01-01T00:00', 'today', '', null])
    expect([text, parseDay(text)]).toEqual([text, '']);
  expect(parseDay('2024-02-29')).toBe('2024-02-29');
});

test('[OVER-1] the period of the overview is in its URL; an invalid one becomes the last 30 days', () => {
  const read = (search: string) => readOverviewPeriod(new URLSearchParams(search));
  for (const search of ['days=1', 'days=90', 'from=2026-02-23', 'to=2026-02-28', 'from=2026-02-23&to=2026-02-28'])
    expect(buildPeriodUrl(read(search))).toBe(`?${search}`);
  for (const search of ['', 'days=8', 'days=-1', 'days=1e9', 'from=2026-02-30', 'to=now', 'from=<script>'])
    expect(read(search)).toEqual({ days: 30, from: '', to: '' });
});
