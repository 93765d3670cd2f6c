/** Processes that sell and processes that work the jobs, on one database. */
import { sql } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openFreshDatabase } from '../../../../tests/support/fresh-database.ts';
import { isFullRun } from '../../../../tests/support/projects.ts';
import { makeDataDir, startShop } from '../../../../tests/support/shop-process.ts';
import { createTestDatabase } from '../../../../tests/support/test-database.ts';
import { query } from '../database/query.ts';
import { readConfig } from '../settings/read-config.ts';
import { createPgBoss } from './queue.ts';
import { watchWorkers } from './watch-workers.ts';

const isServer = inject('server') !== null;
const statusOf = (url: string) =>
  fetch(url).then(
    (it) => it.status,
    () => 0,
  );

test.runIf(isFullRun && isServer)(
  '[SCALE-10] with JOBS=off a process sells and runs no jobs; with JOBS=only it runs them and serves only health checks',
  { tags: ['full'] },
  async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.close());
    const env = { ...database.env, DEMO: 'off' };
    const web = await startShop({ env: { ...env, JOBS: 'off' }, dataDir: database.dataDir, keepData: true });
    onTestFinished(() => web.kill());
    expect(await statusOf(`${web.origin}/api/v1/category/categories`)).toBe(200);
    expect(await database.withDatabase((db) => query(db, sql`select to_regclass('pgboss.job')::text as name`))).toEqual([{ name: null }]);

    const worker = await startShop({ env: { ...env, JOBS: 'only' }, dataDir: makeDataDir() });
    onTestFinished(() => worker.kill());
    const paths = ['/livez', '/readyz', '/', '/api/v1/category/categories'];
    expect(await Promise.all(paths.map((it) => statusOf(worker.origin + it)))).toEqual([200, 200, 404, 404]);
    const countFinished = () =>
      database.withDatabase(
        async (db) => (await query<{ n: number }>(db, sql`select count(*)::int as n from pgboss.job where completed_on is not null`))[0]?.n,
      );
    await expect.poll(countFinished).toBeGreaterThan(0);
  },
);

test('[SCALE-11] if no process runs the jobs, one without jobs says so, and stops saying it when a process does', async () => {
  const { db, connection, close } = await openFreshDatabase();
  onTestFinished(close);
  const warnings: object[] = [];
  const log = { warn: (details: object) => void warnings.push(details) };
  const stop = watchWorkers(db, log, { interval: 20, limit: 60 });
  await expect.poll(() => warnings.length).toBeGreaterThan(0);
  stop();
  expect(warnings[0]).toEqual({ idleSeconds: null, oldestSeconds: null });

  const boss = createPgBoss(connection);
  boss.on('error', () => undefined);
  await boss.start();
  await boss.createQueue('probe');
  await boss.send('probe');
  const [job] = await boss.fetch('probe');
  await boss.complete('probe', String(job?.id));
  await boss.stop({ graceful: false });
  // So that it stays recent for as long as the test takes.
  await db.execute(sql`update pgboss.job set completed_on = now() + interval '1 minute' where name = 'probe'`);
  warnings.length = 0;
  const stopAgain = watchWorkers(db, log, { interval: 20, limit: 60 });
  await new Promise((resolve) => setTimeout(resolve, 200));
  stopAgain();
  expect(warnings).toEqual([]);
});

test('[SCALE-10] the embedded database has one process, which runs the jobs itself', () => {
  for (const JOBS of ['off', 'only']) expect(() => readConfig({ JOBS })).toThrow('JOBS: must be on without DATABASE_URL');
});
