import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SILENT_LOG } from '../../../../tests/support/silent-log.ts';
import { closeDataDir } from './data-dir-permissions.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'shop-modes-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** The permissions of a file, as chmod writes them. */
const mode = (...names: string[]) => (statSync(path.join(home, ...names)).mode & 0o777).toString(8);

test('[SAFE-11] what others may read or write in the data directory is mended, however deep, and the owner loses nothing', async () => {
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

test('[SAFE-11] a link out of the data directory changes nothing where it leads', async () => {
  writeFileSync(path.join(home, 'elsewhere'), '');
  chmodSync(path.join(home, 'elsewhere'), 0o644);
  mkdirSync(path.join(home, 'data'));
  symlinkSync(path.join(home, 'elsewhere'), path.join(home, 'data/link'));
  symlinkSync(path.join(home, 'nowhere'), path.join(home, 'data/broken'));
  await closeDataDir(path.join(home, 'data'), SILENT_LOG);
  expect(mode('elsewhere')).toBe('644');
});

test('a data directory that is not there yet is made for its owner alone', async () => {
  const before = process.umask(0o077);
  try {
    await closeDataDir(path.join(home, 'new/data'), SILENT_LOG);
  } finally {
    process.umask(before);
  }
  expect(mode('new/data')).toBe('700');
  expect(readdirSync(path.join(home, 'new/data'))).toEqual([]);
});
