/**
 * Filters and searches, 5,000 different ones in turn, none of them kept: beside Fastify with the one bare SQL statement that each
 * needs, prepared. With 10,000 products and with a million. SECONDS=5 a figure, GOODS=10000,1000000.
 */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type autocannon from 'autocannon';
import pg from 'pg';
import { filterProducts } from '../src/server/catalog/listing/product-list.service.ts';
import { NO_FILTER } from '../src/server/catalog/search/facet-counts.ts';
import { openServer } from '../src/server/database/connect.ts';
import { uncached } from '../src/server/response-cache/memoize.ts';
import { startPostgres, type TestPostgres } from '../tests/support/postgres.ts';
import { makeDataDir, startShop } from '../tests/support/shop-process.ts';
import { type GeneratedProduct, generateProducts } from './catalog/generate.ts';
import { insertIntoPostgres } from './catalog/insert.ts';
import { measureLoad, startProcess } from './load.ts';
import { recordStatements } from './requests/baseline-statements.ts';
import { makeEdgeCaseRequests } from './requests/edge-cases.ts';
import { generateRequests, REQUEST_COUNT, toHttpRequest } from './requests/typical.ts';
import { writeSection } from './results.ts';

const seconds = Number(process.env.SECONDS ?? 5);
const CATALOG_SIZES = (process.env.GOODS ?? '10000,1000000').split(',').map(Number);
const SHARED_BUFFERS = '1GB';

/** Each three times, alone. Gives the slowest in milliseconds. */
async function measureSlowest(origin: string, requests: autocannon.Request[]): Promise<{ milliseconds: number; label: string }> {
  let slowest = { milliseconds: 0, label: '' };
  for (const { method = 'GET', path: url = '/', headers, body } of requests)
    for (let round = 0; round < 3; round += 1) {
      const startedAt = performance.now();
      const response = await fetch(origin + url, { method, headers: headers as Record<string, string>, body: body as string });
      await response.arrayBuffer();
      const milliseconds = performance.now() - startedAt;
      const label = `${url} ${body ?? ''}`.slice(0, 300);
      if (response.status !== 200) throw new Error(`${response.status} for ${label}`);
      if (milliseconds > slowest.milliseconds) slowest = { milliseconds, label };
    }
  return slowest;
}

async function measureCatalogSize(postgres: TestPostgres, count: number) {
  const name = `goods_${count}`;
  await postgres.run(`create database ${name}`);
  const url = postgres.urlOf(name);
  const insertSeconds = await insertIntoPostgres(url, count);
  console.log(`${count} products made in ${insertSeconds.toFixed(0)} s`);
  const { db, close } = await openServer(url, console, 1);
  const { facets } = await filterProducts({ db, payment: null, memoize: uncached }, { filter: NO_FILTER });
  await close();
  const products: GeneratedProduct[] = [];
  for (const product of generateProducts(count))
    if (products.length < 10_000) products.push(product);
    else break;
  const categories = facets.categories.map(({ _id }) => _id);
  const requests = generateRequests(categories, products);
  const dataDir = makeDataDir();
  const file = path.join(dataDir, 'script.json');
  const { script, sqlRequests } = await recordStatements(url, requests);
  writeFileSync(file, JSON.stringify(script));
  const baselineServer = await startProcess('baseline-sql.ts', [url, file]);
  const loadOptions = { seconds, connections: 50, warmUp: 5 };
  const paths = sqlRequests.map((_, n) => `/${n}`);
  const baseline = await measureLoad(baselineServer.origin, paths, loadOptions);
  baselineServer.stop();
  const shop = await startShop({ env: { DATABASE_URL: url, LOG_LEVEL: 'error', DEMO: 'off', CACHE_MB: '0' }, dataDir, keepData: true });
  const httpRequests = sqlRequests.map(toHttpRequest);
  const highLoad = await measureLoad(shop.origin, httpRequests, loadOptions);
  const lowLoad = await measureLoad(shop.origin, httpRequests, { ...loadOptions, connections: 10 });
  const slowest = await measureSlowest(shop.origin, makeEdgeCaseRequests(categories, count));
  console.log(`the slowest of all odd ones: ${slowest.milliseconds.toFixed(0)} ms, ${slowest.label}`);
  await shop.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return { count, filled: insertSeconds, bare: baseline, busy: highLoad, calm: lowLoad, slowest };
}

/** Whether the machine gives PostgreSQL its buffers in large pages (vm.nr_hugepages): `on` or `off`. */
async function readHugePages(url: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ huge_pages_status: string }>('show huge_pages_status');
  await client.end();
  return rows[0]?.huge_pages_status ?? 'unknown';
}

const postgres = await startPostgres(['-c', `shared_buffers=${SHARED_BUFFERS}`]);
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
  for (const size of CATALOG_SIZES) {
    const {
      count,
      filled: insertSeconds,
      bare: baseline,
      busy: highLoad,
      calm: lowLoad,
      slowest,
    } = await measureCatalogSize(postgres, size);
    rows.push([
      `${count.toLocaleString('en')} products (goal 0.70)`,
      highLoad.rate.toFixed(0),
      baseline.rate.toFixed(0),
      (highLoad.rate / baseline.rate).toFixed(2),
      highLoad.p99.toFixed(0),
      lowLoad.p99.toFixed(0),
      String(highLoad.failed + lowLoad.failed + baseline.failed),
      slowest.milliseconds.toFixed(0),
      insertSeconds.toFixed(0),
    ]);
    console.log(rows.at(-1)?.join('   '));
  }
  if (!process.env.GOODS) {
    const [small, big] = rows.slice(1).map((row) => Number(row[1]));
    rows.push([`a million beside 10,000 (goal 0.33)`, '', '', (Number(big) / Number(small)).toFixed(2), '', '', '', '', '']);
    writeSection({
      title: 'Filters and searches',
      command: 'npm run bench -- requests',
      method: `${REQUEST_COUNT} different requests in turn, each connection its own part of them, nothing kept (CACHE_MB=0), ${seconds} s a figure after 5 s to warm up: half are filters (up to three of 50 categories, mostly a price range, any order, pages 1 to 5), a quarter filter-products with two or three words of a product's name, a quarter product/search with such. Beside them one statement that goes from what was typed to what is shown, prepared, in a Fastify that does nothing else, with as many connections; the shop remembers what each single word asks, the statement works it out. PostgreSQL 18 with ${SHARED_BUFFERS} of shared buffers (huge pages ${hugePages}), one server process, load, shop and database on the same machine.`,
      rows,
    });
  }
} finally {
  await postgres.stop();
}
