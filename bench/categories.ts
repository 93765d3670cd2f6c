/**
 * Lists of branches in a shop of 100,000 products: a tree of 125 categories in three levels, three products of ten in one to three further categories, on
 * PGlite and on PostgreSQL, one at a time. What a shop memoizes between two changes of its catalog is memoized, lists are not. PRODUCTS=100000 (with
 * another value nothing is written to results.md), ROUNDS=10 of each list, DATABASES=pglite,postgres.
 */
import { sql } from 'drizzle-orm';
import type { Sort } from '../src/contract/product.ts';
import { uncached } from '../src/server/platform/cache/open-response-cache.ts';
import { type Database, openEmbedded, openServer } from '../src/server/platform/database/connect.ts';
import { query } from '../src/server/platform/database/query.ts';
import { readCategoryTree } from '../src/server/shop/catalog/categories/category.service.ts';
import { moveCategory } from '../src/server/shop/catalog/categories/move-category.service.ts';
import { browseCategory } from '../src/server/shop/catalog/listing/product-list.service.ts';
import { memoizeForever } from '../tests/support/memoize.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { insertCatalog, insertIntoPostgres } from './catalog/insert.ts';
import { writeSection } from './results.ts';

const FULL_COUNT = 100_000;
const COUNT = Number(process.env.PRODUCTS ?? FULL_COUNT);
const ROUNDS = Number(process.env.ROUNDS ?? 10);
const DATABASES = (process.env.DATABASES ?? 'pglite,postgres').split(',');
const SORTS: readonly Sort[] = ['newest', 'price-up', 'price-down', 'name'];
const LIMIT = 8;

/** Five categories at the top with four below each, each of which has five; `further`: the products get further ones. Written without triggers. */
const plantTree = (further: boolean) => async (db: Database) => {
  await db.execute(sql`create temporary table leaves (n int, id uuid)`);
  await db.execute(sql`with top as (select gen_random_uuid() as id, n from generate_series(0, 4) n),
    middle as (select gen_random_uuid() as id, top.id as above, top.n * 4 + m as n from top, generate_series(0, 3) m),
    leaf as (select gen_random_uuid() as id, middle.id as above, middle.n * 5 + m as n from middle, generate_series(0, 4) m),
    kept as (insert into leaves select n, id from leaf returning id)
    insert into categories (id, name, slug, parent_id)
      select id, 'Top ' || n, 'top-' || n, null::uuid from top union all select id, 'Middle ' || n, 'middle-' || n, above from middle
      union all select id, 'Leaf ' || n, 'leaf-' || n, above from leaf`);
  await db.execute(sql`update products set category_id = (select l.id from leaves l where l.n = abs(hashtext(products.id::text)) % 100)`);
  if (!further) return;
  await db.execute(sql`update products set further_category_ids = array(select distinct l.id from generate_series(0, abs(hashtext(slug)) % 3) g
      join leaves l on l.n = abs(hashtext(slug || g)) % 100 where l.id <> category_id order by l.id)
    where abs(hashtext(name)) % 10 < 3`);
  await db.execute(sql`insert into category_combinations (id, category_id, further_ids)
    select distinct combination_of(category_id, further_category_ids), category_id, further_category_ids from products where further_category_ids <> '{}'`);
};

interface Figure {
  list: string;
  total: number;
  median: number;
  slowest: number;
}

async function time(run: () => Promise<unknown>, rounds = ROUNDS): Promise<{ median: number; slowest: number }> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await run();
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(rounds / 2)] ?? 0, slowest: times.at(-1) ?? 0 };
}

const isOf = (prefix: string) => sql`select id from categories where name like ${`${prefix}%`} order by name limit 2`;

async function measure(db: Database, name: string): Promise<Figure[]> {
  const context = { db, payment: null, memoize: memoizeForever() };
  const tree = await readCategoryTree(context);
  const figures: Figure[] = [];
  for (const kind of ['Top', 'Middle', 'Leaf']) {
    const [category] = await query<{ id: string }>(db, isOf(kind));
    const branch = tree.findBranches([category?.id ?? '']);
    const total = tree.count(branch);
    const pages = Math.max(1, Math.ceil(total / LIMIT));
    for (const [where, page] of [
      ['first page', 1],
      ['page in the middle', Math.ceil(pages / 2)],
      ['last page', pages],
    ] as const) {
      const perSort = [];
      for (const sort of SORTS) perSort.push(await time(() => browseCategory(context, branch, { sort, page, limit: LIMIT })));
      const worst = { median: Math.max(...perSort.map((it) => it.median)), slowest: Math.max(...perSort.map((it) => it.slowest)) };
      figures.push({ list: `${kind}: ${where}`, total, ...worst });
      console.log(`${name}, ${kind}, ${where}: ${total} products, ${worst.median.toFixed(1)} ms, slowest ${worst.slowest.toFixed(1)} ms`);
    }
  }
  const counting = await time(() => readCategoryTree({ db, memoize: uncached }));
  figures.push({ list: 'tree and counts, after a change', total: COUNT, ...counting });
  const [one, other] = await query<{ id: string }>(db, isOf('Top'));
  const [moved] = await query<{ id: string }>(db, sql`select id from categories where parent_id = ${one?.id ?? ''} limit 1`);
  let target = other?.id ?? '';
  const moving = await time(async () => {
    await moveCategory({ db }, moved?.id ?? '', { parent: target });
    target = target === other?.id ? (one?.id ?? '') : (other?.id ?? '');
  });
  figures.push({ list: 'moving a branch', total: tree.count(tree.findBranches([moved?.id ?? ''])), ...moving });
  for (const it of figures.slice(-2)) console.log(`${name}, ${it.list}: ${it.median.toFixed(1)} ms, slowest ${it.slowest.toFixed(1)} ms`);
  return figures;
}

const format = (milliseconds: number | undefined) => (milliseconds === undefined ? '' : `${milliseconds.toFixed(1)} ms`);
const columns: Record<string, Figure[]> = {};

if (DATABASES.includes('pglite')) {
  for (const further of [false, true]) {
    const { db, close } = await openEmbedded({ memory: true });
    await insertCatalog(db, COUNT, plantTree(further));
    const title = `PGlite${further ? ', several categories' : ''}`;
    columns[title] = await measure(db, title);
    await close();
  }
}
if (DATABASES.includes('postgres')) {
  const postgres = await startPostgres(['-c', 'shared_buffers=512MB']);
  try {
    for (const further of [false, true]) {
      const database = further ? 'several' : 'one';
      await postgres.run(`create database ${database}`);
      await insertIntoPostgres(postgres.urlOf(database), COUNT, plantTree(further));
      const { db, close } = await openServer(postgres.urlOf(database), console, 4);
      const title = `PostgreSQL${further ? ', several categories' : ''}`;
      columns[title] = await measure(db, title);
      await close();
    }
  } finally {
    await postgres.stop();
  }
}

if (COUNT === FULL_COUNT) {
  const lists = Object.values(columns).at(-1) ?? [];
  writeSection({
    title: 'Lists of branches of categories',
    command: 'npm run bench -- categories',
    method: `${COUNT} products in a tree of 125 categories, in two columns each three of ten in one to three further categories. The slowest of four orders, median of ${ROUNDS}, with total and filters.`,
    rows: [
      ['list', 'products', ...Object.keys(columns)],
      ...lists.map(({ list, total }, index) => [
        list,
        String(total),
        ...Object.values(columns).map((column) => format(column[index]?.median)),
      ]),
    ],
  });
}
