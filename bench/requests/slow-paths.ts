/** What no cache can answer: price ranges that aren't the merchant's, and the first request after a change of the catalog. */
import type autocannon from 'autocannon';
import pg from 'pg';
import { listCategories } from '../../src/contract/category.ts';
import { listProducts, listSimilarProducts } from '../../src/contract/product.ts';
import { seededRandom } from '../../src/server/platform/secrets/random.ts';
import { pickRandom } from '../catalog/generate.ts';
import { SORTS, toHttpRequest } from './typical.ts';

export const SLOW_PATHS_GOAL_MS = 10;
const RANGE_COUNT = 200;
const ROUNDS = 9;
/** Longer than a notification takes. */
const NOTIFIED_AFTER_MS = 100;

async function measureOnce(origin: string, { method = 'GET', path = '/', headers, body }: autocannon.Request): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(origin + path, { method, headers: headers as Record<string, string>, body: body as string });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${response.status} for ${path}`);
  return performance.now() - startedAt;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Ranges of any prices, one request at a time; the median. */
export async function measureAnyRanges(origin: string): Promise<number> {
  const random = seededRandom(5);
  const times: number[] = [];
  for (let n = 0; n < RANGE_COUNT; n += 1) {
    const lowest = Math.floor(300 * 600 ** random()) / 100;
    const radio: [number, number] = [lowest, lowest + Math.floor(100 * lowest * random()) / 100];
    times.push(await measureOnce(origin, toHttpRequest({ filter: { checked: [], radio, sort: pickRandom(SORTS, random), page: 1 } })));
  }
  return median(times);
}

/** Each kind of request alone, right after the price of a product has changed: the median of each, and the slowest. */
export async function measureAfterChange(url: string, origin: string): Promise<{ milliseconds: number; label: string }> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ id: string; category: string; slug: string }>(
    'select id, category_id as category, slug from products order by created_at desc limit 1',
  );
  const [product] = rows;
  if (!product) throw new Error('There are no products');
  const get = (path: string): autocannon.Request => ({ method: 'GET', path });
  const kinds: Record<string, autocannon.Request> = {
    filter: toHttpRequest({ filter: { checked: [], radio: [99, 199], sort: 'newest', page: 1 } }),
    'any range': toHttpRequest({ filter: { checked: [], radio: [12.34, 56.78], sort: 'newest', page: 1 } }),
    list: get(listProducts.path),
    categories: get(listCategories.path),
    'similar products': get(listSimilarProducts.path.replace('{productId}', product.id).replace('{categoryId}', product.category)),
    'home page': get('/'),
    'product page': get(`/product/${product.slug}`),
    sitemap: get('/sitemap.xml'),
    'part of the sitemap': get('/sitemap/products-1.xml'),
  };
  let slowest = { milliseconds: 0, label: '' };
  for (const [label, request] of Object.entries(kinds)) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await client.query('update products set price_cents = price_cents + $2 where id = $1', [product.id, round % 2 ? -300 : 300]);
      await new Promise((resolve) => setTimeout(resolve, NOTIFIED_AFTER_MS));
      times.push(await measureOnce(origin, request));
    }
    const milliseconds = median(times);
    console.log(`after a change, ${label}: ${milliseconds.toFixed(1)} ms`);
    if (milliseconds > slowest.milliseconds) slowest = { milliseconds, label };
  }
  await client.end();
  return slowest;
}
