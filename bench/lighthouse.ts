/**
 * Lighthouse with its mobile setting on the demo shop, as `npm start` runs it; the median of RUNS=5. PAGES=home,cart chooses some. Pages of the
 * admin area have goals for accessibility and best practices alone, and one run: these two don't depend on the machine.
 */
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { launchChromium } from '../tests/e2e/support/chromium.ts';
import { listScreenUrls, loadDemoData } from '../tests/e2e/support/screens.ts';
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

const ADMIN_METRICS: readonly Metric[] = ['accessibility', 'best-practices'];

async function runAudit(url: string, port: number, isAdmin: boolean): Promise<Record<Metric, number>> {
  const onlyCategories = isAdmin && { onlyCategories: [...ADMIN_METRICS] };
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', ...onlyCategories });
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
  const demoData = await loadDemoData(shop.origin);
  const { products, categories, admin } = demoData;
  const adminPages = listScreenUrls(demoData).admin;
  const pages = {
    home: '/',
    category: `/category/${categories[0]?.slug}`,
    product: `/product/${products[0]?.slug}`,
    search: '/searched/products?keyword=lamp',
    cart: '/cart',
    checkout: '/checkout',
    ...adminPages,
  };
  // The cart is measured with something in it; Lighthouse empties the caches before each run, not local storage.
  const cdpBrowser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const setItem = async (key: string, value: unknown) => {
    const page = await cdpBrowser.contexts()[0]?.newPage();
    await page?.goto(`${shop.origin}/about`);
    await page?.evaluate(([name = '', text = '']) => localStorage.setItem(name, text), [key, JSON.stringify(value)]);
    await page?.close();
  };
  await setItem('cart', products.slice(0, 3));
  let isLoggedIn = false;
  for (const [name, url] of Object.entries(pages)) {
    if (onlyPages && !onlyPages.includes(name)) continue;
    const isAdmin = Object.hasOwn(adminPages, name);
    // Customers' pages are measured for somebody who isn't logged in.
    if (isAdmin && !isLoggedIn) await setItem('auth', admin);
    isLoggedIn ||= isAdmin;
    const runs: Record<Metric, number>[] = [];
    for (let run = 0; run < (isAdmin ? 1 : RUN_COUNT); run += 1) runs.push(await runAudit(shop.origin + url, port, isAdmin));
    const metricValues = METRICS.map((metric) => ({ metric, value: median(runs.map((it) => it[metric.name])) }));
    const hasGoal = ({ name: it }: (typeof METRICS)[number]) => !isAdmin || ADMIN_METRICS.includes(it);
    const missedMetrics = metricValues.filter(({ metric, value }) => hasGoal(metric) && !meetsGoal(metric, value));
    missCount += missedMetrics.length;
    rows.push([name, ...metricValues.map(({ metric, value }) => (hasGoal(metric) ? formatMetric(metric.name, value) : ''))]);
    console.log(
      `${name.padEnd(10)} ${metricValues
        .filter(({ metric }) => hasGoal(metric))
        .map(({ metric, value }) => `${metric.name} ${formatMetric(metric.name, value)}`)
        .join('  ')}`,
    );
    for (const { metric } of missedMetrics)
      console.log(`  misses ${metric.name}: ${runs.map((it) => formatMetric(metric.name, it[metric.name])).join(', ')}`);
  }
  if (!onlyPages) {
    writeSection({
      title: 'Lighthouse',
      command: 'npm run bench -- lighthouse',
      method: `Lighthouse 13 with its mobile setting (a slow phone on a slow line, simulated), median of ${RUN_COUNT}, production build, embedded database, demo shop; the cart holds three products. The admin area's pages are measured once, for accessibility and best practices. kB is everything the first load brings.`,
      rows,
    });
  }
} finally {
  await browser.close();
  await shop.stop();
}
process.exitCode = missCount ? 1 : 0;
