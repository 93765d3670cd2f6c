/** Restores in place of a shop that is there, which break off in the middle. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { runCommand } from '../../../../../tests/support/run-command.ts';
import { makeDataDir, root } from '../../../../../tests/support/shop-process.ts';
import { createTestDatabase } from '../../../../../tests/support/test-database.ts';
import { query } from '../../../platform/database/query.ts';
import { confirmationWords } from './restore.ts';

const server = inject('server');
const folder = makeDataDir();
const place = await createTestDatabase();
afterAll(async () => {
  await place.close();
  rmSync(folder, { recursive: true, force: true });
});
const env: Record<string, string> = { DATA_DIR: place.dataDir, ...place.env };
const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
const name = server && url ? new URL(url).pathname.slice(1) : place.dataDir;
const file = path.join(folder, 'shop.tar.gz');
const run = (...args: string[]) => runCommand(args, { cwd: folder, env });
const readNames = () =>
  place.withDatabase(async (db) => (await query<{ name: string }>(db, sql`select name from products order by name`)).map((it) => it.name));

/** Kills the restore in the middle of its rows. */
async function killRestore(): Promise<void> {
  const child = spawn(process.execPath, [path.join(root, 'build/server/shop.js'), 'restore', file, '--replace', confirmationWords(name)], {
    env: { PATH: process.env.PATH, ...env },
    stdio: 'ignore',
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  if (!server) await new Promise((resolve) => setTimeout(resolve, 1500));
  else {
    // From another database: the restore refuses to work where others are connected.
    const client = new pg.Client({ connectionString: new URL('/postgres', server.url).href });
    await client.connect();
    const isLoading = async () =>
      (await client.query("select 1 from pg_stat_activity where datname = $1 and query like 'insert into public.%'", [name])).rows.length;
    await expect.poll(isLoading, { timeout: 60_000, interval: 2 }).toBe(1);
    await client.end();
  }
  child.kill('SIGKILL');
  await closed;
}

test('[BACKUP-12] a restore over an existing shop that is killed in the middle loses nothing of that shop', async () => {
  await place.withDatabase(async (db) => {
    await makeProducts(db, [{ categoryId: await makeCategory(db, 'Lamps'), name: 'Saved', quantity: 3 }]);
    // So many rows take long enough to be seen while they are loaded, however busy the machine is.
    await db.execute(sql`insert into payment_events select 'event-' || n, 'demo', 'test', '{}', now() from generate_series(1, 50000) n`);
  });
  expect((await run('backup', file)).code).toBe(0);
  await place.withDatabase((db) => db.execute(sql`update products set name = 'Sold since'`));
  await killRestore();
  const refused = await run('restore', file);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('There is a shop')]);
  if (server) expect(refused.out).toContain('What was there before it is back');
  expect(await readNames()).toEqual(['Sold since']);
  const replaced = await run('restore', file, '--replace', confirmationWords(name));
  expect([replaced.code, replaced.err], replaced.out).toEqual([0, '']);
  expect(await readNames()).toEqual(['Saved']);
}, 180_000);
