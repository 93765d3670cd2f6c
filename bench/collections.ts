/**
 * Collections by rule in a shop of 100,000 products on the embedded database: a page of each kind of rule, uncached, and a bulk edit of 10,000 prices, before
 * there are collections and with 50 of them, after which all 50 pages are read. PRODUCTS=100000 (with another value nothing is written to results.md),
 * ROUNDS=10 of each page, EDITED=10000.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { CollectionSort } from '../src/contract/collection.ts';
import type { Condition, Rule } from '../src/contract/rules.ts';
import type { Database } from '../src/server/platform/database/connect.ts';
import { query } from '../src/server/platform/database/query.ts';
import { runInContext } from '../src/server/platform/monitoring/request-context.ts';
import { createBulkEdit } from '../src/server/shop/catalog/bulk-edit/bulk-edit.service.ts';
import { runBulkEdit } from '../src/server/shop/catalog/bulk-edit/run-bulk-edit.ts';
import { addCollection } from '../src/server/shop/catalog/collections/collection.service.ts';
import { browseCollection } from '../src/server/shop/catalog/collections/collection-list.service.ts';
import { memoizeForever } from '../tests/support/memoize.ts';
import { insertCatalog } from './catalog/insert.ts';
import { createEmbeddedTarget } from './databases.ts';
import { writeSection } from './results.ts';

const FULL_COUNT = 100_000;
const COUNT = Number(process.env.PRODUCTS ?? FULL_COUNT);
const ROUNDS = Number(process.env.ROUNDS ?? 10);
const EDITED = Number(process.env.EDITED ?? COUNT / 10);
const COLLECTIONS = 50;
const GOAL_MS = 50;
const GOAL_SECONDS = 60;
const LIMIT = 8;

/** A tenth on sale, a hundredth with a tag, brands and vendors of 200 products each, and what 500 products sold in a month. */
async function spread(db: Database): Promise<void> {
  await db.execute(
    sql`insert into brands (id, name, slug) select gen_random_uuid(), 'Brand ' || n, 'brand-' || n from generate_series(1, ${Math.ceil(COUNT / 200)}::int) n`,
  );
  await db.execute(sql`update products set compare_at_cents = case when abs(hashtext(slug)) % 10 = 0 then price_cents * 3 / 2 + 1 end,
    tags = case when abs(hashtext(slug)) % 100 = 1 then '{Summer}'::text[] else '{}' end, vendor = 'Vendor ' || abs(hashtext(slug)) % 500,
    brand_id = (select id from brands where name = 'Brand ' || 1 + abs(hashtext(products.slug)) % ${Math.ceil(COUNT / 200)}::int)`);
  await db.execute(sql`insert into daily_product_stats select id, current_date - (abs(hashtext(slug)) % 30), 1, 1 + abs(hashtext(slug)) % 20, 1000
    from (select id, slug from products order by id limit 500) sold`);
}

const all = (...conditions: Condition[]): Rule => ({ match: 'all', conditions });

async function listRules(db: Database): Promise<[string, Rule][]> {
  const [some] = await query<{ category: string; brand: string }>(
    db,
    sql`select (select id from categories order by id limit 1) as category, (select id from brands order by id limit 1) as brand`,
  );
  const { category = '', brand = '' } = some ?? {};
  return [
    ['a category', all({ field: 'category', categories: [category] })],
    ['not a category', all({ field: 'category', categories: [category], not: true })],
    ['a brand', all({ field: 'brand', brands: [brand] })],
    ['a tag', all({ field: 'tag', tags: ['Summer'] })],
    ['a vendor', all({ field: 'vendor', vendors: ['Vendor 7'] })],
    ['a narrow price', all({ field: 'price', atLeast: 20, atMost: 21 })],
    ['everything', all({ field: 'price', atLeast: 0 })],
    ['on sale', all({ field: 'compare-at', onSale: true })],
    ['sold out', all({ field: 'stock', atMost: 0 })],
    ['created in a year', all({ field: 'created', days: 365 })],
    ['best sellers of a month', all({ field: 'sold', days: 30, atLeast: 10 })],
    ['a word in the title', all({ field: 'title', contains: 'oak' })],
    [
      'a category, on sale, in stock',
      all({ field: 'category', categories: [category] }, { field: 'compare-at', onSale: true }, { field: 'stock', atLeast: 1 }),
    ],
    [
      'a price or a tag',
      {
        match: 'any',
        conditions: [
          { field: 'price', atMost: 20 },
          { field: 'tag', tags: ['Summer'] },
        ],
      },
    ],
  ];
}

/** In milliseconds. The processor's time of this process, which is the database's too, says what it would be on a machine that does nothing else. */
async function measure(run: () => Promise<unknown>): Promise<{ wall: number; cpu: number }> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await run();
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - startedAt, cpu: (user + system) / 1000 };
}

async function time(run: () => Promise<unknown>): Promise<{ wall: number; cpu: number }> {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(run));
  const toMedian = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  return { wall: toMedian(rounds.map((it) => it.wall)), cpu: toMedian(rounds.map((it) => it.cpu)) };
}

const target = await createEmbeddedTarget();
const { db, close } = await target.connect();
const context = { db, payment: null, memoize: memoizeForever(), now: () => new Date() };

/** Raises the cheapest products' prices, and returns how long that took. */
async function raisePrices(percent: number): Promise<string> {
  const [dearest] = await query<{ cents: number }>(
    db,
    sql`select price_cents as cents from products order by price_cents, id limit 1 offset ${EDITED - 1}`,
  );
  const edit = async () => {
    const { _id } = await createBulkEdit(context, 'bench', {
      id: randomUUID(),
      change: { field: 'price', by: 'percent', value: percent, rounding: 'cent' },
      filter: { maxPrice: (dearest?.cents ?? 0) / 100 },
    });
    await runBulkEdit(context, _id);
  };
  // As in the shop: the audit log knows who it was.
  const actor = { kind: 'admin', id: randomUUID() } as const;
  const { wall, cpu } = await measure(() => runInContext({ id: 'bench', span: null, actor }, edit));
  return `${(wall / 1000).toFixed(1)} s (${(cpu / 1000).toFixed(1)})`;
}

try {
  await insertCatalog(db, COUNT, spread);
  await db.execute(sql`vacuum (analyze) products`);
  const rules = await listRules(db);
  const rows: string[][] = [];
  for (const [label, rule] of rules) {
    const { slug } = await addCollection(context, { title: label, isPublished: true, rule });
    const bySort: string[] = [];
    let total = 0;
    for (const sort of ['newest', 'price-up', 'name'] satisfies CollectionSort[]) {
      const { wall, cpu } = await time(async () => ({ total } = await browseCollection(context, slug, { sort, limit: LIMIT })));
      bySort.push(`${wall.toFixed(1)} ms (${cpu.toFixed(0)})`);
    }
    rows.push([label, total.toLocaleString('en-US'), ...bySort]);
    console.log(rows.at(-1)?.join('   '));
  }
  await db.execute(sql`delete from collections`);
  const without = await raisePrices(10);
  console.log(`bulk edit of ${EDITED} prices without collections: ${without}`);
  const slugs: string[] = [];
  for (let n = 0; n < COLLECTIONS; n += 1) {
    const rule = rules[n % rules.length]?.[1] ?? all();
    slugs.push((await addCollection(context, { title: `Collection ${n}`, isPublished: true, rule })).slug);
  }
  const cheap = await addCollection(context, { title: 'Cheap', isPublished: true, rule: all({ field: 'price', atMost: 15 }) });
  const countCheap = async () =>
    (
      await query<{ count: number }>(db, sql`select count(*)::int as count from products where status = 'active' and price_cents <= 1500`)
    )[0]?.count;
  const withCollections = await raisePrices(10);
  const { total } = await browseCollection(context, cheap.slug, {});
  const isRight = total === Math.min((await countCheap()) ?? -1, 10_000);
  const { wall, cpu } = await measure(async () => {
    for (const slug of slugs) await browseCollection(context, slug, { limit: LIMIT });
  });
  const pages = `${wall.toFixed(0)} ms (${cpu.toFixed(0)})`;
  console.log(
    `with ${COLLECTIONS} collections: ${withCollections}; a page right after it is ${isRight ? 'right' : 'wrong'}; all pages ${pages}`,
  );
  rows.push(
    [`bulk edit of ${EDITED} prices, without collections`, '', without, '', ''],
    [`bulk edit of ${EDITED} prices, ${COLLECTIONS} collections (goal ${GOAL_SECONDS} s)`, '', withCollections, '', ''],
    [`all ${COLLECTIONS} pages right after it, ${isRight ? 'right' : 'wrong'}`, '', pages, '', ''],
  );
  if (COUNT === FULL_COUNT)
    writeSection({
      title: 'Collections by rule',
      command: 'npm run bench -- collections',
      method: `${COUNT} products on the embedded database, in its folder; ${LIMIT} products a page, with total and filters, uncached: median of ${ROUNDS} (goal ${GOAL_MS} ms), in brackets the processor time of the process. A total counts up to 10,000.`,
      rows: [['rule', 'products', 'newest', 'cheapest', 'by name'], ...rows],
    });
} finally {
  await close();
  await target.dispose();
}
