import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SILENT_LOG } from '../../../../tests/support/silent-log.ts';
import { closeDataDir, lockDataDir, waitForLock } from './data-dir.ts';

/** Runs a command as process 1 of a PID namespace, and kills it when it is killed itself. */
const UNSHARE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
/** Not every machine that runs tests permits it. */
const canUnshare = spawnSync('unshare', [...UNSHARE.slice(1), 'true']).status === 0;

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
function lockInChildProcess({ inOwnNamespace = false, flags = [] as string[] } = {}): Promise<{ child: ChildProcess; output: string }> {
  const script = `import { lockDataDir } from ${JSON.stringify(path.join(import.meta.dirname, 'data-dir.ts'))};
    try { lockDataDir(process.argv[1]); globalThis.gc?.(); console.log('holds'); setInterval(() => {}, 1000); } catch (error) { console.log(error.message); process.exit(1); }`;
  const command = [process.execPath, ...flags, '--input-type=module', '-e', script, dataDir];
  const [program = '', ...args] = inOwnNamespace ? [...UNSHARE, ...command] : command;
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return new Promise((resolve) => child.stdout?.once('data', (chunk: Buffer) => resolve({ child, output: chunk.toString().trim() })));
}

test('[RUN-2] fault 17: a second process on the same directory refuses to start and names the first', async () => {
  const first = await lockInChildProcess();
  expect(first.output).toBe('holds');
  expect(() => lockDataDir(dataDir)).toThrow(new RegExp(`in use by process ${first.child.pid}\\b`));
});

test('[RUN-2] fault 17: the lock of a killed process is taken over', async () => {
  const { child } = await lockInChildProcess();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  expect(() => lockDataDir(dataDir)()).not.toThrow();
});

test('[RUN-2] if several processes find the lock of a dead one at once, only one takes it', async () => {
  const { child } = await lockInChildProcess();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  const outputs = (await Promise.all(Array.from({ length: 5 }, () => lockInChildProcess()))).map((it) => it.output);
  expect(outputs.filter((it) => it === 'holds')).toHaveLength(1);
  expect(outputs.filter((it) => it.includes('in use by'))).toHaveLength(4);
});

// A container sees neither the processes of another one nor their ids.
test.runIf(canUnshare)(
  '[RUN-2] two processes in separate PID namespaces, like two containers on one volume: the second refuses to start',
  async () => {
    const first = await lockInChildProcess({ inOwnNamespace: true });
    expect(first.output).toBe('holds');
    const second = await lockInChildProcess({ inOwnNamespace: true });
    expect(second.output).toContain('in use by process');
    expect(() => lockDataDir(dataDir)).toThrow('in use by process');
  },
);

test('[RUN-2] a lock counts even if its process id is unknown here or belongs to another process', async () => {
  const { child, output } = await lockInChildProcess();
  expect(output).toBe('holds');
  for (const pid of [2 ** 22 - 7, 1, process.pid, child.pid]) {
    writeFileSync(path.join(dataDir, 'shop.lock'), JSON.stringify({ pid, host: 'web-2' }));
    expect(() => lockDataDir(dataDir)).toThrow(`in use by process ${pid} of web-2`);
  }
  rmSync(path.join(dataDir, 'shop.lock'));
  expect(() => lockDataDir(dataDir)).toThrow('in use by another process');
});

test('[RUN-2] a process that is suspended keeps its lock, however long', async () => {
  const { child } = await lockInChildProcess();
  child.kill('SIGSTOP');
  await sleep(300);
  expect(() => lockDataDir(dataDir)).toThrow('in use by process');
});

test('[RUN-2] a lock that no process holds can be taken, whatever its file says', () => {
  writeFileSync(path.join(dataDir, 'shop.lock'), JSON.stringify({ pid: process.ppid, host: os.hostname() }));
  expect(() => lockDataDir(dataDir)()).not.toThrow();
});

test('[RUN-2] a lock survives garbage collection, and a directory that can’t be locked gives one clear error', async () => {
  const { output } = await lockInChildProcess({ flags: ['--expose-gc'] });
  expect(output).toBe('holds');
  await sleep(100);
  expect(() => lockDataDir(dataDir)).toThrow('in use by process');
  const other = path.join(dataDir, 'other');
  mkdirSync(path.join(other, 'shop.lock.sqlite'), { recursive: true });
  expect(() => lockDataDir(other)).toThrow("can't be locked");
});

test('[RUN-1] of several processes that wait for a lock, one at a time gets it after its holder has ended', {
  tags: ['full'],
}, async () => {
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

test('[RUN-2] an unreadable lock file blocks nobody, and releasing the lock leaves only the empty lock file', () => {
  writeFileSync(path.join(dataDir, 'shop.lock'), 'nonsense');
  lockDataDir(dataDir)();
  expect(readdirSync(dataDir)).toEqual(['shop.lock.sqlite']);
  expect(statSync(path.join(dataDir, 'shop.lock.sqlite')).size).toBe(0);
});

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'shop-modes-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** The permissions of a file, as chmod writes them. */
const mode = (...names: string[]) => (statSync(path.join(home, ...names)).mode & 0o777).toString(8);

test('[SAFE-11] permissions for others in the data directory are removed, however deep, and the owner keeps theirs', async () => {
  const dataDir = path.join(home, 'data');
  mkdirSync(path.join(dataDir, 'database/base/1'), { recursive: true });
  for (const [name, bits] of [
    ['database/base/1/2', 0o666],
    ['database/PG_VERSION', 0o644],
    ['script', 0o755],
    ['read-only', 0o444],
  ] as const) {
    writeFileSync(path.join(dataDir, name), '');
    chmodSync(path.join(dataDir, name), bits);
  }
  for (const name of ['', 'database', 'database/base', 'database/base/1']) chmodSync(path.join(dataDir, name), 0o777);
  await closeDataDir(dataDir, SILENT_LOG);
  for (const name of ['', 'database', 'database/base', 'database/base/1', 'script'])
    expect([name, mode('data', name)]).toEqual([name, '700']);
  for (const name of ['database/base/1/2', 'database/PG_VERSION']) expect([name, mode('data', name)]).toEqual([name, '600']);
  expect(mode('data', 'read-only')).toBe('400');
});

test('[SAFE-11] a link that points out of the data directory changes nothing at its target', async () => {
  writeFileSync(path.join(home, 'elsewhere'), '');
  chmodSync(path.join(home, 'elsewhere'), 0o644);
  mkdirSync(path.join(home, 'data'));
  symlinkSync(path.join(home, 'elsewhere'), path.join(home, 'data/link'));
  symlinkSync(path.join(home, 'nowhere'), path.join(home, 'data/broken'));
  await closeDataDir(path.join(home, 'data'), SILENT_LOG);
  expect(mode('elsewhere')).toBe('644');
});

test('a missing data directory is created for its owner only', async () => {
  const before = process.umask(0o077);
  try {
    await closeDataDir(path.join(home, 'new/data'), SILENT_LOG);
  } finally {
    process.umask(before);
  }
  expect(mode('new/data')).toBe('700');
  expect(readdirSync(path.join(home, 'new/data'))).toEqual([]);
});
