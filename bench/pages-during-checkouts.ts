/**
 * Cached pages and responses during checkouts, each compared with the same shop without checkouts; the last row with another process
 * that keeps one core busy. SECONDS=5 per figure, TARGET=embedded (or server) for one database only.
 */
import { listProducts, readProduct } from '../src/contract/product.ts';
import { searchProducts } from '../src/contract/product-search.ts';
import { startShop } from '../tests/support/shop-process.ts';
import { BUYERS_ENV, type Buyers, buySteadily, createBuyers } from './checkout-load.ts';
import { createEmbeddedTarget, createPostgresTarget, type DatabaseTarget } from './databases.ts';
import { type LoadResult, measureLoad, startProcess } from './load.ts';
import { writeSection } from './results.ts';

const seconds = Number(process.env.SECONDS ?? 5);
const onlyTarget = process.env.TARGET;
const WARM_UP_SECONDS = 3;
const MOST_CHECKOUTS = 100;

interface Situation {
  name: string;
  checkoutsPerSecond: number;
}

const SELLING: Situation[] = [5, 20, MOST_CHECKOUTS].map((rate) => ({ name: `${rate} checkouts/s`, checkoutsPerSecond: rate }));

/** Checkouts at this rate while `work` runs, and for a moment before. */
async function whileSelling<T>(origin: string, buyers: Buyers, rate: number, work: () => Promise<T>): Promise<T> {
  if (!rate) return work();
  const buying = buySteadily(origin, buyers, seconds + 2, rate);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const result = await work();
  const { completed, duration, failed } = await buying;
  console.log(`    ${(completed / duration).toFixed(0)} checkouts/s went through, ${failed} were refused`);
  return result;
}

async function measurePages(origin: string, buyers: Buyers, target: string): Promise<string[][]> {
  const response = await fetch(origin + listProducts.path);
  const { products } = (await response.json()) as { products: { slug: string }[] };
  const slug = products[0]?.slug ?? '';
  const pages = [
    ['home page', '/'],
    ['get-products', listProducts.path],
    ['product page', `/product/${slug}`],
    ['single-product', readProduct.path.replace('{slug}', slug)],
    ['search', searchProducts.path.replace('{keyword}', 'lamp')],
  ] as const;
  const rows: string[][] = [];
  const measure = (path: string, rate: number) => whileSelling(origin, buyers, rate, () => measureLoad(origin, [path], { seconds }));
  const addRow = (name: string, selling: LoadResult, quiet: LoadResult) => {
    const ratio = (selling.rate / quiet.rate).toFixed(2);
    rows.push([
      `${target}: ${name}`,
      selling.rate.toFixed(0),
      quiet.rate.toFixed(0),
      ratio,
      selling.p99.toFixed(0),
      String(selling.failed),
    ]);
    console.log(rows.at(-1)?.join('   '));
  };
  for (const [name, path] of pages) {
    await measureLoad(origin, [path], { seconds: WARM_UP_SECONDS });
    const quiet = await measure(path, 0);
    for (const situation of SELLING) addRow(`${name}, ${situation.name}`, await measure(path, situation.checkoutsPerSecond), quiet);
  }
  const neighbour = await startProcess('keep-core-busy.ts', []);
  const quiet = await measure('/', 0);
  addRow('home page, 20 checkouts/s, one core busy', await measure('/', 20), quiet);
  neighbour.stop();
  return rows;
}

async function measureTarget(target: DatabaseTarget): Promise<string[][]> {
  const connection = await target.connect();
  const buyers = await createBuyers(connection.db, 60 * MOST_CHECKOUTS * (seconds + 2));
  await connection.close();
  const shop = await startShop({
    env: { LOG_LEVEL: 'error', DEMO: 'on', ...BUYERS_ENV, ...target.env },
    dataDir: target.dataDir,
    keepData: true,
  });
  try {
    return await measurePages(shop.origin, buyers, target.name);
  } finally {
    await shop.stop();
    await target.dispose();
  }
}

const rows = [['requests/s', 'during checkouts', 'quiet', 'ratio', 'p99 ms', 'failed']];
if (onlyTarget !== 'embedded') rows.push(...(await measureTarget(await createPostgresTarget(['-c', 'fsync=on']))));
if (onlyTarget !== 'server') rows.push(...(await measureTarget(await createEmbeddedTarget())));
if (!onlyTarget) {
  writeSection({
    title: 'Pages during checkouts',
    command: 'npm run bench -- pages-during-checkouts',
    method: `50 connections, ${seconds} s per figure; load generators, shop and database share the machine. Each checkout by another customer, two of 100 products, spread evenly over each second; the products of the pages are among them. The quiet half is the same shop without checkouts.`,
    rows,
  });
}
