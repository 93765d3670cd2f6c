/**
 * Answers a second of what is kept ready, each beside a bare `node:http` that sends the same bytes, in turn and in the same run; the
 * first answer after a start; the memory after it all. Seconds a figure: SECONDS=5, turns: TURNS=3, only one place: PLACE=embedded.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { listProducts, readProduct } from '../src/contract/product.ts';
import { type ShopProcess, startShop } from '../tests/support/shop-process.ts';
import { generateProducts } from './catalog/generate.ts';
import { insertCatalog } from './catalog/insert.ts';
import { createEmbeddedTarget, createPostgresTarget, type DatabaseTarget } from './databases.ts';
import { type LoadResult, measureLoad, startProcess } from './load.ts';
import { writeSection } from './results.ts';

const seconds = Number(process.env.SECONDS ?? 5);
const ROUNDS = Number(process.env.TURNS ?? 3);
const CONNECTIONS = 50;
const PRODUCT_COUNT = 10_000;
const ROTATING_PRODUCTS = 1000;
/** Megabytes; the embedded database lives inside the process, and is not held to it. */
const MEMORY_GOAL_MB = 350;
const tempDir = mkdtempSync(path.join(os.tmpdir(), 'shop-bench-'));

interface Scenario {
  name: string;
  /** The least part of what the bare server does. */
  goal: number;
  paths: string[];
}

/** What node:http puts there by itself. */
const NODE_HEADERS = new Set(['date', 'connection', 'keep-alive']);

/** The same bytes on the line, headers too: they are a quarter of the work. */
async function startBaseline(response: Response) {
  const file = path.join(tempDir, 'answer');
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  writeFileSync(`${file}.json`, JSON.stringify(Object.fromEntries([...response.headers].filter(([name]) => !NODE_HEADERS.has(name)))));
  return startProcess('baseline.ts', [file]);
}

/** The middle turn: what else the machine is at now and then doesn't count. */
function combineRounds(results: LoadResult[]): LoadResult {
  const sorted = results.toSorted((a, b) => a.rate - b.rate);
  const rate = sorted[Math.floor(sorted.length / 2)]?.rate ?? 0;
  return { rate, p99: Math.max(...results.map((it) => it.p99)), failed: results.reduce((sum, it) => sum + it.failed, 0) };
}

async function compareWithBaseline(shop: ShopProcess, { name, goal, paths }: Scenario, target: string): Promise<string[]> {
  // As the load asks: not packed.
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

/** Seconds until the home page is there. */
async function measureStartup(open: () => Promise<ShopProcess>): Promise<{ shop: ShopProcess; startupSeconds: number }> {
  const startedAt = performance.now();
  const shop = await open();
  const { status } = await fetch(shop.origin);
  if (status !== 200) throw new Error(`the home page answered ${status}`);
  return { shop, startupSeconds: (performance.now() - startedAt) / 1000 };
}

const readMemoryMb = ({ process: { pid } }: ShopProcess) =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;

async function measureTarget(target: DatabaseTarget, startGoal: number): Promise<string[][]> {
  const connection = await target.connect();
  await insertCatalog(connection.db, PRODUCT_COUNT);
  const slugs = [...generateProducts(PRODUCT_COUNT)].map(({ slug }) => slug);
  await connection.close();
  const open = () => startShop({ env: { LOG_LEVEL: 'error', ...target.env, DEMO: 'off' }, dataDir: target.dataDir, keepData: true });
  // The first one makes the admin, and the pages where they aren't built.
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
  // Far more pages than are kept: each is made, takes its place and loses it.
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
    `memory after it all, ${target.name}`,
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

/** Seconds from the start of the process to its first page. */
const targets = { server: { open: createPostgresTarget, startGoal: 1 }, embedded: { open: createEmbeddedTarget, startGoal: 3 } };
const onlyTarget = process.env.PLACE;
const rows = [['answers a second', 'shop', 'bare', 'ratio', 'goal', 'p99 ms', 'failed']];
console.log(rows[0]?.join('   '));
for (const [name, { open, startGoal }] of Object.entries(targets)) {
  if (!onlyTarget || onlyTarget === name) rows.push(...(await measureTarget(await open(), startGoal)));
}
rmSync(tempDir, { recursive: true, force: true });
if (!onlyTarget) {
  writeSection({
    title: 'Kept answers',
    command: 'npm run bench',
    method: `One server process, ${PRODUCT_COUNT} products, ${CONNECTIONS} connections, ${ROUNDS} turns of ${seconds} s each, shop and bare one after the other, the median of the turns; load, shop and database share the machine. Bare is node:http in a process of its own that sends the same bytes, headers and body; with two headers only it would answer about a fifth more. 'first page' is from the start of the process on existing data to the first 200 of \`/\`; 'memory' is what the server process holds in the end.`,
    rows,
  });
}
