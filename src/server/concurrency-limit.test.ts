import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limitConcurrency } from './concurrency-limit.ts';

const createError = () => new Error('busy');

test('work runs a few at a time, in the order in which it came, and one that fails holds up nobody', async () => {
  const withLimit = limitConcurrency(2);
  const started: number[] = [];
  let running = 0;
  let maxRunning = 0;
  const done = await Promise.allSettled(
    Array.from({ length: 9 }, (_, n) =>
      withLimit(async () => {
        started.push(n);
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        await sleep(2);
        running -= 1;
        if (n === 3) throw new Error('broken');
        return n;
      }),
    ),
  );
  expect(maxRunning).toBe(2);
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(done.map((it) => (it.status === 'fulfilled' ? it.value : 'failed'))).toEqual([0, 1, 2, 'failed', 4, 5, 6, 7, 8]);
});

test('[fault 20] [fault 21] whoever would be one too many in line, or waits too long, is refused; all others get their turn', async () => {
  const withLimit = limitConcurrency(1, { maxQueued: 2, timeout: 20, createError });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const first = withLimit(() => held);
  const queued = [withLimit(async () => 'second'), withLimit(async () => 'third')];
  const rejected = Promise.allSettled(queued);
  await expect(withLimit(async () => 'fourth')).rejects.toThrow('busy');
  expect((await rejected).map((it) => it.status)).toEqual(['rejected', 'rejected']);
  const last = withLimit(async () => 'last');
  release();
  await first;
  expect(await last).toBe('last');
  expect(await withLimit(async () => 'later')).toBe('later');
});
