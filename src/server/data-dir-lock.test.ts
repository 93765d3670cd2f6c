import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir, waitForLock } from './data-dir-lock.ts';

let dataDir: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'shop-lock-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts another process that takes the lock and holds it. `output` is `holds`, or the message of the error. */
function lockInChildProcess(): Promise<{ child: ChildProcess; output: string }> {
  const script = `import { lockDataDir } from ${JSON.stringify(path.join(import.meta.dirname, 'data-dir-lock.ts'))};
    try { lockDataDir(process.argv[1]); console.log('holds'); setInterval(() => {}, 1000); } catch (error) { console.log(error.message); process.exit(1); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return new Promise((resolve) => child.stdout?.once('data', (chunk: Buffer) => resolve({ child, output: chunk.toString().trim() })));
}

test('[RUN-2] fault 17: a second process on the same directory refuses and names the first', async () => {
  const first = await lockInChildProcess();
  expect(first.output).toBe('holds');
  expect(() => lockDataDir(dataDir)).toThrow(new RegExp(`in use by process ${first.child.pid}\\b`));
});

test('[RUN-2] fault 17: the lock of a process that was killed is taken over', async () => {
  const { child } = await lockInChildProcess();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  expect(() => lockDataDir(dataDir)()).not.toThrow();
});

test('[RUN-2] of several processes that find the lock of a dead one at once, one takes it', async () => {
  writeFileSync(path.join(dataDir, 'shop.lock'), JSON.stringify({ pid: 2 ** 22 - 7, started: '1' }));
  const outputs = (await Promise.all(Array.from({ length: 5 }, lockInChildProcess))).map((it) => it.output);
  expect(outputs.filter((it) => it === 'holds')).toHaveLength(1);
  expect(outputs.filter((it) => it.includes('in use by process'))).toHaveLength(4);
});

test('[RUN-2] a lock whose process id now belongs to another process is taken over', () => {
  writeFileSync(path.join(dataDir, 'shop.lock'), JSON.stringify({ pid: process.ppid, started: '1' }));
  expect(() => lockDataDir(dataDir)()).not.toThrow();
});

test('[RUN-1] of several that wait for a lock, one at a time gets it once its holder is gone', async () => {
  const { child } = await lockInChildProcess();
  let isHolderAlive = true;
  let activeHolders = 0;
  const violations: string[] = [];
  const waiting = Array.from({ length: 3 }, async () => {
    const unlock = await waitForLock(dataDir);
    activeHolders += 1;
    if (isHolderAlive) violations.push('the lock was taken while its holder lived');
    if (activeHolders > 1) violations.push('two hold the lock at once');
    await sleep(10);
    activeHolders -= 1;
    unlock();
  });
  // Several polls.
  await sleep(500);
  isHolderAlive = false;
  child.kill('SIGKILL');
  await Promise.all(waiting);
  expect(violations).toEqual([]);
});

test('[RUN-2] an unreadable lock file keeps nobody out, and releasing the lock leaves nothing behind', () => {
  writeFileSync(path.join(dataDir, 'shop.lock'), 'nonsense');
  lockDataDir(dataDir)();
  expect(readdirSync(dataDir)).toEqual([]);
});
