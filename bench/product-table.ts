/**
 * The admin's table of products in a shop with a million: one page after the other, through the service without HTTP. PRODUCTS=1000000,
 * REPEATS=20 calls a figure; BENCH_DATABASE=postgres://… measures an existing database that an earlier run has filled.
 */
import { sql } from 'drizzle-orm';
import type { ProductTableFilter, TableSort } from '../src/contract/product-table.ts';
import { type Database, openServer } from '../src/server/platform/database/connect.ts';
import { query } from '../src/server/platform/database/query.ts';
import { listProductTable } from '../src/server/shop/catalog/product-table/product-table.service.ts';
import { insertIntoPostgres } from './catalog/insert.ts';
import { createPostgresTarget } from './databases.ts';
import { writeSection } from './results.ts';

const COUNT = Number(process.env.PRODUCTS ?? 1_000_000);
const REPEATS = Number(process.env.REPEATS ?? 20);
const GOAL_MS = 300;

/** 2 % are drafts, 1 % archived; a third have an SKU. */
async function spreadStatuses(db: Database): Promise<void> {
  await db.execute(sql`update products set status = case when abs(hashtext(id::text)) % 100 < 2 then 'draft' else 'archived' end
    where abs(hashtext(id::text)) % 100 < 3`);
  await db.execute(sql`update products set sku = 'SKU-' || left(image_id, 10) where abs(hashtext(id::text)) % 3 = 0`);
}

async function listCases(db: Database): Promise<[string, Parameters<typeof listProductTable>[1]][]> {
  const [some] = await query<{ id: string; category: string; sku: string; middle: string }>(
    db,
    sql`select (select id from categories order by id limit 1) as category, (select sku from products where sku is not null limit 1) as sku,
      (select id from products order by price_cents, id limit 1 offset ${Math.floor(COUNT / 2)}) as middle`,
  );
  const { category = '', sku = '', middle = '' } = some ?? {};
  const sorts: TableSort[] = ['newest', 'oldest', 'name', 'name-down', 'price-up', 'price-down'];
  const filters: [string, ProductTableFilter][] = [
    ['one category', { category }],
    ['drafts', { status: 'draft' }],
    ['archived', { status: 'archived' }],
    ['active', { status: 'active' }],
    ['sold out', { stock: 'sold_out' }],
    ['low stock', { stock: 'low' }],
    ['one price', { minPrice: 19.99, maxPrice: 19.99 }],
    ['keyword: a common word', { keyword: 'chair' }],
    ['keyword: two words', { keyword: 'oak desk' }],
    ['keyword: a part of many words', { keyword: 'oo' }],
    ['keyword: the beginning of a word', { keyword: 'de' }],
    ['keyword: an SKU', { keyword: sku }],
    ['keyword: nothing', { keyword: 'xylophonist' }],
    ['a category, drafts, sold out', { category, status: 'draft', stock: 'sold_out' }],
    ['a category, a common word, in stock', { category, keyword: 'oak', stock: 'in_stock' }],
    ['drafts between two prices', { status: 'draft', minPrice: 500, maxPrice: 501 }],
    ['sold out, a common word', { stock: 'sold_out', keyword: 'wool' }],
  ];
  return [
    ...sorts.map((sort): [string, object] => [`all, ${sort}`, { sort }]),
    ['all, by price, beyond the middle', { sort: 'price-up', after: middle, page: 10_000 }],
    ['all, page 200', { page: 200 }],
    ...filters.flatMap(([label, filter]): [string, object][] => [
      [label, filter],
      [`${label}, by name`, { ...filter, sort: 'name' }],
    ]),
  ];
}

async function measure(url: string): Promise<string[][]> {
  const { db, close } = await openServer(url, console, 4);
  const rows: string[][] = [];
  for (const [label, options] of await listCases(db)) {
    const times: number[] = [];
    let total = 0;
    for (let n = 0; n < REPEATS + 1; n += 1) {
      const startedAt = performance.now();
      total = (await listProductTable(db, { ...options, limit: 50 })).total;
      times.push(performance.now() - startedAt);
    }
    // The first one reads from disk.
    const sorted = times.slice(1).sort((a, b) => a - b);
    const [median = 0, worst = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
    rows.push([label, total.toLocaleString('en-US'), median.toFixed(1), worst.toFixed(1), median <= GOAL_MS ? 'yes' : 'no']);
    console.log(rows.at(-1)?.join('   '));
  }
  await close();
  return rows;
}

async function createFilled(): Promise<{ url: string; dispose: () => Promise<void> }> {
  const target = await createPostgresTarget(['-c', 'shared_buffers=1GB', '-c', 'huge_pages=off']);
  const url = String(target.env.DATABASE_URL);
  await insertIntoPostgres(url, COUNT);
  const { db, close } = await openServer(url, console, 1);
  await spreadStatuses(db);
  await db.execute(sql`vacuum (analyze) products`);
  await close();
  return { url, dispose: target.dispose };
}

const existing = process.env.BENCH_DATABASE;
const { url, dispose } = existing ? { url: existing, dispose: async () => undefined } : await createFilled();
const rows = await measure(url).finally(dispose);
writeSection({
  title: 'Table of products',
  command: 'npm run bench -- product-table',
  method: `Milliseconds of a page of 50 of the admin's table with its count, ${REPEATS} calls one after the other, in a shop with ${COUNT.toLocaleString('en-US')} products. Goal: a median of ${GOAL_MS} ms. PostgreSQL 18 with 1 GB of shared buffers, on the same machine.`,
  rows: [['ms', 'found', 'median', 'worst', 'goal kept'], ...rows],
});
