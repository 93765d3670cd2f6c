/** A page requested with a different click id each time, compared with its plain URL, without and during checkouts. SECONDS=5 per figure. */
import type autocannon from 'autocannon';
import { SELLING_RATE, startSellingShop } from './checkout-load.ts';
import { measureLoad } from './load.ts';
import { writeSection } from './results.ts';

const seconds = Number(process.env.SECONDS ?? 5);
const GOAL = 0.8;

const { shop, sell, stop } = await startSellingShop(4 * (seconds + 2));
try {
  const rows = [[`requests/s (goal ${GOAL})`, 'click ids', 'plain', 'ratio', 'p99 ms', 'failed']];
  for (const page of ['/', '/api/v1/product/get-products']) {
    let clicks = 0;
    /** Both kinds of URL are built for each request, so that the load generator, which shares the shop's cores, works equally for both. */
    const measure = (buildUrl: () => string) => {
      const setupRequest = (request: autocannon.Request) => ({ ...request, path: buildUrl() });
      return measureLoad(shop.origin, [{ method: 'GET', path: page, setupRequest }], { seconds });
    };
    const buildClickedUrl = () => {
      clicks += 1;
      return `${page}?utm_source=mail&utm_campaign=autumn&fbclid=${clicks.toString(36)}`;
    };
    const addRow = async (name: string) => {
      const plain = await measure(() => page);
      const clicked = await measure(buildClickedUrl);
      const ratio = (clicked.rate / plain.rate).toFixed(2);
      rows.push([name, clicked.rate.toFixed(0), plain.rate.toFixed(0), ratio, clicked.p99.toFixed(0), String(clicked.failed)]);
      console.log(rows.at(-1)?.join('   '));
    };
    await measureLoad(shop.origin, [page], { seconds: 3 });
    await addRow(page);
    const selling = sell(2 * seconds);
    await addRow(`${page}, ${SELLING_RATE} checkouts/s`);
    await selling;
  }
  writeSection({
    title: 'Click ids',
    command: 'npm run bench -- click-ids',
    method: `The embedded demo shop, 50 connections, ${seconds} s per figure; each request has another click id. Both figures of a row are measured beside the same number of checkouts.`,
    rows,
  });
} finally {
  await stop();
}
