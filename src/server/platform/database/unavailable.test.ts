/** A database that rolls back, is restarted, hangs, or has no connection left, and then recovers. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Db } from 'pg-boss';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { startPostgres } from '../../../../tests/support/postgres.ts';
import { root } from '../../../../tests/support/shop-process.ts';
import { listCategories } from '../../../contract/category.ts';
import { buildApp } from '../../app.ts';
import { uncached } from '../cache/open-response-cache.ts';
import { createPgBoss } from '../jobs/queue.ts';
import { openServer } from './connect.ts';
import { isUnavailable } from './pg-errors.ts';
import { retryTransaction } from './query.ts';

const shop = await openShop();
const QUIET = { warn: () => undefined };

test.each([
  ['server conn crashed?', true],
  ['query_wait_timeout', true],
  ['server login has been failing, cached error: connect failed (server_login_retry)', true],
  ['no such user', false],
  ['unsupported startup parameter: statement_timeout', false],
])('[RUN-10] the message "%s" of PgBouncer: worth a retry soon is %s', (message, isExpected) => {
  const ofPooler = Object.assign(new Error(message), { code: '08P01', severity: 'FATAL' });
  expect(isUnavailable(new Error('Failed query', { cause: ofPooler }))).toBe(isExpected);
  // What PostgreSQL says of a message that it doesn't understand.
  expect(isUnavailable(Object.assign(new Error('invalid message'), { code: '08P01', severity: 'ERROR' }))).toBe(false);
});

test('fault 22: a transaction that PostgreSQL rolled back is retried, at most three times; after any other error it isn’t', async () => {
  const fail = (code: string) => Object.assign(new Error(code), { code });
  for (const [code, times] of [
    ['40001', 4],
    ['40P01', 4],
    ['23505', 1],
  ] as const) {
    let attempts = 0;
    const work = () => {
      attempts += 1;
      return Promise.reject(fail(code));
    };
    await expect(retryTransaction(shop.deps.db, work)).rejects.toThrow(code);
    expect([code, attempts]).toEqual([code, times]);
  }
});

/** An app with a connection pool of its own instead of the harness's. */
async function openTestApp(url: string, maxConnections = 10): Promise<FastifyInstance> {
  const database = await openServer(url, QUIET, maxConnections);
  const app = await buildApp({ ...shop.deps, db: database.db, memoize: uncached }, { checkReady: database.ping });
  onTestFinished(async () => {
    await app.close();
    await database.close();
  });
  return app;
}

const fetchStatus = async (app: FastifyInstance, url: string = listCategories.path) => {
  const { statusCode, headers } = await app.inject({ url });
  return { status: statusCode, retryAfter: headers['retry-after'] };
};
const BUSY = { status: 503, retryAfter: '2' };
const OK = { status: 200, retryAfter: undefined };

// The embedded database has no connection that could fail.
if (inject('server')) {
  const postgres = await startPostgres();
  afterAll(() => postgres.stop());
  await postgres.run('create database shop');
  const url = postgres.urlOf('shop');

  test('fault 22: two transactions that wait for each other both succeed', { tags: ['full'] }, async () => {
    const { db, close } = await openServer(url, QUIET, 2);
    await db.execute(sql`create table if not exists pair (id int primary key, n int)`);
    await db.execute(sql`insert into pair values (1, 0), (2, 0) on conflict do nothing`);
    const cross = (first: number, second: number) =>
      retryTransaction(db, async (tx) => {
        await tx.execute(sql`update pair set n = n + 1 where id = ${first}`);
        await sleep(100);
        await tx.execute(sql`update pair set n = n + 1 where id = ${second}`);
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    const { rows } = (await db.execute(sql`select n from pair`)) as unknown as { rows: unknown[] };
    expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
    await close();
  });

  test('[RUN-10] fault 19: if the database dies with fifty clients, they get 503 with Retry-After, and 200 when it is back', async () => {
    const app = await openTestApp(url);
    let isOver = false;
    const seen = new Set<string>();
    const clients = Array.from({ length: 50 }, async () => {
      while (!isOver) {
        seen.add(JSON.stringify(await fetchStatus(app)));
        await sleep(5);
      }
    });
    for (let time = 0; time < 3; time += 1) {
      await sleep(200);
      await postgres.stopImmediately();
      await expect.poll(() => fetchStatus(app)).toEqual(BUSY);
      expect(await fetchStatus(app, '/livez')).toEqual(OK);
      expect((await fetchStatus(app, '/readyz')).status).toBe(503);
      await postgres.restart();
      await expect.poll(() => fetchStatus(app)).toEqual(OK);
    }
    isOver = true;
    await Promise.all(clients);
    expect([...seen].sort()).toEqual([JSON.stringify(OK), JSON.stringify(BUSY)].sort());
  });

  test('[RUN-10] a connection cut between two statements of a transaction makes the transaction fail, not the process', async () => {
    const warnings: string[] = [];
    const { db, close } = await openServer(url, { warn: (_details, message) => warnings.push(message) }, 2);
    const interrupted = db.transaction(async (tx) => {
      const { rows } = (await tx.execute(sql`select pg_backend_pid() as pid`)) as unknown as { rows: { pid: number }[] };
      await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`);
      // The error event comes while no statement waits; nobody else listens for it.
      await expect.poll(() => warnings).toContain('lost a database connection');
      await tx.execute(sql`select 1`);
    });
    await expect(interrupted).rejects.toThrow();
    expect((await db.execute(sql`select 1 as one`)) as unknown).toMatchObject({ rows: [{ one: 1 }] });
    await close();
  });

  test('[RUN-10] a job queue whose connection is cut within a transaction stops no process', async () => {
    const uncaught: unknown[] = [];
    const record = (error: unknown) => uncaught.push(error);
    process.on('uncaughtException', record);
    onTestFinished(() => void process.off('uncaughtException', record));
    const boss = createPgBoss({ url });
    boss.on('error', () => undefined);
    await boss.start();
    const queue = boss.getDb() as unknown as { withTransaction: (work: (tx: Db) => Promise<unknown>) => Promise<unknown> };
    const interrupted = queue.withTransaction(async (tx) => {
      const { rows } = await tx.executeSql('select pg_backend_pid() as pid');
      await postgres.run(`select pg_terminate_backend(${rows[0].pid}, 5000)`);
      // Until this process has read that the connection is closed.
      await sleep(200);
    });
    await expect(interrupted).rejects.toThrow();
    expect(uncaught).toEqual([]);
    await boss.stop();
  });

  test('[RUN-10] a transaction that couldn’t begin keeps no connection', async () => {
    const { db, close } = await openServer(url, QUIET, 1);
    const readPid = async () =>
      ((await db.execute(sql`select pg_backend_pid() as pid`)) as unknown as { rows: { pid: number }[] }).rows[0]?.pid;
    const terminate = `import pg from 'pg'; const client = new pg.Client(process.argv[1]); await client.connect();
      await client.query('select pg_terminate_backend($1, 5000)', [process.argv[2]]); await client.end();`;
    // Blocks this process, so that it begins a transaction before it has noticed that its connection is gone.
    execFileSync(process.execPath, ['--input-type=module', '-e', terminate, url, String(await readPid())], { cwd: root });
    await expect(db.transaction(() => readPid())).rejects.toThrow();
    await expect(db.transaction(async () => 'begun')).resolves.toBe('begun');
    await close();
  });

  test('[RUN-10] a read-only database counts as unavailable: its connections leave the pool, and the shop isn’t ready', async () => {
    const app = await openTestApp(url, 1);
    const { db, close } = await openServer(url, QUIET, 1);
    onTestFinished(async () => {
      await postgres.run('alter database shop reset default_transaction_read_only');
      await close();
    });
    const readPid = async () =>
      ((await db.execute(sql`select pg_backend_pid() as pid`)) as unknown as { rows: { pid: number }[] }).rows[0]?.pid;
    const pid = await readPid();
    const writing = db.transaction(async (tx) => {
      await tx.execute(sql`set transaction read only`);
      await tx.execute(sql`delete from categories`);
    });
    await expect(writing.catch(isUnavailable)).resolves.toBe(true);
    expect(await readPid()).not.toBe(pid);
    expect([await fetchStatus(app), (await fetchStatus(app, '/readyz')).status]).toEqual([OK, 200]);
    await postgres.run('alter database shop set default_transaction_read_only = on');
    await postgres.run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop' and pid <> pg_backend_pid()`);
    await expect.poll(() => fetchStatus(app)).toEqual(BUSY);
    expect(await fetchStatus(app, '/readyz')).toEqual(BUSY);
    await postgres.run('alter database shop reset default_transaction_read_only');
    await expect.poll(() => fetchStatus(app)).toEqual(OK);
    await expect.poll(async () => (await fetchStatus(app, '/readyz')).status).toBe(200);
  });

  test('fault 20: if the database’s network hangs without an error, the process answers 503, serves what needs no database, and recovers', {
    tags: ['full'],
  }, async () => {
    const pairs: [net.Socket, net.Socket][] = [];
    let isHanging = false;
    const pipeBoth = ([client, server]: [net.Socket, net.Socket]) => void client.pipe(server).pipe(client);
    const proxy = net.createServer((client) => {
      const pair: [net.Socket, net.Socket] = [client, net.connect(Number(new URL(url).port), '127.0.0.1')];
      for (const socket of pair) socket.on('error', () => undefined);
      pairs.push(pair);
      if (!isHanging) pipeBoth(pair);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      for (const socket of pairs.flat()) socket.destroy();
      proxy.close();
    });
    const app = await openTestApp(url.replace(/:\d+\//, `:${(proxy.address() as net.AddressInfo).port}/`), 4);
    expect(await fetchStatus(app)).toEqual(OK);
    isHanging = true;
    for (const socket of pairs.flat()) socket.unpipe().pause();
    const hanging = Promise.all(Array.from({ length: 12 }, () => fetchStatus(app)));
    expect(await fetchStatus(app, '/livez')).toEqual(OK);
    expect(await hanging).toEqual(Array(12).fill(BUSY));
    isHanging = false;
    pairs.forEach(pipeBoth);
    await expect.poll(() => fetchStatus(app)).toEqual(OK);
  });

  test('[RUN-12] fault 21: with every connection in use, 200 requests get 503 instead of waiting for ever, and the process stays ready', async () => {
    const app = await openTestApp(url, 2);
    const other = await openServer(url, QUIET, 1);
    const { promise: locked, resolve: markLocked } = Promise.withResolvers<void>();
    const { promise: answered, resolve: releaseLock } = Promise.withResolvers<void>();
    // Every reader of categories waits for this transaction.
    const lockHolder = other.db.transaction(async (tx) => {
      await tx.execute(sql`lock table categories in access exclusive mode`);
      markLocked();
      await answered;
    });
    await locked;
    const requests = Array.from({ length: 200 }, () => fetchStatus(app));
    // By a connection of its own: an orchestrator doesn't take away every process that is busy.
    expect(await Promise.all(Array.from({ length: 20 }, () => fetchStatus(app, '/readyz')))).toEqual(Array(20).fill(OK));
    const answers = await Promise.all(requests);
    expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(150);
    expect(answers.filter(({ status }) => status !== 503 && status !== 200)).toEqual([]);
    releaseLock();
    // On a machine so busy that this takes over ten seconds, PostgreSQL has ended the idle transaction.
    await lockHolder.catch(() => undefined);
    expect(await fetchStatus(app)).toEqual(OK);
    await other.close();
  });
}
