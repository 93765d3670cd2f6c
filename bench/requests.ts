/**
 * Filters and searches, 5,000 different ones in turn, uncached; the baseline is Fastify that runs one prepared statement for each.
 * SECONDS=5 per figure, PRODUCTS=10000,1000000 (with another value nothing is written to results.md).
 */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type autocannon from 'autocannon';
import pg from 'pg';
import { uncached } from '../src/server/platform/cache/open-response-cache.ts';
import { openServer } from '../src/server/platform/database/connect.ts';
import { filterProducts } from '../src/server/shop/catalog/listing/product-list.service.ts';
import { NO_FILTER } from '../src/server/shop/catalog/search/facet-counts.ts';
import { startPostgres, type TestPostgres } from '../tests/support/postgres.ts';
import { makeDataDir, startShop } from '../tests/support/shop-process.ts';
import { type GeneratedProduct, generateProducts } from './catalog/generate.ts';
import { insertIntoPostgres } from './catalog/insert.ts';
import { measureLoad, startProcess } from './load.ts';
import { recordStatements } from './requests/baseline-statements.ts';
import { makeEdgeCaseRequests, makeNearMatchRequests } from './requests/edge-cases.ts';
import { measureAfterChange, measureAnyRanges, SLOW_PATHS_GOAL_MS } from './requests/slow-paths.ts';
import { generateRequests, REQUEST_COUNT, toHttpRequest } from './requests/typical.ts';
import { writeSection } from './results.ts';

const seconds = Number(process.env.SECONDS ?? 5);
const CATALOG_SIZES = (process.env.PRODUCTS ?? '10000,1000000').split(',').map(Number);
const SHARED_BUFFERS = '1GB';

/** Sends each request three times, one at a time. */
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
  const name = `products_${count}`;
  await postgres.run(`create database ${name}`);
  const url = postgres.urlOf(name);
  const insertSeconds = await insertIntoPostgres(url, count);
  console.log(`${count} products inserted in ${insertSeconds.toFixed(0)} s`);
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
  console.log(`the slowest edge case: ${slowest.milliseconds.toFixed(0)} ms, ${slowest.label}`);
  const slowestNear = await measureSlowest(shop.origin, makeNearMatchRequests());
  console.log(`the slowest near match: ${slowestNear.milliseconds.toFixed(0)} ms, ${slowestNear.label}`);
  const oddRange = await measureAnyRanges(shop.origin);
  const afterChange = await measureAfterChange(url, shop.origin);
  await shop.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return { count, insertSeconds, baseline, highLoad, lowLoad, slowest, slowestNear, oddRange, afterChange };
}

/** `on` or `off`: whether the kernel gives PostgreSQL its shared buffers in huge pages (vm.nr_hugepages). */
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
      'filters and searches/s',
      'shop',
      'baseline',
      'ratio',
      'p99 ms, 50 connections',
      'p99 ms, 10 connections',
      'failed',
      'slowest edge case, ms',
      'slowest near match, ms (goal 50)',
      `any price range, ms (goal ${SLOW_PATHS_GOAL_MS})`,
      `first request after a change, ms (goal ${SLOW_PATHS_GOAL_MS})`,
      'insert time, s',
    ],
  ];
  for (const size of CATALOG_SIZES) {
    const { count, insertSeconds, baseline, highLoad, lowLoad, slowest, slowestNear, oddRange, afterChange } = await measureCatalogSize(
      postgres,
      size,
    );
    rows.push([
      `${count.toLocaleString('en')} products (goal 0.70)`,
      highLoad.rate.toFixed(0),
      baseline.rate.toFixed(0),
      (highLoad.rate / baseline.rate).toFixed(2),
      highLoad.p99.toFixed(0),
      lowLoad.p99.toFixed(0),
      String(highLoad.failed + lowLoad.failed + baseline.failed),
      slowest.milliseconds.toFixed(0),
      slowestNear.milliseconds.toFixed(0),
      oddRange.toFixed(1),
      `${afterChange.milliseconds.toFixed(1)} (${afterChange.label})`,
      insertSeconds.toFixed(0),
    ]);
    console.log(rows.at(-1)?.join('   '));
  }
  if (!process.env.PRODUCTS) {
    const [small, big] = rows.slice(1).map((row) => Number(row[1]));
    rows.push([
      'a million compared with 10,000 (goal 0.33)',
      '',
      '',
      (Number(big) / Number(small)).toFixed(2),
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
    ]);
    writeSection({
      title: 'Filters and searches',
      command: 'npm run bench -- requests',
      method: `${REQUEST_COUNT} different requests in turn, each connection its own part of them, uncached (CACHE_MB=0), ${seconds} s per figure after 5 s of warm-up: half are filters (up to three of 50 categories, mostly a price range, any order, pages 1 to 5), a quarter filter-products with two or three words of a product's name, a quarter product/search with such. The baseline runs one prepared statement for each, from what was typed to what is shown, in a Fastify that does nothing else, with as many connections; the shop memoizes the search term of each word, the statement computes it. PostgreSQL 18 with ${SHARED_BUFFERS} of shared buffers (huge pages ${hugePages}), one server process, load generator, shop and database on the same machine. Any price range: the median of 200 filters by ranges that the shop doesn't offer, one at a time. First request after a change: the slowest kind of request, the median of nine times right after a product's price was changed.`,
      rows,
    });
  }
} finally {
  await postgres.stop();
}
