/** Lighthouse with its mobile setting on the demo shop, as `npm start` runs it; the median of RUNS=5. PAGES=home,cart chooses some. */
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { listCategories } from '../src/contract/category.ts';
import { listProducts } from '../src/contract/product.ts';
import { call } from '../tests/e2e/support/api-client.ts';
import { launchChromium } from '../tests/e2e/support/chromium.ts';
import { findFreePort } from '../tests/support/free-port.ts';
import { startShop } from '../tests/support/shop-process.ts';
import { writeSection } from './results.ts';

const RUN_COUNT = Number(process.env.RUNS ?? 5);
const onlyPages = process.env.PAGES?.split(',');

/** The goals; a page that misses one is printed, and the exit code is 1. */
const METRICS = [
  { name: 'performance', min: 98 },
  { name: 'accessibility', min: 100 },
  { name: 'best-practices', min: 100 },
  { name: 'seo', min: 100 },
  { name: 'LCP ms', max: 1500 },
  { name: 'TBT ms', max: 50 },
  { name: 'CLS', max: 0.01 },
  { name: 'kB', max: 400 },
] as const;

type Metric = (typeof METRICS)[number]['name'];

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

async function runAudit(url: string, port: number): Promise<Record<Metric, number>> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' });
  if (!result) throw new Error(`Lighthouse gave nothing for ${url}`);
  const { audits, categories } = result.lhr;
  const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const failedAudits = Object.values(audits).filter(({ score: it, scoreDisplayMode: mode }) => mode === 'binary' && it === 0);
  if (failedAudits.length) console.log(`  ${url}: ${failedAudits.map(({ id }) => id).join(', ')}`);
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

const meetsGoal = (metric: (typeof METRICS)[number], value: number) => ('min' in metric ? value >= metric.min : value <= metric.max);
const formatMetric = (name: Metric, value: number) => value.toFixed(name === 'CLS' ? 3 : 0);

const shop = await startShop({ env: { LOG_LEVEL: 'error' } });
const port = await findFreePort();
const browser = await launchChromium([`--remote-debugging-port=${port}`]);
const rows = [['page (median)', ...METRICS.map(({ name, ...goal }) => `${name} ${'min' in goal ? '≥' : '≤'} ${Object.values(goal)[0]}`)]];
let missCount = 0;
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
  const cdpBrowser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await cdpBrowser.contexts()[0]?.newPage();
  await page?.goto(`${shop.origin}/about`);
  await page?.evaluate((items) => localStorage.setItem('cart', JSON.stringify(items)), products.slice(0, 3));
  await page?.close();
  for (const [name, url] of Object.entries(pages)) {
    if (onlyPages && !onlyPages.includes(name)) continue;
    const runs: Record<Metric, number>[] = [];
    for (let run = 0; run < RUN_COUNT; run += 1) runs.push(await runAudit(shop.origin + url, port));
    const metricValues = METRICS.map((metric) => ({ metric, value: median(runs.map((it) => it[metric.name])) }));
    const missedMetrics = metricValues.filter(({ metric, value }) => !meetsGoal(metric, value));
    missCount += missedMetrics.length;
    rows.push([name, ...metricValues.map(({ metric, value }) => formatMetric(metric.name, value))]);
    console.log(
      `${name.padEnd(10)}${metricValues.map(({ metric, value }) => `${metric.name} ${formatMetric(metric.name, value)}`).join('  ')}`,
    );
    for (const { metric } of missedMetrics)
      console.log(`  misses ${metric.name}: ${runs.map((it) => formatMetric(metric.name, it[metric.name])).join(', ')}`);
  }
  if (!onlyPages) {
    writeSection({
      title: 'Lighthouse',
      command: 'npm run bench -- lighthouse',
      method: `Lighthouse 13 with its mobile setting (a slow phone on a slow line, simulated), median of ${RUN_COUNT}, production build, embedded database, demo shop; the cart holds three products. kB is everything the first load brings.`,
      rows,
    });
  }
} finally {
  await browser.close();
  await shop.stop();
}
process.exitCode = missCount ? 1 : 0;
