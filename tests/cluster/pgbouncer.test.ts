/**
 * A real PgBouncer, of Debian 12 and of Debian 13, between the shop and PostgreSQL. How the shop deals with poolers is proven in
 * src/server/platform/database/pooler.test.ts, which needs no Debian.
 *
 *   npm run test:cluster
 */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listCategories } from '../../src/contract/category.ts';
import { MINUTE } from '../../src/contract/values.ts';
import { openServer } from '../../src/server/platform/database/connect.ts';
import { queryPrepared } from '../../src/server/platform/database/query.ts';
import { verifyShop } from '../../src/server/shop/integrity/verify.service.ts';
import { startBuyers } from '../faults/buyers.ts';
import { compareWithStripe } from '../faults/crashing-shop.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { makeCategory, makeProducts } from '../support/products.ts';
import { makeDataDir, type ShopProcess, startShop } from '../support/shop-process.ts';
import { API_KEY, startFakeStripe } from '../support/stripe/stripe-server.ts';
import { createTestUser } from '../support/users.ts';
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts';
import { explainMissing } from './root-fs.ts';

const missing = explainMissing();
if (missing) console.warn(`tests/cluster/pgbouncer.test.ts is skipped: ${missing}`);

const QUIET = { warn: () => undefined };
/** The number of instances, and PostgreSQL's default number of connections. */
const INSTANCES = 50;
const SERVER_CONNECTIONS = 100;
const POOL_SIZE = 30;
const BUYERS = 4;
const WEBHOOK_SECRET = 'whsec_pgbouncer';

describe.skipIf(missing)('PgBouncer', () => {
  let postgres: TestPostgres;
  const start = async (options: Omit<Parameters<typeof startPgBouncer>[0], 'serverPort'>): Promise<PgBouncer> => {
    const pgBouncer = await startPgBouncer({ serverPort: postgres.port, ...options });
    onTestFinished(() => pgBouncer.stop());
    return pgBouncer;
  };
  beforeAll(async () => {
    postgres = await startPostgres(['-c', `max_connections=${SERVER_CONNECTIONS}`]);
    await postgres.run('create database shop');
  });
  afterAll(() => postgres.stop());

  test('of Debian 13 is accepted, and its connections have the limits of its connect_query', async () => {
    const pgBouncer = await start({ suite: 'trixie' });
    const warnings: string[] = [];
    const log = { warn: (_details: object, message: string) => warnings.push(message) };
    const { db, close } = await openServer(pgBouncer.urlOf('shop'), log, 4, { directUrl: postgres.urlOf('shop') });
    const { rows } = (await db.execute(sql`select current_setting('statement_timeout') as limit`)) as unknown as { rows: object[] };
    expect(rows).toEqual([{ limit: '5s' }]);
    expect(warnings).toEqual([]);
    await close();
  });

  test.each([
    ['of Debian 12', { suite: 'bookworm' }],
    ['of Debian 13 without prepared statements', { suite: 'trixie', settings: { max_prepared_statements: 0 } }],
  ] as const)('%s is refused with the version and the setting that are needed', async (_which, options) => {
    const pgBouncer = await start(options);
    const opening = openServer(pgBouncer.urlOf('shop'), QUIET, 4, { directUrl: postgres.urlOf('shop') });
    await expect(opening).rejects.toThrow(/PgBouncer 1\.21 or newer, with max_prepared_statements above 0/);
  });

  test('as DATABASE_URL alone is refused with what to set', async () => {
    const pgBouncer = await start({ suite: 'trixie' });
    await expect(openServer(pgBouncer.urlOf('shop'), QUIET, 4)).rejects.toThrow(/set DATABASE_DIRECT_URL/);
  });

  test('a statement that was prepared by one process runs for another on the same connection, and after a restart', async () => {
    const pgBouncer = await start({ suite: 'trixie', poolSize: 1 });
    const opened = await Promise.all(
      Array.from({ length: 3 }, () => openServer(pgBouncer.urlOf('shop'), QUIET, 2, { directUrl: postgres.urlOf('shop') })),
    );
    const ask = () => Promise.all(opened.map(({ db }) => queryPrepared<{ sum: number }>(db, sql`select ${20}::int + 1 as sum`)));
    for (let times = 0; times < 3; times += 1) expect(await ask()).toEqual(Array(3).fill([{ sum: 21 }]));
    await pgBouncer.restart();
    await expect.poll(() => ask().catch(() => null)).toEqual(Array(3).fill([{ sum: 21 }]));
    await Promise.all(opened.map(({ close }) => close()));
  });

  test(`${INSTANCES} instances fit into ${SERVER_CONNECTIONS} connections of the server`, async () => {
    const pgBouncer = await start({ suite: 'trixie', poolSize: POOL_SIZE });
    const options = { directUrl: postgres.urlOf('shop') };
    const instances = await Promise.all(Array.from({ length: INSTANCES }, () => openServer(pgBouncer.urlOf('shop'), QUIET, 8, options)));
    // Each has a connection of its own for LISTEN.
    const listening = await Promise.all(
      instances.map(async () => {
        const client = new pg.Client(postgres.urlOf('shop'));
        await client.connect();
        await client.query('listen catalog_changed');
        return client;
      }),
    );
    const transactions = instances.flatMap(({ db }) =>
      Array.from({ length: 8 }, () => db.transaction((tx) => tx.execute(sql`select pg_sleep(0.02)`))),
    );
    await Promise.all([...transactions, ...instances.map(({ ping }) => ping())]);
    const [observer] = listening;
    const { rows = [] } =
      (await observer?.query<{ count: number }>(`select count(*)::int as count from pg_stat_activity where datname = 'shop'`)) ?? {};
    expect(rows[0]?.count).toBeLessThanOrEqual(INSTANCES + POOL_SIZE);
    await Promise.all([...instances.map(({ close }) => close()), ...listening.map((it) => it.end())]);
  });

  test('two shops sell through it while it restarts: they answer, or 503 with Retry-After, and nothing is lost or doubled', {
    timeout: 10 * MINUTE,
  }, async () => {
    const pgBouncer = await start({ suite: 'trixie' });
    await postgres.run('create database shops');
    const stripe = await startFakeStripe(() => new Date());
    onTestFinished(() => stripe.close());
    const { db, close } = await openServer(postgres.urlOf('shops'), QUIET, 2);
    onTestFinished(close);
    const categoryId = await makeCategory(db, 'Lamps');
    const products = await makeProducts(db, [{ categoryId, slug: 'lamp', name: 'lamp', quantity: 1_000_000 }]);
    const users = await Promise.all(Array.from({ length: BUYERS }, () => createTestUser(db)));
    const dataDir = makeDataDir();
    const env = {
      DATABASE_URL: pgBouncer.urlOf('shops'),
      DATABASE_DIRECT_URL: postgres.urlOf('shops'),
      DEMO: 'off',
      CHECKOUTS_PER_HOUR: '1000000',
      STRIPE_SECRET_KEY: API_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: stripe.baseUrl,
    };
    const shops: ShopProcess[] = [];
    onTestFinished(async () => {
      await Promise.all(shops.map((it) => it.kill()));
    });
    for (let count = 0; count < 2; count += 1) shops.push(await startShop({ env, dataDir, keepData: true }));
    const fetchStatuses = async () => {
      const paths = [listCategories.path, `/api/v1/product/search/lamp${Math.floor(Math.random() * 1e6)}`, '/readyz'];
      const responses = await Promise.all(shops.flatMap(({ origin }) => paths.map((it) => fetch(origin + it))));
      return [...new Set(responses.map(({ status }) => status))];
    };
    expect(await fetchStatuses()).toEqual([200]);
    const buyers = startBuyers({
      stripe: stripe.state,
      webhookSecret: WEBHOOK_SECRET,
      productIds: products.map(({ id }) => id),
      tokens: users.map(({ token }) => token),
      paths: ['/product/lamp', listCategories.path],
      pickOrigin: () => shops[Math.floor(Math.random() * shops.length)]?.origin ?? null,
      pause: 20,
    });
    for (let times = 0; times < 3; times += 1) {
      await expect.poll(() => buyers.report.delivered.size).toBeGreaterThan(4 * times);
      await pgBouncer.restart();
      await expect.poll(fetchStatuses).toEqual([200]);
    }
    const { wrong, cut, checkouts } = await buyers.stop();
    expect([wrong, cut]).toEqual([[], []]);
    expect(checkouts.length).toBeGreaterThan(BUYERS);
    expect([...(await verifyShop(db, new Date())), ...(await compareWithStripe(db, stripe.state))]).toEqual([]);
    for (const it of shops) expect(it.output()).not.toContain('everything is served uncached');
  });
});
