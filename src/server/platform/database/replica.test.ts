/** Reports and sitemaps by a standby, which follows, lags, goes away and is promoted. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, inject, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { startPostgres } from '../../../../tests/support/postgres.ts';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { exportUsers } from '../../../contract/account.ts';
import { exportAuditEntries } from '../../../contract/audit.ts';
import { exportOrders } from '../../../contract/order-admin.ts';
import { exportProducts } from '../../../contract/product-table.ts';
import { readDashboardStats } from '../../../contract/reports.ts';
import { DEFAULT_DATABASE_LIMITS } from '../settings/read-config.ts';
import { type Database, openServer } from './connect.ts';
import { query } from './query.ts';
import { openReplica } from './replica.ts';

const sources: string[] = [];
const shop = await openShop({
  deps: ({ db }) => ({
    readFromReplica: (work) => {
      sources.push('asked');
      return work(db);
    },
  }),
});

test('[SCALE-9] the overview and the sitemap of products are read from a replica', async () => {
  const categoryId = await makeCategory(shop.deps.db);
  await makeProducts(shop.deps.db, [{ categoryId, slug: 'boot' }]);
  const { token } = await shop.signUp({ role: 1 });
  const stats = await shop.call(readDashboardStats, { token });
  const sitemap = await shop.send({ url: '/sitemap/products-1.xml', headers: { host: 'shop.example' } });
  expect([stats.status, sitemap.status, sources]).toEqual([200, 200, ['asked', 'asked']]);
});

// The shop's time zone where times are written, the merchant's fields, what is looked for, and each batch.
test.each([
  ['orders', exportOrders, 4],
  ['customers', exportUsers, 3],
  ['products', exportProducts, 4],
  ['the activity log', exportAuditEntries, 3],
] as const)('[SCALE-9] the export of %s reads everything from a replica', async (_what, endpoint, times) => {
  await makeProducts(shop.deps.db, [{ categoryId: await makeCategory(shop.deps.db) }]);
  const { token } = await shop.signUp({ role: 1 });
  sources.length = 0;
  const { statusCode, payload } = await shop.app.inject({ url: endpoint.path, headers: { authorization: token, host: 'shop.example' } });
  expect([statusCode, payload.split('\n').length > 1, sources.length]).toEqual([200, true, times]);
});

// The embedded database has no standby.
if (inject('server')) {
  const primary = await startPostgres();
  await primary.run('create database shop');
  const { db, close } = await openServer(primary.urlOf('shop'), { warn: () => undefined }, 4);
  await db.execute(sql`create table notes (n int)`);
  const standby = await primary.startStandby();
  const warnings: string[] = [];
  const log = { warn: (_details: object, message: string) => void warnings.push(message) };
  const open = () => openReplica(standby.urlOf('shop'), db, DEFAULT_DATABASE_LIMITS, log);
  afterAll(async () => {
    await close();
    await standby.stop();
    await primary.stop();
  });

  const write = async (n: number) => void (await db.execute(sql`insert into notes values (${n})`));
  /** What is there, and whether a standby said so. */
  const look = async (source: Database) =>
    (await query<object>(source, sql`select coalesce(max(n), 0) as last, pg_is_in_recovery() as "isStandby" from notes`))[0];
  /** On the standby itself. */
  const run = (statement: string) => standby.run(statement, 'shop');

  test('[SCALE-9] answers of a replica include all earlier changes, however often it is asked', async () => {
    const replica = open();
    await expect.poll(() => replica.read(look), { interval: 6000 }).toMatchObject({ isStandby: true });
    for (let n = 1; n <= 100; n += 1) {
      await write(n);
      expect(await replica.read(look)).toMatchObject({ last: n });
    }
    await replica.close();
  });

  test('[SCALE-9] while the replica is behind, down or promoted, the primary answers, and the log says so', async () => {
    const expectPrimary = async (n: number) => {
      await write(n);
      warnings.length = 0;
      const replica = open();
      expect(await replica.read(look)).toEqual({ last: n, isStandby: false });
      // Not asked again for a while, so that nobody else waits for it.
      expect(await replica.read(look)).toEqual({ last: n, isStandby: false });
      expect(warnings).toEqual(['the replica does not answer or lags behind; reading from the primary']);
      await replica.close();
    };
    await run('select pg_wal_replay_pause()');
    await expectPrimary(101);
    await run('select pg_wal_replay_resume()');
    await standby.stopImmediately();
    await expectPrimary(102);
    await standby.restart();
    await run('select pg_promote()');
    await expectPrimary(103);
  });

  test('[SCALE-9] an error that isn’t the replica’s is still reported', async () => {
    const replica = open();
    await expect(replica.read(() => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
    await replica.close();
  });
}
