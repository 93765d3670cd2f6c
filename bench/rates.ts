/**
 * Answers a second of what is kept ready, each beside a bare `node:http` that sends the same bytes, in turn and in the same run; the
 * first answer after a start; the memory after it all. Seconds a figure: SECONDS=5, turns: TURNS=3, only one place: PLACE=embedded.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { listProducts, readProduct } from '../src/contract/product.ts';
import { type ShopProcess, startShop } from '../tests/shop-process.ts';
import { fillCatalogue } from './catalogue/fill.ts';
import { makeGoods } from './catalogue/make.ts';
import { type Measured, measure, startBeside } from './load.ts';
import { embedded, type Place, server } from './places.ts';
import { writePart } from './results.ts';

const seconds = Number(process.env.SECONDS ?? 5);
const TURNS = Number(process.env.TURNS ?? 3);
const CONNECTIONS = 50;
const GOODS = 10_000;
const IN_TURN = 1000;
/** Megabytes; the embedded database lives inside the process, and is not held to it. */
const MEMORY_GOAL = 350;
const home = mkdtempSync(path.join(os.tmpdir(), 'shop-bench-'));

interface Work {
  name: string;
  /** The least part of what the bare server does. */
  goal: number;
  paths: string[];
}

/** What node:http puts there by itself. */
const ITS_OWN = new Set(['date', 'connection', 'keep-alive']);

/** The same bytes on the line, headers too: they are a quarter of the work. */
async function startBare(answer: Response) {
  const file = path.join(home, 'answer');
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  writeFileSync(`${file}.json`, JSON.stringify(Object.fromEntries([...answer.headers].filter(([name]) => !ITS_OWN.has(name)))));
  return startBeside('bare.ts', [file]);
}

/** The middle turn: what else the machine is at now and then doesn't count. */
function together(measured: Measured[]): Measured {
  const sorted = measured.toSorted((a, b) => a.rate - b.rate);
  const rate = sorted[Math.floor(sorted.length / 2)]?.rate ?? 0;
  return { rate, p99: Math.max(...measured.map((it) => it.p99)), failed: measured.reduce((sum, it) => sum + it.failed, 0) };
}

async function compare(shop: ShopProcess, { name, goal, paths }: Work, place: string): Promise<string[]> {
  // As the load asks: not packed.
  const bare = await startBare(await fetch(shop.origin + paths[0], { headers: { 'accept-encoding': 'identity' } }));
  const load = (origin: string) => measure(origin, paths, { seconds, connections: CONNECTIONS });
  const [ours, theirs]: [Measured[], Measured[]] = [[], []];
  await load(shop.origin);
  for (let turn = 0; turn < TURNS; turn += 1) {
    ours.push(await load(shop.origin));
    theirs.push(await load(bare.origin));
  }
  bare.stop();
  const [mine, bareOne] = [together(ours), together(theirs)];
  const ratio = (mine.rate / bareOne.rate).toFixed(2);
  return [
    `${name}, ${place}`,
    mine.rate.toFixed(0),
    bareOne.rate.toFixed(0),
    ratio,
    goal.toFixed(2),
    mine.p99.toFixed(0),
    `${mine.failed}`,
  ];
}

/** Seconds until the home page is there. */
async function timeStart(open: () => Promise<ShopProcess>): Promise<{ shop: ShopProcess; took: number }> {
  const began = performance.now();
  const shop = await open();
  const { status } = await fetch(shop.origin);
  if (status !== 200) throw new Error(`the home page answered ${status}`);
  return { shop, took: (performance.now() - began) / 1000 };
}

const memoryOf = ({ process: { pid } }: ShopProcess) =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;

async function measurePlace(place: Place, startGoal: number): Promise<string[][]> {
  const opened = await place.open();
  await fillCatalogue(opened.db, GOODS);
  const slugs = [...makeGoods(GOODS)].map(({ slug }) => slug);
  await opened.close();
  const open = () => startShop({ env: { LOG_LEVEL: 'error', ...place.env, DEMO: 'off' }, dataDir: place.dataDir, keepData: true });
  // The first one makes the admin, and the pages where they aren't built.
  await (await open()).stop();
  const { shop, took } = await timeStart(open);
  const addressOf = (slug: string) => readProduct.path.replace('{slug}', slug);
  const works: Work[] = [
    { name: 'get-products, page 1', goal: 0.8, paths: [listProducts.path] },
    { name: `single-product, ${IN_TURN} in turn`, goal: 0.7, paths: slugs.slice(0, IN_TURN).map(addressOf) },
    { name: 'home page', goal: 0.8, paths: ['/'] },
  ];
  const rows: string[][] = [];
  for (const work of works) {
    rows.push(await compare(shop, work, place.name));
    console.log(rows.at(-1)?.join('   '));
  }
  // Far more pages than are kept: each is made, takes its place and loses it.
  const pages = slugs.map((slug) => `/product/${slug}`);
  const many = await measure(shop.origin, pages, { seconds: 2 * seconds, connections: CONNECTIONS });
  rows.push([`product pages, ${GOODS} in turn, ${place.name}`, many.rate.toFixed(0), '', '', '', many.p99.toFixed(0), `${many.failed}`]);
  const memory = memoryOf(shop);
  rows.push([`first page after a start, ${place.name}`, `${took.toFixed(2)} s`, '', '', `${startGoal} s`, '', '']);
  rows.push([
    `memory after it all, ${place.name}`,
    `${memory.toFixed(0)} MB`,
    '',
    '',
    place.name === 'embedded' ? '' : `${MEMORY_GOAL} MB`,
    '',
    '',
  ]);
  for (const row of rows.slice(-3)) console.log(row.join('   '));
  await shop.stop();
  await place.end();
  return rows;
}

/** Seconds from the start of the process to its first page. */
const places = { server: { open: server, startGoal: 1 }, embedded: { open: embedded, startGoal: 3 } };
const only = process.env.PLACE;
const rows = [['answers a second', 'shop', 'bare', 'ratio', 'goal', 'p99 ms', 'failed']];
console.log(rows[0]?.join('   '));
for (const [name, { open, startGoal }] of Object.entries(places)) {
  if (!only || only === name) rows.push(...(await measurePlace(await open(), startGoal)));
}
rmSync(home, { recursive: true, force: true });
if (!only) {
  writePart({
    title: 'Kept answers',
    command: 'npm run bench',
    how: `One server process, ${GOODS} products, ${CONNECTIONS} connections, ${TURNS} turns of ${seconds} s each, shop and bare one after the other, the median of the turns; load, shop and database share the machine. Bare is node:http in a process of its own that sends the same bytes, headers and body; with two headers only it would answer about a fifth more. 'first page' is from the start of the process on existing data to the first 200 of \`/\`; 'memory' is what the server process holds in the end.`,
    rows,
  });
}
