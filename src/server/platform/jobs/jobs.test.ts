/** Jobs on the shop's database. Each test uses job names of its own, so that no test sees another's runs. */

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, expect, inject, onTestFinished, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { startShop } from '../../../../tests/support/shop-process.ts';
import { startMailServer } from '../../../../tests/support/smtp-server.ts';
import { createTestDatabase } from '../../../../tests/support/test-database.ts';
import { DEFAULT_SHOP_DETAILS } from '../../../contract/settings.ts';
import { listJobs } from '../../schedule.ts';
import { createSmtpMailer } from '../../shop/messages/emails/mailer.ts';
import { queueEmail } from '../../shop/messages/emails/outbox.ts';
import { renderPasswordChangedEmail } from '../../shop/messages/emails/templates/account-emails.ts';
import { readConfig } from '../settings/read-config.ts';
import { createPgBoss } from './queue.ts';
import { type Job, startWorker, type Worker } from './worker.ts';

const shop = await openShop();
const workers: Worker[] = [];
const loggedErrors: string[] = [];
const log = { warn: () => undefined, error: (_details: object, message: string) => void loggedErrors.push(message) };

afterEach(async () => {
  await Promise.all(workers.splice(0).map((it) => it.stop()));
  loggedErrors.length = 0;
});

async function start(...jobs: Job[]): Promise<Worker> {
  const worker = await startWorker(shop.connection, jobs, log, { pollSeconds: 0.5, stopTimeout: 1500 });
  workers.push(worker);
  return worker;
}

function job(run: Job['run'], name = `job-${randomUUID()}`): Job {
  // On February 29 only: a run happens when the test triggers it.
  return { name, cron: '0 0 29 2 *', run };
}

/** As if half a minute had passed without a heartbeat, and pg-boss had checked. */
async function expireHeartbeat(name: string): Promise<void> {
  await shop.deps.db.execute(sql`update pgboss.job set retry_delay = 0, heartbeat_on = now() - interval '31 seconds' where name = ${name}`);
  await shop.deps.db.execute(sql`update pgboss.queue set monitor_claim_on = null where name = ${name}`);
  const boss = createPgBoss(shop.connection);
  await boss.start();
  await boss.supervise(name);
  await boss.stop();
  await shop.deps.db.execute(sql`update pgboss.job set start_after = now() where name = ${name}`);
}

interface Row {
  state: string;
  retry_count: number;
}

async function listJobRows(name: string): Promise<Row[]> {
  const result = await shop.deps.db.execute(sql`select state, retry_count from pgboss.job where name = ${name}`);
  return (result as unknown as { rows: Row[] }).rows;
}

test.runIf(inject('server'))('[SCALE-10] [HOOKOUT-5] a process with JOBS=off runs none, and has no connections for them', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.close);
  const process = await startShop({ dataDir: database.dataDir, keepData: true, env: { ...database.env, JOBS: 'off', DEMO: 'off' } });
  expect(await process.stop()).toBe(0);
  const { rows } = await database.withDatabase(
    async (db) => (await db.execute(sql`select to_regnamespace('pgboss') as schema`)) as unknown as { rows: object[] },
  );
  expect(rows).toEqual([{ schema: null }]);
});

test('[RUN-7] each job runs once at the start, and immediately when it is triggered', async () => {
  let runs = 0;
  const it = job(async () => (runs += 1));
  const worker = await start(it);
  await expect.poll(() => runs).toBe(1);
  await worker.trigger(it.name);
  await expect.poll(() => runs).toBe(2);
});

test('[RUN-7] a job triggered many times while it runs runs once more', async () => {
  let runs = 0;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const it = job(async () => {
    runs += 1;
    await gate;
  });
  const worker = await start(it);
  await expect.poll(() => runs).toBe(1);
  for (let n = 0; n < 10; n += 1) await worker.trigger(it.name);
  open();
  await expect.poll(async () => (await listJobRows(it.name)).filter(({ state }) => state === 'completed').length).toBe(2);
  expect(runs).toBe(2);
});

test('[RUN-7] a job that reports more work runs before its schedule, in whichever process the work appeared', {
  tags: ['full'],
}, async () => {
  let runs = 0;
  let isDue = false;
  await start({ ...job(async () => (runs += 1)), isDue: async () => isDue });
  await expect.poll(() => runs).toBe(1);
  isDue = true;
  await expect.poll(() => runs, { timeout: 20_000 }).toBeGreaterThan(1);
});

test('[RUN-7] a job that throws is logged, stores no details in the database, and is retried', async () => {
  const it = job(async () => {
    throw new Error('the secret of ada@example.com');
  });
  await start(it);
  await expect.poll(async () => (await listJobRows(it.name))[0]?.state).toBe('retry');
  expect(loggedErrors).toEqual([`job ${it.name} failed, will retry`]);
  const stored = await shop.deps.db.execute(sql`select output::text from pgboss.job where name = ${it.name}`);
  expect(JSON.stringify(stored)).not.toContain('secret');
});

test('[RUN-7] a failing job doesn’t block the others', async () => {
  let runs = 0;
  await start(
    job(async () => Promise.reject(new Error('broken'))),
    job(async () => (runs += 1)),
  );
  await expect.poll(() => runs).toBe(1);
});

test('[RUN-8] stop aborts the signal, waits for the running job, and starts no other', async () => {
  let runs = 0;
  let ended = 0;
  const it = job(async (signal) => {
    runs += 1;
    while (!signal.aborted) await sleep(5);
    await sleep(200);
    ended += 1;
  });
  const worker = await start(it);
  await expect.poll(() => runs).toBe(1);
  await worker.trigger(it.name);
  await worker.stop();
  expect([runs, ended]).toEqual([1, 1]);
  expect((await listJobRows(it.name)).map(({ state }) => state).sort()).toEqual(['completed', 'created']);
});

test('[RUN-8] [fault 28] a job that doesn’t end is abandoned after the timeout, and will be retried', async () => {
  let runs = 0;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const it = job(async () => {
    runs += 1;
    await gate;
  });
  const worker = await start(it);
  await expect.poll(() => runs).toBe(1);
  // Resolves although the job is still running.
  await worker.stop();
  expect((await listJobRows(it.name)).map(({ state }) => state)).toEqual(['retry']);
  open();
});

test('[RUN-7] the job of a killed process is retried', async () => {
  let runs = 0;
  const it = job(async () => (runs += 1));
  const worker = await start(it);
  await expect.poll(async () => (await listJobRows(it.name))[0]?.state).toBe('completed');
  // As a kill leaves it: active, and without a heartbeat since.
  await shop.deps.db.execute(sql`update pgboss.job set state = 'active', completed_on = null where name = ${it.name}`);
  await expireHeartbeat(it.name);
  await worker.trigger(it.name);
  await expect.poll(async () => (await listJobRows(it.name)).every(({ state }) => state === 'completed')).toBe(true);
  expect(runs).toBe(3);
});

// Only a server lets several processes in.
if (inject('server')) {
  test('[RUN-7] if a process is killed during a job, another process runs it', { tags: ['full'] }, async () => {
    let runs = 0;
    const it = job(async () => (runs += 1));
    const url = 'url' in shop.connection ? shop.connection.url : '';
    const script = `import { startWorker } from ${JSON.stringify(path.join(import.meta.dirname, 'worker.ts'))};
      const run = () => { console.log('running'); return new Promise(() => {}); };
      await startWorker({ url: process.argv[1] }, [{ name: process.argv[2], cron: '0 0 29 2 *', run }], { warn: console.warn, error: console.error });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, url, it.name], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await ended;
    expect((await listJobRows(it.name)).map(({ state }) => state)).toEqual(['active']);
    await expireHeartbeat(it.name);
    await start(it);
    await expect.poll(async () => (await listJobRows(it.name)).every(({ state }) => state === 'completed')).toBe(true);
    expect((await listJobRows(it.name)).length).toBe(2);
    expect(runs).toBe(2);
  });

  test('[RUN-7] [fault 14] four workers that start at once agree, and each run is done by one of them', { tags: ['full'] }, async () => {
    await shop.deps.db.execute(sql`drop schema if exists pgboss cascade`);
    let runs = 0;
    const it = job(async () => {
      runs += 1;
      await sleep(50);
    });
    const workers = await Promise.all(Array.from({ length: 4 }, () => start(it)));
    const sent = async () => (await listJobRows(it.name)).length;
    await expect.poll(async () => (await listJobRows(it.name)).every(({ state }) => state === 'completed')).toBe(true);
    for (let n = 0; n < 10; n += 1) {
      await Promise.all(workers.map((jobs) => jobs.trigger(it.name)));
      await expect.poll(async () => (await listJobRows(it.name)).every(({ state }) => state === 'completed')).toBe(true);
    }
    expect(runs).toBe(await sent());
    expect(loggedErrors).toEqual([]);
  });
}

test('[RUN-7] all scheduled jobs run on an empty shop, and an email is sent soon after it was queued', async () => {
  const server = await startMailServer();
  const mailer = createSmtpMailer(server.url, { name: '', address: 'shop@example.com' });
  const shopJobs = listJobs(shop.deps, mailer, log, readConfig({}));
  await start(...shopJobs);
  for (const { name } of shopJobs)
    await expect.poll(async () => (await listJobRows(name)).some(({ state }) => state === 'completed')).toBe(true);
  const email = renderPasswordChangedEmail({ recipient: 'ada@example.com', publicUrl: null, shop: DEFAULT_SHOP_DETAILS });
  await shop.deps.db.transaction((tx) => queueEmail(tx, email, shop.deps.now()));
  await expect.poll(() => server.received.length).toBe(1);
  expect(loggedErrors).toEqual([]);
  await server.close();
});
