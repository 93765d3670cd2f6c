import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { hashInThread, verifyInThread } from './password-hash.ts';

const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** The niceness of each of this process's threads: field 19 of its stat, of which the second is a name in brackets. */
function listNiceness(): number[] {
  const stats = readdirSync('/proc/self/task').map((id) => readFileSync(`/proc/self/task/${id}/stat`, 'utf8'));
  return stats.map((it) => Number(it.slice(it.lastIndexOf(')') + 2).split(' ')[16]));
}

test('a thread hashes and verifies, also several at once', async () => {
  const secrets = ['one', 'two', 'three'];
  const hashes = await Promise.all(secrets.map((it) => hashInThread(it, CHEAP)));
  expect(hashes[0]).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  const verified = await Promise.all(hashes.flatMap((hash) => secrets.map((secret) => verifyInThread(hash, secret))));
  expect(verified).toEqual([true, false, false, false, true, false, false, false, true]);
});

test('input that argon2 refuses gives its error, and the thread continues', async () => {
  await expect(verifyInThread('$argon2id$no hash', 'secret')).rejects.toThrow('Decoding failed');
  expect(await verifyInThread(await hashInThread('secret', CHEAP), 'secret')).toBe(true);
});

test('[LIMIT-7] if a thread ends, its tasks fail, and the next task gets another thread', async () => {
  const threads: Worker[] = [];
  const keepThread = (thread: Worker) => threads.push(thread);
  process.on('worker', keepThread);
  // More at once than threads are idle by now.
  const tasks = Array.from({ length: 15 }, () => hashInThread('secret', { ...CHEAP, memoryCost: 19_456 }));
  // The event comes with the next tick.
  await new Promise(setImmediate);
  process.off('worker', keepThread);
  expect(threads.length).toBeGreaterThan(0);
  const settled = Promise.allSettled(tasks);
  await Promise.all(threads.map((it) => it.terminate()));
  expect((await settled).filter((it) => it.status === 'rejected')).toHaveLength(threads.length);
  expect(await verifyInThread(await hashInThread('secret', CHEAP), 'secret')).toBe(true);
});

test.runIf(os.platform() === 'linux')('[LIMIT-7] only the threads that hash have a lower priority', async () => {
  await hashInThread('secret', CHEAP);
  const own = os.getPriority();
  const niceness = listNiceness();
  expect(niceness.filter((it) => it === 10).length).toBeGreaterThan(0);
  expect(niceness.filter((it) => it === own).length).toBeGreaterThan(1);
});
