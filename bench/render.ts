/** The home page rendered anew for every request, beside React's own renderToString of the same tree. SECONDS=5 a figure. */
import path from 'node:path';
import type autocannon from 'autocannon';
import { startPostgres } from '../tests/postgres.ts';
import { startShop } from '../tests/shop-process.ts';
import { fillServer } from './catalogue/fill.ts';
import { measure, startBeside } from './load.ts';
import { writePart } from './results.ts';

const seconds = Number(process.env.SECONDS ?? 5);
const GOODS = 10_000;

/** Each time another address of the same page, so that no two requests share an answer. */
function load(origin: string, at: string) {
  let turn = 0;
  const setupRequest = (request: autocannon.Request) => {
    turn += 1;
    return { ...request, path: `${at}${at.includes('?') ? '&' : '?'}turn=${turn}` };
  };
  return measure(origin, [{ method: 'GET', path: at, setupRequest }], { seconds, connections: 10, warmUp: 3 });
}

const postgres = await startPostgres();
await postgres.run('create database shop');
const url = postgres.urlOf('shop');
await fillServer(url, GOODS);
const shop = await startShop({ env: { DATABASE_URL: url, LOG_LEVEL: 'error', DEMO: 'off', KEPT_MB: '0' } });
try {
  const rows = [['pages a second, nothing kept (goal 0.4)', 'shop', 'renderToString', 'ratio', 'p99 ms', 'failed']];
  for (const [name, at] of [
    ['home page', '/'],
    ['search', '/searched/products?keyword=lamp'],
  ] as const) {
    const measured = await load(shop.origin, at);
    const build = path.join(import.meta.dirname, '../build');
    const bare = await startBeside('bare-render.ts', [build, shop.origin, at]);
    const reference = await load(bare.origin, '/');
    bare.stop();
    rows.push([
      name,
      measured.rate.toFixed(0),
      reference.rate.toFixed(0),
      (measured.rate / reference.rate).toFixed(2),
      measured.p99.toFixed(0),
      String(measured.failed + reference.failed),
    ]);
    console.log(rows.at(-1)?.join('   '));
  }
  writePart({
    title: 'Rendering',
    command: 'npm run bench -- render',
    how: `PostgreSQL, ${GOODS} products, 10 connections, ${seconds} s a figure, KEPT_MB=0: every page asks the database and is rendered anew. Beside it a node:http server that does nothing but renderToString of the same tree, its data in memory.`,
    rows,
  });
} finally {
  await shop.stop();
  await postgres.stop();
}
