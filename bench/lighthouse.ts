/** Lighthouse with its mobile setting on the shop as a merchant starts it; the median of several runs. RUNS=5, PAGES=home,cart. */
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { listCategories } from '../src/contract/category.ts';
import { listProducts } from '../src/contract/product.ts';
import { launchChromium } from '../tests/browser/chromium.ts';
import { call } from '../tests/browser/wire.ts';
import { freePort } from '../tests/free-port.ts';
import { startShop } from '../tests/shop-process.ts';
import { writePart } from './results.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const only = process.env.PAGES?.split(',');

/** Goals of the shop; a page that misses one is named, and the program ends with 1. */
const FIGURES = [
  { name: 'performance', least: 98 },
  { name: 'accessibility', least: 100 },
  { name: 'best-practices', least: 100 },
  { name: 'seo', least: 100 },
  { name: 'LCP ms', most: 1500 },
  { name: 'TBT ms', most: 50 },
  { name: 'CLS', most: 0.01 },
  { name: 'kB', most: 400 },
] as const;

type Figure = (typeof FIGURES)[number]['name'];

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

async function audit(url: string, port: number): Promise<Record<Figure, number>> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' });
  if (!result) throw new Error(`Lighthouse gave nothing for ${url}`);
  const { audits, categories } = result.lhr;
  const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const failed = Object.values(audits).filter(({ score: it, scoreDisplayMode: mode }) => mode === 'binary' && it === 0);
  if (failed.length) console.log(`  ${url}: ${failed.map(({ id }) => id).join(', ')}`);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    'LCP ms': value('largest-contentful-paint'),
    'TBT ms': value('total-blocking-time'),
    CLS: value('cumulative-layout-shift'),
    kB: value('total-byte-weight') / 1000,
  };
}

const isGood = (figure: (typeof FIGURES)[number], value: number) => ('least' in figure ? value >= figure.least : value <= figure.most);
const written = (name: Figure, value: number) => value.toFixed(name === 'CLS' ? 3 : 0);

const shop = await startShop({ env: { LOG_LEVEL: 'error' } });
const port = await freePort();
const browser = await launchChromium([`--remote-debugging-port=${port}`]);
const rows = [['page (median)', ...FIGURES.map(({ name, ...goal }) => `${name} ${'least' in goal ? '≥' : '≤'} ${Object.values(goal)[0]}`)]];
let missed = 0;
try {
  const { products } = await call(shop.origin, listProducts);
  const { category } = await call(shop.origin, listCategories);
  const pages = {
    home: '/',
    category: `/category/${category[0]?.slug}`,
    product: `/product/${products[0]?.slug}`,
    search: '/searched/products?keyword=lamp',
    cart: '/cart',
  };
  // The cart is measured with something in it; Lighthouse empties the caches before each run, not local storage.
  const attached = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await attached.contexts()[0]?.newPage();
  await page?.goto(`${shop.origin}/about`);
  await page?.evaluate((items) => localStorage.setItem('cart', JSON.stringify(items)), products.slice(0, 3));
  await page?.close();
  for (const [name, address] of Object.entries(pages)) {
    if (only && !only.includes(name)) continue;
    const runs: Record<Figure, number>[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await audit(shop.origin + address, port));
    const figures = FIGURES.map((figure) => ({ figure, value: median(runs.map((it) => it[figure.name])) }));
    const bad = figures.filter(({ figure, value }) => !isGood(figure, value));
    missed += bad.length;
    rows.push([name, ...figures.map(({ figure, value }) => written(figure.name, value))]);
    console.log(`${name.padEnd(10)}${figures.map(({ figure, value }) => `${figure.name} ${written(figure.name, value)}`).join('  ')}`);
    for (const { figure } of bad)
      console.log(`  misses ${figure.name}: ${runs.map((it) => written(figure.name, it[figure.name])).join(', ')}`);
  }
  if (!only) {
    writePart({
      title: 'Lighthouse',
      command: 'npm run bench -- lighthouse',
      how: `Lighthouse 13 with its mobile setting (a slow phone on a slow line, simulated), median of ${RUNS}, production build, embedded database, demo shop; the cart holds three products. kB is everything the first load brings.`,
      rows,
    });
  }
} finally {
  await browser.close();
  await shop.stop();
}
process.exitCode = missed ? 1 : 0;
