/** Pages rendered for every request, without a cache; the baseline is React's renderToString of the same tree. SECONDS=5 per figure. */
import type autocannon from 'autocannon';
import { startPostgres } from '../tests/support/postgres.ts';
import { startShop } from '../tests/support/shop-process.ts';
import { insertIntoPostgres } from './catalog/insert.ts';
import { measureLoad, startProcess } from './load.ts';
import { writeSection } from './results.ts';

const seconds = Number(process.env.SECONDS ?? 5);
const PRODUCT_COUNT = 10_000;

/** More than the number of concurrent requests. */
const LIST_PAGES = 40;

/** Each request is for the next page of the list: concurrent requests for the same page would share one response. */
function measurePage(origin: string, pagePath: string) {
  let sequence = 0;
  const setupRequest = (request: autocannon.Request) => {
    sequence += 1;
    return { ...request, path: `${pagePath}${pagePath.includes('?') ? '&' : '?'}page=${1 + (sequence % LIST_PAGES)}` };
  };
  return measureLoad(origin, [{ method: 'GET', path: pagePath, setupRequest }], { seconds, connections: 10, warmUp: 3 });
}

const postgres = await startPostgres();
await postgres.run('create database shop');
const url = postgres.urlOf('shop');
await insertIntoPostgres(url, PRODUCT_COUNT);
const shop = await startShop({ env: { DATABASE_URL: url, LOG_LEVEL: 'error', DEMO: 'off', CACHE_MB: '0' } });
try {
  const rows = [['pages/s, uncached (goal: home 300)', 'shop', 'renderToString', 'ratio', 'p99 ms', 'failed']];
  for (const [name, pagePath] of [
    ['home page', '/'],
    ['search', '/searched/products?keyword=lamp'],
  ] as const) {
    const result = await measurePage(shop.origin, pagePath);
    const baselineServer = await startProcess('../build/server/baseline-render.js', [shop.origin, pagePath]);
    const baselineResult = await measurePage(baselineServer.origin, '/');
    baselineServer.stop();
    rows.push([
      name,
      result.rate.toFixed(0),
      baselineResult.rate.toFixed(0),
      (result.rate / baselineResult.rate).toFixed(2),
      result.p99.toFixed(0),
      String(result.failed + baselineResult.failed),
    ]);
    console.log(rows.at(-1)?.join('   '));
  }
  writeSection({
    title: 'Rendering',
    command: 'npm run bench -- render',
    method: `PostgreSQL, ${PRODUCT_COUNT} products, 10 connections, ${seconds} s per figure, CACHE_MB=0: every page queries the database and is rendered. The baseline is a node:http server that does nothing but renderToString of the same tree, its data in memory.`,
    rows,
  });
} finally {
  await shop.stop();
  await postgres.stop();
}
