/**
 * The cost of monitoring: the cached home page with a log line for each response (LOG_LEVEL=info), and with metrics that are scraped
 * each second, compared by turns with a shop that does neither. SECONDS=4 per figure, ROUNDS=5.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ShopProcess, startShop } from '../tests/support/shop-process.ts';
import { measureLoad } from './load.ts';
import { writeSection } from './results.ts';

const seconds = Number(process.env.SECONDS ?? 4);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const TOKEN = 'token-of-the-benchmark';

const VARIANTS = [
  { name: 'LOG_LEVEL=info', goal: 0.9, env: { LOG_LEVEL: 'info' } },
  { name: 'metrics, scraped each second', goal: 0.97, env: { LOG_LEVEL: 'warn', METRICS_TOKEN: TOKEN } },
];
const PLAIN = { LOG_LEVEL: 'warn' };

/** Scrapes until `isDone`. */
async function scrape(origin: string, isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    await (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
    await sleep(1000);
  }
}

async function measure({ origin }: ShopProcess, isScraped: boolean): Promise<number> {
  let isDone = false;
  const scraping = isScraped ? scrape(origin, () => isDone) : null;
  const { rate } = await measureLoad(origin, ['/'], { seconds, warmUp: 1 });
  isDone = true;
  await scraping;
  return rate;
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const plain = await startShop({ env: { ...PLAIN, DEMO: 'off' } });
const rows = [['requests/s', 'watched', 'not', 'ratio (median of rounds)', 'goal']];
for (const { name, goal, env } of VARIANTS) {
  const watched = await startShop({ env: { ...env, DEMO: 'off' } });
  const rates: { watched: number; plain: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.push({ watched: await measure(watched, 'METRICS_TOKEN' in env), plain: await measure(plain, false) });
  }
  await watched.stop();
  const ratio = median(rates.map((it) => it.watched / it.plain)).toFixed(2);
  rows.push([name, median(rates.map((it) => it.watched)).toFixed(0), median(rates.map((it) => it.plain)).toFixed(0), ratio, String(goal)]);
  console.log(rows.at(-1)?.join('   '));
}
await plain.stop();
writeSection({
  title: 'Monitoring',
  command: 'npm run bench -- monitoring',
  method: `The cached home page of an embedded shop, 50 connections, ${ROUNDS} rounds of ${seconds} s by turns with a shop that writes no line and counts for nobody; the load generator shares the machine, and reads the log. Other work ran on the machine: only the ratio means something.`,
  rows,
});
