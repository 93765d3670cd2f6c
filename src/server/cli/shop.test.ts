import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { createDatabaseFromTemplate } from '../../../tests/support/postgres.ts';
import { lockDataDir } from '../data-dir-lock.ts';

// Every call starts a process, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const home = mkdtempSync(path.join(os.tmpdir(), 'shop-cli-'));
const dataDir = path.join(home, 'data');
const env: Record<string, string> = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir };
const server = inject('server');

beforeAll(async () => {
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#1c7a45' } });
  writeFileSync(path.join(home, 'lamp.png'), await picture.png().toBuffer());
  if (server) env.DATABASE_URL = await createDatabaseFromTemplate(server.url);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Runs `npm run shop -- …` as npm would. */
function run(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve, reject) => {
    const shop = spawn(process.execPath, [path.join(import.meta.dirname, 'shop.ts'), ...args], { env, cwd: home });
    let out = '';
    let err = '';
    shop.stdout.on('data', (chunk) => {
      out += chunk;
    });
    shop.stderr.on('data', (chunk) => {
      err += chunk;
    });
    shop.on('error', reject);
    shop.on('close', (code) => resolve({ code, out, err }));
  });
}

function writeCsv(name: string, ...rows: string[]): string {
  writeFileSync(path.join(home, name), ['name,category,price,quantity,description,image', ...rows].join('\n'));
  return name;
}

test('[RUN-6] an operator who asks for help is told every command', async () => {
  for (const ask of [['help'], ['--help'], []]) {
    const { code, out } = await run(...ask);
    expect(code).toBe(0);
    for (const command of ['import <file.csv>', 'seed', 'admin <email>', 'help']) expect(out).toContain(command);
  }
});

test.each([
  ['an unknown command', ['sedd'], 'There is no command sedd.'],
  ['a name that every object has', ['constructor'], 'There is no command constructor.'],
  ['no file', ['import'], 'import <file.csv>'],
  ['an unknown option', ['import', 'a.csv', '--imgs', 'x'], '--imgs'],
  ['no e-mail', ['admin'], 'admin <email> [password]'],
])('[RUN-6] %s: how it goes, and exit code 2', async (_what, args, words) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err).toContain(words);
});

test('[RUN-6] an import says how far it is and ends well; refused rows are listed and make the exit code 1', async () => {
  const fine = await run('import', writeCsv('fine.csv', 'Lamp,Lamps,12.50,3,Light,lamp.png', 'Desk,Tables,99,1,Wood,lamp.png'));
  expect(fine).toMatchObject({ code: 0, err: '' });
  expect(fine.out).toContain('100 %: 2 imported, 0 refused');
  expect(fine.out).toContain('2 products imported, 0 rows refused');

  const mixed = await run(
    'import',
    writeCsv('mixed.csv', 'Lamp,Lamps,12.50,3,Light,lamp.png', 'B\u001b[31mad,Lamps,1,3,Light,gone.png'),
    '--skip-existing',
  );
  expect(mixed.code).toBe(1);
  expect(mixed.out).toContain('0 products imported, 1 there already, 1 row refused');
  expect(mixed.out).toContain("row 3 (B [31mad): image gone.png isn't there");

  const none = await run('import', 'gone.csv');
  expect(none.code).toBe(1);
  expect(none.err).toContain('There is no file');
});

test('[RUN-6] an admin is made with a password that is shown once, or with the one given', async () => {
  const made = await run('admin', 'boss@example.com');
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toMatch(/^boss@example\.com is an admin with the password \S{12,} \(shown only this once\)/);
  const given = await run('admin', 'boss@example.com', 'a-long-secret');
  expect(given.code).toBe(0);
  expect(given.out).not.toContain('a-long-secret');
  const short = await run('admin', 'boss@example.com', 'short');
  expect(short.code).toBe(1);
  expect(short.err).toContain('8 to 200 characters');
});

test.skipIf(server)('[RUN-2] while a server holds the embedded database, a command says who holds it and changes nothing', async () => {
  const unlock = lockDataDir(dataDir);
  try {
    const { code, err } = await run('admin', 'late@example.com');
    expect(code).toBe(1);
    expect(err).toContain(`in use by process ${process.pid}`);
  } finally {
    unlock();
  }
});
