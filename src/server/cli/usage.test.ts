/** What the commands say without a database: help, wrong usage, and a data directory that is in use. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { takeFirst } from '../../../tests/support/projects.ts';
import { runCommand } from '../../../tests/support/run-command.ts';
import { lockDataDir } from '../platform/process/data-dir.ts';

const home = mkdtempSync(path.join(os.tmpdir(), 'shop-cli-'));
const dataDir = path.join(home, 'data');
afterAll(() => rmSync(home, { recursive: true, force: true }));

const run = (...args: string[]) => runCommand(args, { cwd: home, env: { DATA_DIR: dataDir } });

test('[RUN-6] the help lists every command', async () => {
  for (const ask of takeFirst([['help'], ['--help'], []])) {
    const { code, out } = await run(...ask);
    expect(code).toBe(0);
    for (const command of ['import <file.csv>', 'seed', 'admin <email>', 'help']) expect(out).toContain(command);
  }
});

const WRONG_USES = [
  ['an unknown command', ['sedd'], 'There is no command sedd.'],
  ['a name that every object has', ['constructor'], 'There is no command constructor.'],
  ['no file', ['import'], 'import <file.csv>'],
  ['an unknown option', ['import', 'a.csv', '--imgs', 'x'], '--imgs'],
  ['no email', ['admin'], 'admin <email> [password]'],
] as const;

test.each(takeFirst(WRONG_USES, 2))('[RUN-6] %s: the right use is shown, with exit code 2', async (_what, args, words) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err).toContain(words);
});

test('[RUN-2] while a server uses the embedded database, a command names its process and changes nothing', {
  tags: ['full'],
}, async () => {
  const unlock = lockDataDir(dataDir);
  mkdirSync(path.join(dataDir, 'database'));
  try {
    const { code, err } = await run('admin', 'late@example.com');
    expect(code).toBe(1);
    expect(err).toContain(`in use by process ${process.pid}`);
  } finally {
    unlock();
  }
});

test.each(takeFirst([['verify'], ['admin', 'boss@example.com'], ['images', 'move', 'folder', 's3']]))(
  '[RUN-15] %s without a shop says so, instead of creating an empty one and reporting on that',
  async (...args) => {
    const elsewhere = path.join(home, 'elsewhere');
    const { code, err } = await runCommand(args, { cwd: home, env: { DATA_DIR: elsewhere } });
    expect(code).toBe(1);
    expect(err).toContain(`There is no shop in ${elsewhere}.`);
    expect(existsSync(elsewhere)).toBe(false);
  },
);
