/** Jobs on the shop's own database. Each test has names of its own: what one leaves behind is no other's. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, expect, inject, onTestFinished, test } from 'vitest';
import { openShop } from '../../../tests/harness.ts';
import { startMailServer } from '../../../tests/smtp.ts';
import { passwordChangedLetter } from '../mail/letters.ts';
import { smtpMailer } from '../mail/mailer.ts';
import { queueMail } from '../mail/outbox.ts';
import { createBoss } from './boss.ts';
import { type Job, listJobs } from './list.ts';
import { type Jobs, startJobs } from './start.ts';

const shop = await openShop();
const running: Jobs[] = [];
const faults: string[] = [];
const log = { error: (_details: object, message: string) => void faults.push(message) };

afterEach(async () => {
  await Promise.all(running.splice(0).map((it) => it.stop()));
  faults.length = 0;
});

async function start(...jobs: Job[]): Promise<Jobs> {
  const started = await startJobs(shop.place, jobs, log, { lookEvery: 0.5, patience: 1500 });
  running.push(started);
  return started;
}

function job(work: Job['work'], name = `job-${randomUUID()}`): Job {
  // Once a year: only what the test asks for is run.
  return { name, cron: '0 0 29 2 *', work };
}

const soon: typeof expect.poll = (look) => expect.poll(look, { timeout: 20_000 });

/** As if half a minute had gone by without a sign of life, and somebody looked. */
async function passHeartbeat(name: string): Promise<void> {
  await shop.deps.db.execute(sql`update pgboss.job set retry_delay = 0, heartbeat_on = now() - interval '31 seconds' where name = ${name}`);
  await shop.deps.db.execute(sql`update pgboss.queue set monitor_claim_on = null where name = ${name}`);
  const boss = createBoss(shop.place);
  await boss.start();
  await boss.supervise(name);
  await boss.stop();
  await shop.deps.db.execute(sql`update pgboss.job set start_after = now() where name = ${name}`);
}

interface Row {
  state: string;
  retry_count: number;
}

async function rowsOf(name: string): Promise<Row[]> {
  const found = await shop.deps.db.execute(sql`select state, retry_count from pgboss.job where name = ${name}`);
  return (found as unknown as { rows: Row[] }).rows;
}

test('[RUN-7] each job runs once at the start, and at once when it is woken', async () => {
  let runs = 0;
  const it = job(async () => (runs += 1));
  const jobs = await start(it);
  await soon(() => runs).toBe(1);
  await jobs.wake(it.name);
  await soon(() => runs).toBe(2);
});

test('[RUN-7] woken many times while it runs, it runs once more', async () => {
  let runs = 0;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const it = job(async () => {
    runs += 1;
    await gate;
  });
  const jobs = await start(it);
  await soon(() => runs).toBe(1);
  for (let n = 0; n < 10; n += 1) await jobs.wake(it.name);
  open();
  await soon(async () => (await rowsOf(it.name)).filter(({ state }) => state === 'completed').length).toBe(2);
  expect(runs).toBe(2);
});

test('[RUN-7] a job that throws is logged, keeps nothing of the reason in the database, and is tried again', async () => {
  const it = job(async () => {
    throw new Error('the secret of ada@example.com');
  });
  await start(it);
  await soon(async () => (await rowsOf(it.name))[0]?.state).toBe('retry');
  expect(faults).toEqual([`the job "${it.name}" failed, it is tried again later`]);
  const kept = await shop.deps.db.execute(sql`select output::text from pgboss.job where name = ${it.name}`);
  expect(JSON.stringify(kept)).not.toContain('secret');
});

test('[RUN-7] one that fails keeps no other from running', async () => {
  let runs = 0;
  await start(
    job(async () => Promise.reject(new Error('broken'))),
    job(async () => (runs += 1)),
  );
  await soon(() => runs).toBe(1);
});

test('[RUN-8] stopping tells the jobs, waits for the one that runs, and begins no other', async () => {
  let runs = 0;
  let ended = 0;
  const it = job(async (signal) => {
    runs += 1;
    while (!signal.aborted) await sleep(5);
    await sleep(200);
    ended += 1;
  });
  const jobs = await start(it);
  await soon(() => runs).toBe(1);
  await jobs.wake(it.name);
  await jobs.stop();
  expect([runs, ended]).toEqual([1, 1]);
  expect((await rowsOf(it.name)).map(({ state }) => state).sort()).toEqual(['completed', 'created']);
});

test('[RUN-8] [fault 28] a job that does not end is left after a while, for another to take up', async () => {
  let runs = 0;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const it = job(async () => {
    runs += 1;
    await gate;
  });
  const jobs = await start(it);
  await soon(() => runs).toBe(1);
  const began = Date.now();
  await jobs.stop();
  expect(Date.now() - began).toBeLessThan(5000);
  expect((await rowsOf(it.name)).map(({ state }) => state)).toEqual(['retry']);
  open();
});

test('[RUN-7] what a killed process was at is taken up again', async () => {
  let runs = 0;
  const it = job(async () => (runs += 1));
  const jobs = await start(it);
  await soon(async () => (await rowsOf(it.name))[0]?.state).toBe('completed');
  // As a kill leaves it: active, and without a sign of life since.
  await shop.deps.db.execute(sql`update pgboss.job set state = 'active', completed_on = null where name = ${it.name}`);
  await passHeartbeat(it.name);
  await jobs.wake(it.name);
  await soon(async () => (await rowsOf(it.name)).every(({ state }) => state === 'completed')).toBe(true);
  expect(runs).toBe(3);
});

// Only a server lets several processes in.
if (inject('server')) {
  test('[RUN-7] a process that is killed amid a job: another one does it', async () => {
    let runs = 0;
    const it = job(async () => (runs += 1));
    const url = 'url' in shop.place ? shop.place.url : '';
    const script = `import { startJobs } from ${JSON.stringify(path.join(import.meta.dirname, 'start.ts'))};
      const work = () => { console.log('at it'); return new Promise(() => {}); };
      await startJobs({ url: process.argv[1] }, [{ name: process.argv[2], cron: '0 0 29 2 *', work }], { error: console.error });`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', script, url, it.name], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void other.kill('SIGKILL'));
    const ended = once(other, 'exit');
    await once(other.stdout, 'data');
    other.kill('SIGKILL');
    await ended;
    expect((await rowsOf(it.name)).map(({ state }) => state)).toEqual(['active']);
    await passHeartbeat(it.name);
    await start(it);
    await soon(async () => (await rowsOf(it.name)).every(({ state }) => state === 'completed')).toBe(true);
    expect((await rowsOf(it.name)).length).toBe(2);
    expect(runs).toBe(2);
  });

  test('[RUN-7] [fault 14] four processes that start at once get along, and each run goes to one of them', async () => {
    await shop.deps.db.execute(sql`drop schema if exists pgboss cascade`);
    let runs = 0;
    const it = job(async () => {
      runs += 1;
      await sleep(50);
    });
    const all = await Promise.all(Array.from({ length: 4 }, () => start(it)));
    const sent = async () => (await rowsOf(it.name)).length;
    await soon(async () => (await rowsOf(it.name)).every(({ state }) => state === 'completed')).toBe(true);
    for (let n = 0; n < 10; n += 1) {
      await Promise.all(all.map((jobs) => jobs.wake(it.name)));
      await soon(async () => (await rowsOf(it.name)).every(({ state }) => state === 'completed')).toBe(true);
    }
    expect(runs).toBe(await sent());
    expect(faults).toEqual([]);
  });
}

test('[RUN-7] the shop’s own jobs all run on an empty shop, and a letter is away a moment after it was written', async () => {
  const server = await startMailServer();
  const mailer = smtpMailer(server.url, { name: '', address: 'shop@example.com' });
  const own = listJobs(shop.deps, mailer, log);
  await start(...own);
  for (const { name } of own) await soon(async () => (await rowsOf(name)).some(({ state }) => state === 'completed')).toBe(true);
  const letter = passwordChangedLetter({ user: { name: 'Ada', email: 'ada@example.com' }, publicUrl: null });
  await shop.deps.db.transaction((tx) => queueMail(tx, letter, shop.deps.now()));
  await soon(() => server.received.length).toBe(1);
  expect(faults).toEqual([]);
  await server.close();
});
