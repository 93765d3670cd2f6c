/**
 * Filters and searches, 5,000 different ones in turn, none of them kept: beside Fastify with the one bare SQL statement that each
 * needs, prepared. With 10,000 products and with a million. SECONDS=5 a figure, GOODS=10000,1000000.
 */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type autocannon from 'autocannon';
import pg from 'pg';
import * as catalogue from '../src/server/catalog/product/catalog.service.ts';
import { NO_FILTER } from '../src/server/catalog/search/facet-counts.ts';
import { openServer } from '../src/server/database/connect.ts';
import { uncached } from '../src/server/response-cache/memoize.ts';
import { startPostgres, type TestPostgres } from '../tests/postgres.ts';
import { makeDataDir, startShop } from '../tests/shop-process.ts';
import { fillServer } from './catalogue/fill.ts';
import { type Good, makeGoods } from './catalogue/make.ts';
import { measure, startBeside } from './load.ts';
import { makeRequests, REQUESTS, toHttp } from './requests/asked.ts';
import { oddRequests } from './requests/odd.ts';
import { scriptOf } from './requests/script.ts';
import { writePart } from './results.ts';

const seconds = Number(process.env.SECONDS ?? 5);
const SIZES = (process.env.GOODS ?? '10000,1000000').split(',').map(Number);
const MEMORY = '1GB';

/** Each three times, alone. Gives the slowest in milliseconds. */
async function slowestOf(origin: string, asked: autocannon.Request[]): Promise<{ took: number; what: string }> {
  let slowest = { took: 0, what: '' };
  for (const { method = 'GET', path: address = '/', headers, body } of asked)
    for (let turn = 0; turn < 3; turn += 1) {
      const began = performance.now();
      const answer = await fetch(origin + address, { method, headers: headers as Record<string, string>, body: body as string });
      await answer.arrayBuffer();
      const took = performance.now() - began;
      const what = `${address} ${body ?? ''}`.slice(0, 300);
      if (answer.status !== 200) throw new Error(`${answer.status} for ${what}`);
      if (took > slowest.took) slowest = { took, what };
    }
  return slowest;
}

async function measureAt(postgres: TestPostgres, count: number) {
  const name = `goods_${count}`;
  await postgres.run(`create database ${name}`);
  const url = postgres.urlOf(name);
  const filled = await fillServer(url, count);
  console.log(`${count} products made in ${filled.toFixed(0)} s`);
  const { db, close } = await openServer(url, console, 1);
  const { facets } = await catalogue.filterProducts({ db, payment: null, memoize: uncached }, { filter: NO_FILTER });
  await close();
  const goods: Good[] = [];
  for (const good of makeGoods(count))
    if (goods.length < 10_000) goods.push(good);
    else break;
  const categories = facets.categories.map(({ _id }) => _id);
  const requests = makeRequests(categories, goods);
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
  const slowest = await slowestOf(shop.origin, oddRequests(categories, count));
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
