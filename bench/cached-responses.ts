/**
 * Requests per second of cached responses, each compared with a baseline: a `node:http` server that sends the same bytes, measured in
 * the same run by turns; then the time to the first page after a start, and memory.
 * SECONDS=5 per figure, ROUNDS=3, TARGET=embedded (or server) for one database only; then nothing is written to results.md.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { listProducts, readProduct } from '../src/contract/product.ts';
import { SECOND } from '../src/contract/values.ts';
import { type ShopProcess, startShop } from '../tests/support/shop-process.ts';
import { generateProducts } from './catalog/generate.ts';
import { insertCatalog } from './catalog/insert.ts';
import { createEmbeddedTarget, createPostgresTarget, type DatabaseTarget } from './databases.ts';
import { type LoadResult, measureLoad, startProcess } from './load.ts';
import { writeSection } from './results.ts';

const seconds = Number(process.env.SECONDS ?? 5);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const CONNECTIONS = 50;
const PRODUCT_COUNT = 10_000;
const ROTATING_PRODUCTS = 1000;
/** On PostgreSQL only: the embedded database runs inside the process and takes memory of its own. */
const MEMORY_GOAL_MB = 350;
const tempDir = mkdtempSync(path.join(os.tmpdir(), 'shop-bench-'));

interface Scenario {
  name: string;
  /** Minimum ratio to the baseline. */
  goal: number;
  paths: string[];
}

/** Node adds these by itself. */
const NODE_HEADERS = new Set(['date', 'connection', 'keep-alive']);

/** Sends the same headers too: they are a quarter of the work. */
async function startBaseline(response: Response) {
  const file = path.join(tempDir, 'answer');
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  writeFileSync(`${file}.json`, JSON.stringify(Object.fromEntries([...response.headers].filter(([name]) => !NODE_HEADERS.has(name)))));
  return startProcess('baseline.ts', [file]);
}

/** The median round, so that a short disturbance of the machine doesn't count. */
function combineRounds(results: LoadResult[]): LoadResult {
  const sorted = results.toSorted((a, b) => a.rate - b.rate);
  const rate = sorted[Math.floor(sorted.length / 2)]?.rate ?? 0;
  return { rate, p99: Math.max(...results.map((it) => it.p99)), failed: results.reduce((sum, it) => sum + it.failed, 0) };
}

async function compareWithBaseline(shop: ShopProcess, { name, goal, paths }: Scenario, target: string): Promise<string[]> {
  // Uncompressed, as the load generator requests it.
  const baseline = await startBaseline(await fetch(shop.origin + paths[0], { headers: { 'accept-encoding': 'identity' } }));
  const load = (origin: string) => measureLoad(origin, paths, { seconds, connections: CONNECTIONS });
  const [shopResults, baselineResults]: [LoadResult[], LoadResult[]] = [[], []];
  await load(shop.origin);
  for (let round = 0; round < ROUNDS; round += 1) {
    shopResults.push(await load(shop.origin));
    baselineResults.push(await load(baseline.origin));
  }
  baseline.stop();
  const [shopResult, baselineResult] = [combineRounds(shopResults), combineRounds(baselineResults)];
  const ratio = (shopResult.rate / baselineResult.rate).toFixed(2);
  return [
    `${name}, ${target}`,
    shopResult.rate.toFixed(0),
    baselineResult.rate.toFixed(0),
    ratio,
    goal.toFixed(2),
    shopResult.p99.toFixed(0),
    `${shopResult.failed}`,
  ];
}

/** From the start of the process to the first response of the home page. */
async function measureStartup(open: () => Promise<ShopProcess>): Promise<{ shop: ShopProcess; startupSeconds: number }> {
  const startedAt = performance.now();
  const shop = await open();
  const { status } = await fetch(shop.origin);
  if (status !== 200) throw new Error(`the home page answered ${status}`);
  return { shop, startupSeconds: (performance.now() - startedAt) / SECOND };
}

const readMemoryMb = ({ process: { pid } }: ShopProcess) =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;

async function measureTarget(target: DatabaseTarget, startGoal: number): Promise<string[][]> {
  const connection = await target.connect();
  await insertCatalog(connection.db, PRODUCT_COUNT);
  const slugs = [...generateProducts(PRODUCT_COUNT)].map(({ slug }) => slug);
  await connection.close();
  const open = () => startShop({ env: { LOG_LEVEL: 'error', ...target.env, DEMO: 'off' }, dataDir: target.dataDir, keepData: true });
  // The first start creates the admin, and builds the shop if needed.
  await (await open()).stop();
  const { shop, startupSeconds } = await measureStartup(open);
  const productUrl = (slug: string) => readProduct.path.replace('{slug}', slug);
  const scenarios: Scenario[] = [
    { name: 'get-products, page 1', goal: 0.8, paths: [listProducts.path] },
    { name: `single-product, ${ROTATING_PRODUCTS} in turn`, goal: 0.7, paths: slugs.slice(0, ROTATING_PRODUCTS).map(productUrl) },
    { name: 'home page', goal: 0.8, paths: ['/'] },
  ];
  const rows: string[][] = [];
  for (const scenario of scenarios) {
    rows.push(await compareWithBaseline(shop, scenario, target.name));
    console.log(rows.at(-1)?.join('   '));
  }
  // Far more pages than fit in the cache: each is rendered, stored and evicted again.
  const pages = slugs.map((slug) => `/product/${slug}`);
  const productPageResult = await measureLoad(shop.origin, pages, { seconds: 2 * seconds, connections: CONNECTIONS });
  rows.push([
    `product pages, ${PRODUCT_COUNT} in turn, ${target.name}`,
    productPageResult.rate.toFixed(0),
    '',
    '',
    '',
    productPageResult.p99.toFixed(0),
    `${productPageResult.failed}`,
  ]);
  const memory = readMemoryMb(shop);
  rows.push([`first page after a start, ${target.name}`, `${startupSeconds.toFixed(2)} s`, '', '', `${startGoal} s`, '', '']);
  rows.push([
    `memory afterwards, ${target.name}`,
    `${memory.toFixed(0)} MB`,
    '',
    '',
    target.name === 'embedded' ? '' : `${MEMORY_GOAL_MB} MB`,
    '',
    '',
  ]);
  for (const row of rows.slice(-3)) console.log(row.join('   '));
  await shop.stop();
  await target.dispose();
  return rows;
}

/** `startGoal`: seconds from the start of the process to its first page. */
const targets = { server: { open: createPostgresTarget, startGoal: 1 }, embedded: { open: createEmbeddedTarget, startGoal: 3 } };
const onlyTarget = process.env.TARGET;
const rows = [['requests/s', 'shop', 'baseline', 'ratio', 'goal', 'p99 ms', 'failed']];
console.log(rows[0]?.join('   '));
for (const [name, { open, startGoal }] of Object.entries(targets)) {
  if (!onlyTarget || onlyTarget === name) rows.push(...(await measureTarget(await open(), startGoal)));
}
rmSync(tempDir, { recursive: true, force: true });
if (!onlyTarget) {
  writeSection({
    title: 'Cached responses',
    command: 'npm run bench',
    method: `One server process, ${PRODUCT_COUNT} products, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${seconds} s each, shop and baseline by turns, the median of the rounds; load generator, shop and database share the machine. The baseline is node:http in a process of its own that sends the same bytes, headers and body; with two headers only it would answer about a fifth more. 'first page' is from the start of the process on existing data to the first 200 of \`/\`; 'memory' is the resident memory of the server process at the end.`,
    rows,
  });
}
