import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { listCategories } from '../../../../contract/category.ts';
import { filterProducts } from '../../../../contract/product.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { readFunctions } from '../../../platform/database/sql-functions.ts';
import { seededRandom } from '../../../platform/secrets/random.ts';
import { priceCounts } from '../../database/schema/derived.ts';
import { verifyShop } from '../../integrity/verify.service.ts';
import { loadFacetCounts, loadRangeCounts, priceBucketWidth, splitByBuckets } from './filtered-list.repository.ts';

const shop = await openShop();
const { db } = shop.deps;

const MAX_PRICE = 99_999_999;
/** Beside every end of a bucket, as far as a product's price goes. */
const EDGES = [...Array(27).keys()]
  .flatMap((digits) => [0, 1, 16, 31].map((nth) => 2 ** digits + nth * 2 ** Math.max(0, digits - 5)))
  .flatMap((price) => [price - 1, price, price + 1])
  .concat(0, MAX_PRICE)
  .filter((price) => price <= MAX_PRICE);

const expectRightCounts = async () =>
  expect((await verifyShop(db, new Date())).filter(({ rule }) => rule.startsWith('price counts'))).toEqual([]);

const countAnew = (lowest: number, highest: number) =>
  query<{ categoryId: string; count: number }>(
    db,
    sql`select category_id as "categoryId", count(*)::int as count from products where price_cents between ${lowest} and ${highest} group by 1 order by 1`,
  );

test('price buckets have the same limits here as in the database', async () => {
  const widths = await query<{ price: number; width: number }>(
    db,
    sql`select price, price_bucket_width(price) as width from unnest(${sql.param(EDGES)}::int[]) price`,
  );
  for (const { price, width } of widths) expect(priceBucketWidth(price), `at ${price}`).toBe(width);
});

test('a price range is split into whole buckets and single prices, each price once', () => {
  const random = seededRandom(3);
  for (let time = 0; time < 500; time += 1) {
    const lowest = Math.floor(random() * 3000);
    const beyond = lowest + Math.floor(random() * 300);
    const { whole, cut } = splitByBuckets([{ range: 1, lowest, beyond }]);
    const parts = [...whole, ...cut].sort((a, b) => a.lowest - b.lowest);
    expect(parts.flatMap((it) => Array.from({ length: it.beyond - it.lowest }, (_, n) => it.lowest + n))).toEqual(
      Array.from({ length: beyond - lowest }, (_, n) => lowest + n),
    );
    for (const end of whole.flatMap((it) => [it.lowest, it.beyond])) expect(end % priceBucketWidth(end)).toBe(0);
    for (const it of cut) expect(it.beyond - it.lowest).toBeLessThan(priceBucketWidth(it.lowest));
  }
});

test('[FIND-5] [FIND-7] price ranges that begin or end next to a bucket’s limit are counted exactly, from 0 to the highest price', {
  tags: ['full'],
}, async () => {
  const ids = [await makeCategory(db, 'Attic'), await makeCategory(db, 'Bath')];
  await makeProducts(
    db,
    EDGES.map((priceCents, index) => ({ categoryId: ids[index % 2] ?? '', priceCents })),
  );
  await expectRightCounts();
  const random = seededRandom(11);
  const pick = () => EDGES[Math.floor(random() * EDGES.length)] ?? 0;
  const ranges = [
    [0, 0],
    [0, MAX_PRICE],
    [MAX_PRICE, MAX_PRICE],
    [MAX_PRICE, 2_000_000_000],
    [2_000_000_000, 2_000_000_000],
    ...Array.from({ length: 60 }, () => [pick(), pick()].sort((a, b) => a - b)),
  ] as [number, number][];
  for (const range of ranges) {
    const wanted = new Map((await countAnew(...range)).map(({ categoryId, count }) => [categoryId, count]));
    const { prefixSums } = await loadRangeCounts(db, range);
    expect(new Map([...prefixSums].map(([id, sums]): [string, number] => [id, sums.at(-1) ?? 0])), `${range}`).toEqual(wanted);
  }
  // All of them as the merchant's own.
  const { bounds, prefixSums } = await loadFacetCounts(db, ranges);
  for (const [id, sums] of prefixSums)
    for (const [index, bound] of bounds.entries())
      expect(sums[index + 1]).toBe((await countAnew(0, bound - 1)).find(({ categoryId }) => categoryId === id)?.count ?? 0);
});

test('[FIND-5] ranges with minimum above maximum, within one bucket or of a single price are counted exactly', async () => {
  const categoryId = await makeCategory(db, 'Attic');
  await makeProducts(
    db,
    [10_000, 10_001, 10_002, 10_200].map((priceCents) => ({ categoryId, priceCents })),
  );
  const count = async (radio: [number, number]) => {
    const { body } = await shop.call(filterProducts, { body: { checked: [], radio } });
    expect(body.products).toHaveLength(body.total);
    return [body.total, body.facets.categories[0]?.count];
  };
  expect(await count([100.01, 100.02])).toEqual([2, 2]);
  expect(await count([100.01, 100.01])).toEqual([1, 1]);
  expect(await count([100.02, 100.01])).toEqual([0, 0]);
  expect(await count([100, 1e12])).toEqual([4, 4]);
});

/**
 * Random changes by SQL, of a few products or many, that cross categories and buckets; some are rolled back, and some counted once a statement, as
 * those of bulk edits.
 */
async function changeAtRandom(on: Database, ids: string[], random: () => number, marker: string): Promise<void> {
  const price = () => Math.floor(MAX_PRICE ** random());
  const category = () => ids[Math.floor(random() * ids.length)];
  const some = () =>
    sql`id in (select id from products where slug like ${`${marker}%`} order by md5(id::text || ${random()}::text) limit ${1 + Math.floor(random() * 9)})`;
  const changes = [
    () => sql`insert into products (id, name, slug, description, price_cents, quantity, category_id, image_id)
      select gen_random_uuid(), 'Thing', ${marker} || gen_random_uuid(), 'Good.', ${price()}::int / n, 0, ${category()}::uuid, 'none'
      from generate_series(1, ${1 + Math.floor(random() * 12)}::int) n`,
    () => sql`update products set price_cents = ${price()}::int where ${some()}`,
    () => sql`update products set price_cents = least(price_cents + price_cents / 40 + 1, ${MAX_PRICE}) where ${some()}`,
    () => sql`update products set category_id = ${category()}::uuid where ${some()}`,
    () => sql`update products set category_id = ${category()}::uuid, price_cents = ${price()}::int where ${some()}`,
    () => sql`delete from products where ${some()}`,
  ];
  for (let time = 0; time < 40; time += 1) {
    const statement = changes[Math.floor(random() * changes.length)]?.() ?? sql`select 1`;
    const isRolledBack = random() < 0.2;
    await on
      .transaction(async (tx) => {
        if (random() < 0.4) await tx.execute(sql`set local storefront.many_products = 'on'`);
        await tx.execute(statement);
        if (random() < 0.3) await tx.execute(changes[0]?.() ?? sql`select 1`);
        if (isRolledBack) tx.rollback();
      })
      .catch((error) => {
        if (!isRolledBack) throw error;
      });
  }
}

test('[FIND-7] both levels of counts match a full recount after any change, and when all products are deleted', async () => {
  const ids = [await makeCategory(db, 'Attic'), await makeCategory(db, 'Bath'), await makeCategory(db, 'Cellar')];
  for (const seed of [1, 2, 3]) {
    await changeAtRandom(db, ids, seededRandom(seed), 'a');
    await expectRightCounts();
  }
  const counted = await query<{ count: number }>(
    db,
    sql`select (select count(*)::int from products where category_id = c.id) as count from categories c order by name`,
  );
  expect((await shop.call(listCategories)).body.category).toMatchObject(counted);
  await db.execute(sql`truncate products cascade`);
  await expectRightCounts();
  expect((await shop.call(filterProducts, { body: { checked: [], radio: [] } })).body.total).toBe(0);
});

test('[FIND-7] [STOCK-5] a recount corrects wrong counts, and a shop without counts has them from its first start on', {
  tags: ['full'],
}, async () => {
  const ids = [await makeCategory(db, 'Attic'), await makeCategory(db, 'Bath')];
  await changeAtRandom(db, ids, seededRandom(5), 'a');
  await db.execute(sql`update price_counts set count = count + 1`);
  await db.execute(sql`select rebuild_price_counts()`);
  await expectRightCounts();
  // As the migration leaves it.
  await db.execute(sql`delete from price_counts`);
  const { tableSql } = readFunctions();
  if ('embedded' in shop.connection) await shop.connection.embedded.exec(tableSql);
  else await db.execute(sql.raw(tableSql));
  await expectRightCounts();
  expect(await db.$count(priceCounts)).toBeGreaterThan(0);
});

test('[FIND-7] product changes at the same time never wait for each other’s counts, and all are counted', async () => {
  const url = inject('server');
  if (!url) return;
  const ids = [await makeCategory(db, 'Attic'), await makeCategory(db, 'Bath')];
  const [first, second] = [ids[0] ?? '', ids[1] ?? ''];
  const insert = (tx: Database, categoryId: string) => makeProducts(tx, [{ categoryId, priceCents: 500 }]);
  // A word that is new to the vocabulary is waited for until it is known.
  await insert(db, first);
  // The same categories and price in the opposite order: with one row for each this would be a deadlock.
  await db.transaction(async (one) => {
    await insert(one, first);
    await db.transaction(async (other) => {
      await other.execute(sql`set local lock_timeout = 2000`);
      await insert(other, second);
      await insert(other, first);
    });
    await insert(one, second);
  });
  await expectRightCounts();
  const makers = ['a', 'b', 'c', 'd'].map((marker, seed) => changeAtRandom(db, ids, seededRandom(seed), marker));
  await Promise.all(makers);
  await expectRightCounts();
  const rows = await query<{ rows: number }>(
    db,
    sql`select max(rows)::int as rows from (select count(*) as rows from price_counts group by category_id, price_cents, is_bucket) it`,
  );
  expect(rows[0]?.rows).toBeLessThanOrEqual(5);
});
