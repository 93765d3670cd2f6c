import { expect, test } from 'vitest';
import { findConsentDay, findDelayRule, findDueDay, findPromisedDay, findRefundDay } from './delay-rules.ts';

const us = findDelayRule('US');
const previousDay = '2026-12-20';

test.each([
  ['a first one of up to 30 days', { day: '2027-01-19', isFirst: true }, null],
  ['a first one of 31 days', { day: '2027-01-20', isFirst: true }, '2027-01-19'],
  ['a first one without a day', { day: null, isFirst: true }, '2027-01-19'],
  ['a second one, however short', { day: '2026-12-21', isFirst: false }, previousDay],
  ['one that names a day after one that named none', { day: '2026-12-24', isFirst: false, isAfterUnknown: true }, '2027-01-19'],
  ['a second one without a day', { day: null, isFirst: false }, previousDay],
])('[LATE-9] in the United States %s needs no answer, or one by a day', (_which, asked, day) => {
  expect(findConsentDay({ ...asked, previousDay }, us)).toBe(day);
  expect(findConsentDay({ ...asked, previousDay }, findDelayRule('DE'))).toBeNull();
});

test('[LATE-9] a refund is due within seven working days in the United States and its territories, elsewhere within 14 days', () => {
  expect(findRefundDay('2026-12-31', us)).toBe('2027-01-11');
  expect(findRefundDay('2026-12-31', findDelayRule('PR'))).toBe('2027-01-11');
  for (const country of ['DE', 'GB', '', null, undefined]) expect(findRefundDay('2026-12-31', findDelayRule(country))).toBe('2027-01-14');
});

test('[LATE-2] an order has to be sent by the day of its last delay, else as promised, else 30 days after its payment by the shop’s clock', () => {
  const order = { estimatedDelivery: null, createdAt: '2026-12-01T00:00:00Z', paidAt: '2026-12-02T03:00:00Z' };
  expect(findDueDay(order, 'America/New_York')).toBe('2026-12-31');
  expect(findDueDay(order, 'Europe/Berlin')).toBe('2027-01-01');
  expect(findDueDay({ ...order, estimatedDelivery: { from: '2026-12-04', to: '2026-12-07' } }, 'UTC')).toBe('2026-12-07');
  expect(findDueDay({ ...order, dueOn: '2026-12-05' }, 'UTC')).toBe('2026-12-05');
  const delay = { _id: '', createdAt: '', previousDay: '2026-12-07' };
  expect(findDueDay({ ...order, delays: [{ ...delay, day: '2027-02-01' }] }, 'UTC')).toBe('2027-02-01');
  expect(findDueDay({ ...order, dueOn: '2026-12-05', delays: [{ ...delay, day: null }] }, 'UTC')).toBe('2026-12-05');
  expect(findPromisedDay({ ...order, dueOn: '2026-12-05', delays: [{ ...delay, day: null }] }, 'UTC')).toBe('2026-12-07');
  expect(findDueDay({ ...order, delays: [{ ...delay, day: null }] }, 'UTC')).toBe('2026-12-07');
});
