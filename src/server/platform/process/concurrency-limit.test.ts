import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitConcurrency } from './concurrency-limit.ts';

const createError = () => new Error('busy');

/** Work that the test ends; `started` counts how much of it runs or has run. */
function createWork() {
  const ends: (() => void)[] = [];
  const run = async (): Promise<number> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const number = ends.push(resolve);
    await promise;
    return number;
  };
  return { run, started: () => ends.length, end: (number: number) => ends[number - 1]?.() };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('only a few tasks run at a time, in their order of arrival', async () => {
  const withLimit = limitConcurrency(2);
  const work = createWork();
  const done = Promise.all([1, 2, 3, 4, 5].map(() => withLimit(work.run)));
  for (const startedNow of [2, 3, 4, 5, 5]) {
    expect(work.started()).toBe(startedNow);
    work.end(startedNow - 1);
    await settle();
  }
  work.end(5);
  expect(await done).toEqual([1, 2, 3, 4, 5]);
});

test('a failed task, at once or later, delays no other', async () => {
  const withLimit = limitConcurrency(1, { maxQueued: 10, createError });
  const results = await Promise.allSettled([
    withLimit(() => {
      throw new Error('at once');
    }),
    withLimit(() => Promise.reject(new Error('later'))),
    withLimit(async () => 'done'),
  ]);
  expect(results.map((it) => it.status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});

test('[fault 20] a task is refused if too many are waiting', async () => {
  const withLimit = limitConcurrency(1, { maxQueued: 2, createError });
  const work = createWork();
  const accepted = Promise.all([1, 2, 3].map(() => withLimit(work.run)));
  await expect(withLimit(work.run)).rejects.toThrow('busy');
  for (const number of [1, 2, 3]) {
    work.end(number);
    await settle();
  }
  expect(await accepted).toEqual([1, 2, 3]);
  expect(await withLimit(async () => 'later')).toBe('later');
});

test('[fault 21] a task that waits too long is refused; running tasks aren’t interrupted', async () => {
  const withLimit = limitConcurrency(1, { maxQueued: 2, timeout: 5000, createError });
  const work = createWork();
  const running = withLimit(work.run);
  const waiting = Promise.allSettled([withLimit(work.run), withLimit(work.run)]);
  await vi.advanceTimersByTimeAsync(5000);
  expect((await waiting).map((it) => it.status)).toEqual(['rejected', 'rejected']);
  expect(work.started()).toBe(1);
  const next = withLimit(work.run);
  work.end(1);
  await settle();
  work.end(2);
  expect(await Promise.all([running, next])).toEqual([1, 2]);
  expect(vi.getTimerCount()).toBe(0);
});
