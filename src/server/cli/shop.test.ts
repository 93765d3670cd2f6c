import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabaseFromTemplate } from '../../../tests/support/postgres.ts';
import { runCommand } from '../../../tests/support/run-command.ts';

const home = mkdtempSync(path.join(os.tmpdir(), 'shop-cli-'));
const env: Record<string, string> = { DATA_DIR: path.join(home, 'data') };
const server = inject('server');

beforeAll(async () => {
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#1c7a45' } });
  writeFileSync(path.join(home, 'lamp.png'), await picture.png().toBuffer());
  if (server) env.DATABASE_URL = await createDatabaseFromTemplate(server.url);
  // Most commands want a shop that there is; an import begins one.
  else await run('import', writeCsv('nothing.csv'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const run = (...args: string[]) => runCommand(args, { cwd: home, env });

function writeCsv(name: string, ...rows: string[]): string {
  writeFileSync(path.join(home, name), ['name,category,price,quantity,description,image', ...rows].join('\n'));
  return name;
}

test('[RUN-6] an import shows its progress and succeeds; refused rows are listed and make the exit code 1', {
  tags: ['full'],
}, async () => {
  const fine = await run('import', writeCsv('fine.csv', 'Lamp,Lamps,12.50,3,Light,lamp.png', 'Desk,Tables,99,1,Wood,lamp.png'));
  expect(fine).toMatchObject({ code: 0, err: '' });
  expect(fine.out).toContain('100 %: 2 imported, 0 refused');
  expect(fine.out).toContain('2 products imported, 0 rows refused');

  const mixed = await run(
    'import',
    writeCsv('mixed.csv', 'Lamp,Lamps,12.50,3,Light,lamp.png', 'B\u001b[31mad,Lamps,cheap,3,Light,lamp.png'),
    '--skip-existing',
  );
  expect(mixed.code).toBe(1);
  expect(mixed.out).toContain('0 products imported, 1 there already, 1 row refused');
  expect(mixed.out).toContain('row 3 (B [31mad): price must be a number');

  const none = await run('import', 'gone.csv');
  expect(none.code).toBe(1);
  expect(none.err).toContain('There is no file');
});

test('[RUN-6] an admin is created with a password that is shown once, or with the given one', { tags: ['full'] }, async () => {
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
