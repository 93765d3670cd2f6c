/** What is derived is computed anew piece by piece: whoever is killed goes on, whoever writes and searches meanwhile isn't disturbed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openFreshDatabase } from '../../../../tests/support/fresh-database.ts';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { verifyShop } from '../../shop/integrity/verify.service.ts';
import { DERIVED_DATA } from './derived-data.ts';
import { markChangedData } from './derived-versions.ts';
import { query } from './query.ts';
import { hasDataToRebuild, rebuildDerivedData } from './rebuild-derived-data.ts';
import { readFunctions } from './sql-functions.ts';

const { db, connection, close } = await openFreshDatabase();
afterAll(close);

const log = { warn: () => undefined };
const COUNT = 300;
const current = readFunctions();
const run = (statements: string) => ('embedded' in connection ? connection.embedded.exec(statements) : db.execute(sql.raw(statements)));
const findValue = async (statement: string) => (await query<{ value: unknown }>(db, sql.raw(`select ${statement} as value`)))[0]?.value;
const countFound = (word: string) =>
  findValue(`(select count(*)::int from products where search_vector(name, description, category_id) @@ '${word}'::tsquery)`);
/** By the index alone, whatever the rows have now. */
const countIndexed = async (word: string) => {
  await db.execute(sql`set enable_seqscan = off`);
  return countFound(word).finally(() => db.execute(sql`reset enable_seqscan`));
};

/** A shop of products that an older search function has filled in, which knew no words. */
beforeEach(async () => {
  await run(`delete from orders; delete from users; delete from products; delete from categories; delete from vocabulary`);
  await run(`create or replace function search_lexemes(input text) returns text[] language sql immutable strict parallel safe return array['old'];
    create or replace function search_stems(input text) returns text[] language sql immutable strict parallel safe return array['old'];`);
  const categoryId = await makeCategory(db, 'Lamps');
  await makeProducts(
    db,
    Array.from({ length: COUNT }, (_, n) => ({ categoryId, slug: `lamp-${n}`, name: `Lamp ${n}`, quantity: 1 })),
  );
  await run('delete from drizzle.derived_data');
  for (const { name } of DERIVED_DATA) await run(`insert into drizzle.derived_data (name, version, target) values ('${name}', 0, 0)`);
  await run(`${current.searchSql}\n${markChangedData(current.derived)}`);
});

async function expectAllNew(): Promise<void> {
  expect(await hasDataToRebuild(db)).toBe(false);
  expect([await countIndexed('lamp'), await countIndexed('old')]).toEqual([COUNT, 0]);
  expect(await findValue(`(select count(*)::int from products where name_words is distinct from search_name_vector(name))`)).toBe(0);
  expect(await findValue(`(select array_agg(word order by word) from vocabulary where word in ('old', 'lamp', 'lamps', '7'))`)).toEqual([
    '7',
    'lamp',
    'lamps',
  ]);
  expect(await findValue(`to_regclass('drizzle.old_words')`)).toBeNull();
  expect(await verifyShop(db, new Date())).toEqual([]);
}

test('[UPGR-12] what older functions computed is recomputed: rows, index and vocabulary', async () => {
  expect(await hasDataToRebuild(db)).toBe(true);
  expect(await countIndexed('old')).toBe(COUNT);
  await rebuildDerivedData(connection, { log });
  await expectAllNew();
});

test('[UPGR-12] recomputation that is stopped again and again continues where it was, and searches find products all the time', {
  tags: ['full'],
}, async () => {
  let stops = 0;
  while (await hasDataToRebuild(db)) {
    const stopping = new AbortController();
    const running = rebuildDerivedData(connection, { log, signal: stopping.signal, pause: 20 });
    // Longer each time: on a busy machine a piece takes longer than the first of these.
    await sleep(30 * 1.5 ** stops);
    stopping.abort();
    await running;
    stops += 1;
    // Each is found by its old words or by its new ones.
    const found = Number(await countIndexed('lamp | old'));
    expect(found).toBe(COUNT);
  }
  expect(stops).toBeGreaterThan(1);
  await expectAllNew();
});

test('[UPGR-12] products saved during the recomputation have the new words at once, and keep them', { tags: ['full'] }, async () => {
  const running = rebuildDerivedData(connection, { log, pause: 20 });
  await sleep(20);
  await db.execute(sql`update products set name = 'Chandelier', updated_at = now() where slug = 'lamp-299'`);
  expect(await countFound('chandeli')).toBe(1);
  await running;
  await db.execute(sql`update products set name = 'Lamp 299' where slug = 'lamp-299'`);
  expect(await findValue(`(select word from vocabulary where word = 'chandelier')`)).toBe('chandelier');
  await expectAllNew();
});

test.runIf('url' in connection)(
  '[UPGR-12] recomputation starts after all writers with the old functions have finished; a locked product delays it but doesn’t stop it',
  async () => {
    const url = 'url' in connection ? connection.url : '';
    const writer = new pg.Client({ connectionString: url });
    await writer.connect();
    await writer.query(`begin; update products set quantity = 2 where slug = 'lamp-5'`);
    await run(`update drizzle.derived_data set since = pg_current_xact_id()`);
    const running = rebuildDerivedData(connection, { log });
    // Whoever else wants to write does.
    for (let n = 0; n < 10; n += 1) {
      await run(`set lock_timeout = 500; update products set quantity = quantity + 1 where slug = 'lamp-${6 + n}'; reset lock_timeout`);
      await sleep(50);
    }
    expect(await hasDataToRebuild(db)).toBe(true);
    await writer.query('commit');
    await writer.end();
    await running;
    expect(await hasDataToRebuild(db)).toBe(false);
  },
);

/** Two years of orders and prices in many buckets, of which wrong numbers are stored, as by another width of buckets and other rules of sales. */
async function storeWrongNumbers(): Promise<void> {
  await run(`update products set price_cents = 1 + (substr(slug, 6)::int * 7919) % 90000;
    insert into users (id, name, email, phone, address, password_hash, answer_hash, created_at)
      select gen_random_uuid(), 'Ada', n || '@example.com', '1', 'Street', '-', '-', now() - n * interval '5 days' from generate_series(1, 150) n;
    insert into orders (id, number, user_id, status, total_cents, address, provider, provider_session, created_at, expires_at, paid_at, stock)
      select gen_random_uuid(), nextval('orders_number_seq'), id, 'delivered', 500, 'Street', 'test', 'session-' || id, created_at, created_at, created_at + interval '1 minute', 'sold' from users;
    insert into order_lines (order_id, position, product_id, slug, name, price_cents, image_id, quantity)
      select orders.id, 0, products.id, slug, name, 500, 'none', 1 from orders join products on slug = 'lamp-' || abs(hashtext(orders.id::text) % 9);
    update price_counts set count = count + 3 where is_bucket and price_cents % 3 <> 0;
    delete from price_counts where not is_bucket and price_cents % 3 = 0;
    insert into price_counts select category_id, 2147483647, 4, true from products limit 1;
    update daily_stats set customers = 7, orders = 0 where extract(day from day) % 2 = 0;
    insert into daily_stats values ('1999-12-31', 3, 1, 100, 1), ('2999-01-01', 3, 1, 100, 1);
    insert into daily_product_stats select id, '1999-12-31', 3, 1, 100 from products where slug = 'lamp-3';
    update drizzle.derived_data set version = target where name not in ('price-counts', 'statistics')`);
}

const listWrongNumbers = async () =>
  (await verifyShop(db, new Date())).filter(({ rule }) => /price counts|statistics/.test(rule)).map(({ rule }) => rule);

test('[UPGR-12] counts by price and by day are recomputed price by price and month by month, also while a product is locked', {
  tags: ['full'],
}, async () => {
  await storeWrongNumbers();
  expect(new Set(await listWrongNumbers()).size).toBe(3);
  const writer = 'url' in connection ? new pg.Client({ connectionString: connection.url }) : null;
  await writer?.connect();
  const client = writer ?? { query: run };
  await client.query(`${writer ? 'begin;' : ''} update products set price_cents = 777 where slug in ('lamp-1', 'lamp-2');
    update orders set refunded_cents = 100 where provider_session = (select min(provider_session) from orders)`);
  let stops = 0;
  while (await hasDataToRebuild(db)) {
    const stopping = new AbortController();
    const running = rebuildDerivedData(connection, { log, signal: stopping.signal, pause: 20 });
    await sleep(60 * 1.5 ** stops);
    stopping.abort();
    await running;
    stops += 1;
  }
  expect(stops).toBeGreaterThan(1);
  if (writer) await writer.query('commit');
  await writer?.end();
  expect(await listWrongNumbers()).toEqual([]);
  const several = `(select count(*)::int from (select from price_counts group by category_id, price_cents, is_bucket having count(*) > 2) it)`;
  expect(await findValue(several)).toBe(0);
  expect(await findValue(`(select max(rows)::int from drizzle.derived_data where name = 'statistics')`)).toBeGreaterThan(COUNT / 10);
});
