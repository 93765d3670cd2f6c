/**
 * Filters and searches, 5,000 different ones in turn, none of them kept: beside Fastify with the one bare SQL statement that each
 * needs, prepared. With 10,000 products and with a million. SECONDS=5 a figure, GOODS=10000,1000000.
 */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type autocannon from 'autocannon';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { PAGE_SIZE } from '../src/contract/common.ts';
import { filterProducts, searchProducts } from '../src/contract/product.ts';
import { DEFAULT_SETTINGS } from '../src/contract/shop.ts';
import { type Database, openServer } from '../src/server/database/open.ts';
import { forgetful, type Remember } from '../src/server/kept/memory.ts';
import * as catalogue from '../src/server/product/catalogue.service.ts';
import { findHits } from '../src/server/product/search.repository.ts';
import { MOST_HITS, toTerms } from '../src/server/product/search.service.ts';
import { boundsOf, type CentsRange } from '../src/server/product/tally.ts';
import { startPostgres, type TestPostgres } from '../tests/postgres.ts';
import { makeDataDir, startShop } from '../tests/shop-process.ts';
import type { Script } from './bare-sql.ts';
import { fillServer } from './catalogue/fill.ts';
import { diceOf, type Good, makeGoods, pick } from './catalogue/make.ts';
import { measure, startBeside } from './load.ts';
import { writePart } from './results.ts';

const seconds = Number(process.env.SECONDS ?? 5);
const SIZES = (process.env.GOODS ?? '10000,1000000').split(',').map(Number);
const REQUESTS = 5000;
const MEMORY = '1GB';
const RANGES = DEFAULT_SETTINGS.priceRanges.map(([from, to]): CentsRange => [catalogue.toCents(from), catalogue.toCents(to)]);

interface Filter {
  checked: string[];
  radio: [] | [number, number];
  keyword?: string;
  sort: 'relevance' | 'newest' | 'price-up' | 'price-down' | 'name';
  page: number;
}

type Request = { filter: Filter } | { keyword: string };

/** Half are filters: up to three categories, most with a price, any order, one of the first pages. Half are two or three words of a name. */
function makeRequests(categories: string[], goods: Good[]): Request[] {
  const dice = diceOf(7);
  const seen = new Map<string, Request>();
  while (seen.size < REQUESTS) {
    const words = pick(goods, dice)
      .name.split(' ')
      .filter((word) => word.length > 2);
    const keyword = words.slice(-2 - Math.floor(dice() * 2)).join(' ');
    const filter: Filter = {
      checked: [...new Set(Array.from({ length: Math.floor(dice() * 4) }, () => pick(categories, dice)))],
      radio: dice() < 0.75 ? pick(DEFAULT_SETTINGS.priceRanges, dice) : [],
      sort: pick(['newest', 'price-up', 'price-down', 'name'] as const, dice),
      page: 1 + Math.floor(dice() * 5),
    };
    const kind = dice();
    const request =
      kind < 0.5
        ? { filter }
        : kind < 0.75
          ? { filter: { ...filter, checked: [], radio: [] as [], keyword, sort: 'relevance' as const, page: 1 } }
          : { keyword };
    seen.set(JSON.stringify(request), request);
  }
  return [...seen.values()];
}

/** As in a shop where nothing changes. */
function rememberForGood(): Remember {
  const known = new Map<string, Promise<unknown>>();
  return <T>(name: string, read: () => Promise<T>) => {
    if (!known.has(name)) known.set(name, read());
    return known.get(name) as Promise<T>;
  };
}

/** From the words to what they ask, in SQL alone: what the shop does with each term that it remembers. */
const fromWords = (terms: string[]) => sql`select
    string_agg('(' || term.anywhere::text || ')', ' & ') filter (where not is_filler or are_all)::tsquery as anywhere,
    string_agg('(' || term.named::text || ')', ' & ')::tsquery as named, string_agg('(' || term.whole::text || ')', ' & ')::tsquery as whole
  from (
    select it.*, bool_and(is_filler) over () as are_all from unnest(${sql.param(terms)}::text[]) with ordinality given(term, nr),
      search_term(given.term, nr = ${terms.length}, ${terms.length} = 1) it
  ) term`;

/**
 * The one statement that answers each, from what was typed to what is shown: what the shop asks its database, which is the longest
 * where it asks several. Without those that it needn't ask for: it knows that they find nothing.
 */
async function scriptOf(url: string, requests: Request[]): Promise<{ script: Script; needed: Request[] }> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  let asked: { text: string; values: unknown[] }[] = [];
  const ask = pool.query.bind(pool);
  pool.query = ((config: { text: string }, values?: unknown[]) => {
    asked.push({ values: values ?? [], ...config });
    return (ask as (...given: unknown[]) => unknown)(config, values);
  }) as typeof pool.query;
  const db = drizzle(pool) as unknown as Database;
  const remember = rememberForGood();
  const script: Script = { statements: [], requests: [] };
  const needed: Request[] = [];
  for (const request of requests) {
    asked = [];
    const keyword = 'filter' in request ? request.filter.keyword : request.keyword;
    if (keyword) {
      const limit = 'filter' in request ? PAGE_SIZE : 100;
      const bounds = 'filter' in request ? boundsOf(RANGES) : [];
      const window = { filter: catalogue.ALL, offset: 0, limit, sort: 'relevance' } as const;
      await findHits(db, fromWords(toTerms(keyword)), window, bounds, MOST_HITS);
    } else if ('filter' in request) {
      const { checked, radio, ...rest } = request.filter;
      const cents = radio.length ? ([catalogue.toCents(radio[0]), catalogue.toCents(radio[1])] as const) : null;
      await catalogue.filterProducts({ db, payment: null, remember }, { ...rest, filter: { categoryIds: checked, cents } });
    }
    const main = asked.toSorted((a, b) => b.text.length - a.text.length)[0];
    if (!main) continue;
    needed.push(request);
    let statement = script.statements.indexOf(main.text);
    if (statement < 0) statement = script.statements.push(main.text) - 1;
    script.requests.push({ statement, values: main.values });
  }
  await pool.end();
  return { script, needed };
}

/** Broad words, single letters, signs, far pages, ranges that nobody set: each three times, alone. Gives the slowest in milliseconds. */
async function slowestOf(origin: string, count: number): Promise<{ took: number; what: string }> {
  const words = [
    'year season edge cloth present coast month shelf',
    'made lasts years colour true seasons home friends',
    'tables chairs lamps beds',
  ];
  const keywords = [...words, 's', 'a', 'co', 'the', 'years', '%', '🪑', 'xyzzy', 'porcelian lampp', 'x'.repeat(100), 'a b c d e f g h'];
  const pages = [1, Math.ceil(count / 16), Math.ceil((3 * count) / 32), Math.ceil(count / 8)];
  const sorts = ['newest', 'price-up', 'price-down', 'name'] as const;
  const asked: object[] = [
    ...keywords.flatMap((keyword) => [
      { checked: [], radio: [], keyword },
      { checked: [], radio: [99, 199], keyword, sort: 'name', page: 1000 },
    ]),
    ...pages.flatMap((page) => sorts.map((sort) => ({ checked: [], radio: [], sort, page }))),
    ...sorts.map((sort) => ({ checked: [], radio: [12.34, 56.78], sort, page: 500 })),
  ];
  let slowest = { took: 0, what: '' };
  for (const body of asked) {
    for (let turn = 0; turn < 3; turn += 1) {
      const began = performance.now();
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const answer = await fetch(origin + filterProducts.path, init);
      await answer.arrayBuffer();
      const took = performance.now() - began;
      if (answer.status !== 200) throw new Error(`${answer.status} for ${init.body}`);
      if (took > slowest.took) slowest = { took, what: init.body };
    }
  }
  return slowest;
}

const toHttp = (request: Request): autocannon.Request =>
  'filter' in request
    ? { method: 'POST', path: filterProducts.path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(request.filter) }
    : { method: 'GET', path: searchProducts.path.replace('{keyword}', encodeURIComponent(request.keyword)) };

async function measureAt(postgres: TestPostgres, count: number) {
  const name = `goods_${count}`;
  await postgres.run(`create database ${name}`);
  const url = postgres.urlOf(name);
  const filled = await fillServer(url, count);
  console.log(`${count} products made in ${filled.toFixed(0)} s`);
  const { db, close } = await openServer(url, console, 1);
  const { facets } = await catalogue.filterProducts({ db, payment: null, remember: forgetful }, { filter: catalogue.ALL });
  await close();
  const goods: Good[] = [];
  for (const good of makeGoods(count))
    if (goods.length < 10_000) goods.push(good);
    else break;
  const requests = makeRequests(
    facets.categories.map(({ _id }) => _id),
    goods,
  );
  const dataDir = makeDataDir();
  const file = path.join(dataDir, 'script.json');
  const { script, needed } = await scriptOf(url, requests);
  writeFileSync(file, JSON.stringify(script));
  const reference = await startBeside('bare-sql.ts', [url, file]);
  const load = { seconds, connections: 50, warmUp: 5 };
  const numbers = needed.map((_, n) => `/${n}`);
  const bare = await measure(reference.origin, numbers, load);
  reference.stop();
  const shop = await startShop({ env: { DATABASE_URL: url, LOG_LEVEL: 'error', DEMO: 'off', KEPT_MB: '0' }, dataDir, keepData: true });
  const asked = needed.map(toHttp);
  const busy = await measure(shop.origin, asked, load);
  const calm = await measure(shop.origin, asked, { ...load, connections: 10 });
  const slowest = await slowestOf(shop.origin, count);
  console.log(`the slowest of all odd ones: ${slowest.took.toFixed(0)} ms, ${slowest.what}`);
  await shop.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return { count, filled, bare, busy, calm, slowest };
}

/** Whether the machine gives PostgreSQL its buffers in large pages (vm.nr_hugepages): `on` or `off`. */
async function readHugePages(url: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ huge_pages_status: string }>('show huge_pages_status');
  await client.end();
  return rows[0]?.huge_pages_status ?? 'unknown';
}

const postgres = await startPostgres(['-c', `shared_buffers=${MEMORY}`]);
const hugePages = await readHugePages(postgres.urlOf('postgres'));
try {
  const rows = [
    [
      'filters and searches a second',
      'shop',
      'bare SQL',
      'ratio',
      'p99 ms, 50 connections',
      'p99 ms, 10 connections',
      'failed',
      'slowest odd one, ms',
      'made in s',
    ],
  ];
  for (const size of SIZES) {
    const { count, filled, bare, busy, calm, slowest } = await measureAt(postgres, size);
    rows.push([
      `${count.toLocaleString('en')} products (goal 0.70)`,
      busy.rate.toFixed(0),
      bare.rate.toFixed(0),
      (busy.rate / bare.rate).toFixed(2),
      busy.p99.toFixed(0),
      calm.p99.toFixed(0),
      String(busy.failed + calm.failed + bare.failed),
      slowest.took.toFixed(0),
      filled.toFixed(0),
    ]);
    console.log(rows.at(-1)?.join('   '));
  }
  if (!process.env.GOODS) {
    const [small, big] = rows.slice(1).map((row) => Number(row[1]));
    rows.push([`a million beside 10,000 (goal 0.33)`, '', '', (Number(big) / Number(small)).toFixed(2), '', '', '', '', '']);
    writePart({
      title: 'Filters and searches',
      command: 'npm run bench -- requests',
      how: `${REQUESTS} different requests in turn, each connection its own part of them, nothing kept (KEPT_MB=0), ${seconds} s a figure after 5 s to warm up: half are filters (up to three of 50 categories, mostly a price range, any order, pages 1 to 5), a quarter filter-products with two or three words of a product's name, a quarter product/search with such. Beside them one statement that goes from what was typed to what is shown, prepared, in a Fastify that does nothing else, with as many connections; the shop remembers what each single word asks, the statement works it out. PostgreSQL 18 with ${MEMORY} of shared buffers (huge pages ${hugePages}), one server process, load, shop and database on the same machine.`,
      rows,
    });
  }
} finally {
  await postgres.stop();
}
