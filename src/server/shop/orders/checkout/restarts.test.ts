/**
 * Two processes, and people who buy through both without pause, while databases and processes restart. Whatever ends, nothing else does:
 * all errors say when to come back, nothing is lost, nothing doubled, and `verify` finds nothing.
 *
 *   FULL=on npx vitest run --project postgres src/server/shop/orders/checkout/restarts.test.ts     three of each kind, ten rolling, ten minutes at random
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type BuyersReport, startBuyers } from '../../../../../tests/faults/buyers.ts';
import { compareWithStripe } from '../../../../../tests/faults/crashing-shop.ts';
import { type FailoverProxy, startFailoverProxy } from '../../../../../tests/faults/failover-proxy.ts';
import { findFreePort } from '../../../../../tests/support/free-port.ts';
import { startPostgres, type TestPostgres } from '../../../../../tests/support/postgres.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { isFullRun } from '../../../../../tests/support/projects.ts';
import { makeDataDir, type ShopProcess, startShop } from '../../../../../tests/support/shop-process.ts';
import { API_KEY, startFakeStripe } from '../../../../../tests/support/stripe/stripe-server.ts';
import { createTestUser } from '../../../../../tests/support/users.ts';
import { listCategories } from '../../../../contract/category.ts';
import { MINUTE, SECOND } from '../../../../contract/values.ts';
import { openServer } from '../../../platform/database/connect.ts';
import { verifyShop } from '../../integrity/verify.service.ts';

const RESTARTS_OF_EACH_KIND = isFullRun ? 3 : 1;
const ROLLING_RESTARTS = isFullRun ? 10 : 2;
const RANDOM_RESTARTS_FOR = isFullRun ? 10 * MINUTE : 8 * SECOND;
/** Within it the shop is whole again, once its database is; a machine that tests run on may be busy with other things. */
const RECOVERY = isFullRun ? 2 * SECOND : 30 * SECOND;
const BUYERS = 6;
const WEBHOOK_SECRET = 'whsec_restarts';
const PATHS = ['/', '/product/lamp', '/category/lamps', '/cart', listCategories.path, '/api/v1/product/single-product/lamp'];

// The embedded database is a part of the shop's process: crash-recovery.test.ts kills it with its shop.
if (inject('server')) {
  let database: TestPostgres;
  /** Stopped; it also holds the programs that its standby runs. */
  let formerPrimary: TestPostgres | undefined;
  let proxy: FailoverProxy;
  const stripe = await startFakeStripe(() => new Date());
  const dataDir = makeDataDir();
  const shops: (ShopProcess | null)[] = [];
  const ports: number[] = [];
  const tokens: string[] = [];
  let productIds: string[] = [];

  const startProcess = async (index: number) => {
    const shop = await startShop({
      dataDir,
      keepData: true,
      env: {
        DATABASE_URL: `postgres://shop@127.0.0.1:${proxy.port}/shop`,
        PORT: String(ports[index]),
        DEMO: 'off',
        LOG_LEVEL: 'silent',
        SHUTDOWN_DELAY: '1',
        CHECKOUTS_PER_HOUR: '1000000',
        STRIPE_SECRET_KEY: API_KEY,
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        STRIPE_API_BASE: stripe.baseUrl,
      },
    });
    shops[index] = shop;
    void shop.exited.then(() => {
      if (shop.process.exitCode) console.error(`process ${index} ended with ${shop.process.exitCode}:\n${shop.output().slice(-4000)}`);
    });
  };

  beforeAll(async () => {
    database = await startPostgres();
    await database.run('create database shop');
    proxy = await startFailoverProxy(database.port);
    const { db, close } = await openServer(database.urlOf('shop'), console, 2);
    const categoryId = await makeCategory(db, 'Lamps');
    const rows = ['lamp', 'shade', 'bulb'].map((slug) => ({ categoryId, slug, name: slug, quantity: 1_000_000 }));
    productIds = (await makeProducts(db, rows)).map(({ id }) => id);
    for (let n = 0; n < BUYERS; n += 1) tokens.push((await createTestUser(db)).token);
    await close();
    for (const index of [0, 1]) {
      ports[index] = await findFreePort();
      await startProcess(index);
    }
  });
  afterAll(async () => {
    for (const shop of shops) await shop?.kill();
    proxy.close();
    await database.stop();
    await formerPrimary?.stop();
    await stripe.close();
  });

  const origins = () => ports.map((port) => `http://127.0.0.1:${port}`);
  const isReady = async (origin: string) => {
    try {
      return (await fetch(`${origin}/readyz`)).ok;
    } catch {
      return false;
    }
  };
  const startAll = (pickOrigin: () => string | null) =>
    startBuyers({ stripe: stripe.state, webhookSecret: WEBHOOK_SECRET, productIds, tokens, paths: PATHS, pickOrigin });
  const pickAny = () => origins()[Math.floor(Math.random() * 2)] ?? null;

  /** Of every process: pages, the API, and purchases. */
  async function expectWhole(): Promise<void> {
    const startedAt = performance.now();
    const getStatuses = () =>
      Promise.all(origins().flatMap((origin) => ['/readyz', ...PATHS].map(async (path) => (await fetch(origin + path)).status)));
    await expect.poll(getStatuses, { timeout: RECOVERY, interval: 20 }).toEqual(Array(2 * (PATHS.length + 1)).fill(200));
    if (isFullRun) console.log(`whole again after ${Math.round(performance.now() - startedAt)} ms`);
  }

  /** Every order's money and stock are where they belong. */
  async function expectConsistent(): Promise<void> {
    const { db, close } = await openServer(database.urlOf('shop'), console, 2);
    try {
      expect([...(await verifyShop(db, new Date())), ...(await compareWithStripe(db, stripe.state))]).toEqual([]);
    } finally {
      await close();
    }
  }

  function expectNothingWrong({ statuses, wrong }: BuyersReport): void {
    expect([...new Set(wrong)]).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(BUYERS);
  }

  const expectBothAlive = () => expect(shops.map((it) => it?.process.exitCode)).toEqual([null, null]);

  // unavailable.test.ts and crash-recovery.test.ts prove the same in one process.
  test('[RUN-10] if the database restarts while people buy, they get 503 with Retry-After, no process stops, and nothing is lost', {
    tags: ['full'],
    timeout: 5 * MINUTE,
  }, async () => {
    const buyers = startAll(pickAny);
    for (let time = 0; time < RESTARTS_OF_EACH_KIND; time += 1) {
      for (const stop of [database.stopFast, database.stopImmediately]) {
        await sleep(SECOND);
        await stop();
        await expect.poll(async () => Promise.all(origins().map(isReady))).toEqual([false, false]);
        await database.restart();
        await expectWhole();
      }
    }
    await database.run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop'`);
    await database.run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop' and state = 'idle in transaction'`);
    await expectWhole();
    const report = await buyers.stop();
    expectNothingWrong(report);
    expect(report.cut).toEqual([]);
    expect(report.statuses.get(503)).toBeGreaterThan(0);
    expectBothAlive();
    await expectConsistent();
  });

  test('[RUN-10] if the database fails over, its standby is unavailable until it is promoted, then everything continues', {
    tags: ['full'],
    timeout: 5 * MINUTE,
  }, async () => {
    const standby = await database.startStandby();
    const buyers = startAll(pickAny);
    await sleep(SECOND);
    formerPrimary = database;
    await formerPrimary.stopFast();
    database = standby;
    proxy.switchTo(standby.port);
    await sleep(SECOND);
    // Reading would work there, and show what is sold already.
    expect(await Promise.all(origins().map(isReady))).toEqual([false, false]);
    await standby.run('select pg_promote()');
    await expectWhole();
    const report = await buyers.stop();
    expectNothingWrong(report);
    expect(report.cut).toEqual([]);
    expectBothAlive();
    await expectConsistent();
  });

  test('[RUN-11] if processes are stopped and started one after the other, no request is cut or fails', {
    tags: ['full'],
    timeout: 10 * MINUTE,
  }, async () => {
    // What a proxy does: it asks who is ready, and sends requests there.
    const readyOrigins = new Set(origins());
    let isOver = false;
    const checks = origins().map(async (origin) => {
      while (!isOver) {
        if (await isReady(origin)) readyOrigins.add(origin);
        else readyOrigins.delete(origin);
        await sleep(50);
      }
    });
    const buyers = startAll(() => [...readyOrigins][Math.floor(Math.random() * readyOrigins.size)] ?? null);
    for (let time = 0; time < ROLLING_RESTARTS; time += 1) {
      const index = time % 2;
      const origin = origins()[index] ?? '';
      await sleep(SECOND);
      expect(await shops[index]?.stop()).toBe(0);
      await startProcess(index);
      await expect.poll(() => readyOrigins.has(origin)).toBe(true);
    }
    const report = await buyers.stop();
    isOver = true;
    await Promise.all(checks);
    expect(report.cut).toEqual([]);
    expect([...report.statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    expectNothingWrong(report);
    await expectConsistent();
  });

  test('[PAY-10] if database and processes restart at random while people buy, nothing is lost and nothing counted twice', {
    tags: ['full'],
    timeout: 30 * MINUTE,
  }, async () => {
    const restart = async (index: number, signal: 'stop' | 'kill') => {
      const shop = shops[index];
      shops[index] = null;
      await shop?.[signal]();
      await startProcess(index);
    };
    const disturbances = [
      () => restart(0, 'kill'),
      () => database.stopImmediately().then(database.restart),
      () => restart(1, 'stop'),
      () => database.stopFast().then(database.restart),
      () => database.run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop' and random() < 0.5`),
      // A database that is away when a process starts.
      () =>
        Promise.all([
          restart(1, 'kill'),
          database
            .stopImmediately()
            .then(() => sleep(SECOND))
            .then(database.restart),
        ]),
    ];
    const buyers = startAll(pickAny);
    const endsAt = performance.now() + RANDOM_RESTARTS_FOR;
    // Without FULL the first few, each once.
    for (let time = 0; performance.now() < endsAt; time += 1) {
      await sleep(isFullRun ? Math.random() * 8 * SECOND : SECOND / 2);
      await disturbances[isFullRun ? Math.floor(Math.random() * disturbances.length) : time % disturbances.length]?.();
    }
    await expectWhole();
    const report = await buyers.stop();
    expectNothingWrong(report);
    const paid = [...stripe.state.sessions.values()].filter((it) => it.payment_status === 'paid').length;
    expect(paid).toBeGreaterThan(BUYERS);
    if (isFullRun)
      console.log(`${paid} paid; responses: ${JSON.stringify([...report.statuses])}; ${report.cut.length} cut by a killed process`);
    await expectConsistent();
  });
}
