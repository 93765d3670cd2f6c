import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SECOND } from '../../../contract/values.ts';
import { createLease, readClocks } from './lease.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('[KEPT-4] a process that hears nothing for a second serves nothing from its cache', () => {
  const lease = createLease();
  expect(lease.isValid()).toBe(false);
  const sentAt = readClocks();
  // The second runs from when the heartbeat was sent.
  vi.advanceTimersByTime(400);
  lease.renew(sentAt);
  vi.advanceTimersByTime(599);
  expect(lease.isValid()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(lease.isValid()).toBe(false);
});

test('[KEPT-4] a machine that slept serves nothing from its cache, although its steady clock stood still', () => {
  const lease = createLease();
  lease.renew(readClocks());
  vi.setSystemTime(Date.now() + SECOND);
  expect(lease.isValid()).toBe(false);
});
