/** The first second after an admin changes a price: 50 connections over 200 pages, without and during checkouts. ROUNDS=10. */
import { login } from '../src/contract/auth.ts';
import { listProducts, type Product } from '../src/contract/product.ts';
import { updateProduct } from '../src/contract/product-admin.ts';
import { ADMIN } from '../tests/support/shop-process.ts';
import { SELLING_RATE, startSellingShop } from './checkout-load.ts';
import { measureLoad } from './load.ts';
import { writeSection } from './results.ts';

const rounds = Number(process.env.ROUNDS ?? 10);
const PAGE_COUNT = 200;
const GOAL_MS = 150;

const { shop, sell, stop } = await startSellingShop(4 * rounds);
const call = async <T>(path: string, init: RequestInit = {}) => (await (await fetch(shop.origin + path, init)).json()) as T;
const sendJson = (method: string, body: object, token = '') => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', authorization: token },
});
try {
  const { products } = await call<{ products: Product[] }>(`${listProducts.path}?limit=100`);
  // The price of a product with options is that of its variants.
  const priced = products.filter(({ hasOptions }) => !hasOptions);
  const { token } = await call<{ token: string }>(login.path, sendJson('POST', ADMIN));
  const lists = Array.from({ length: PAGE_COUNT }, (_, n) => `/?page=${(n % 9) + 1}&sort=${['name', 'price-up', 'price-down'][n % 3]}`);
  const pages = ['/', '/categories', ...products.map(({ slug }) => `/product/${slug}`), ...lists].slice(0, PAGE_COUNT);
  await measureLoad(shop.origin, pages, { seconds: 8 });
  const quiet = await measureLoad(shop.origin, pages, { seconds: 3 });
  let changes = 0;
  const measureChanges = async (situation: string): Promise<string[]> => {
    const results = [];
    for (let round = 0; round < rounds; round += 1) {
      const product = priced[changes % priced.length];
      if (!product) throw new Error('The demo has no products');
      const { name, description, category } = product;
      changes += 1;
      const change = { name, description, category, price: 10 + changes };
      const response = await fetch(shop.origin + updateProduct.path.replace('{id}', product._id), sendJson('PUT', change, token));
      if (response.status !== 200) throw new Error(await response.text());
      results.push(await measureLoad(shop.origin, pages, { seconds: 1 }));
      await measureLoad(shop.origin, pages, { seconds: 2 });
    }
    const p99 = results.map((it) => it.p99).toSorted((a, b) => a - b);
    const row = [
      `${PAGE_COUNT} pages${situation} (goal ${GOAL_MS} ms)`,
      String(p99[Math.floor(p99.length / 2)]),
      String(p99.at(-1)),
      String(quiet.p99),
      String(results.reduce((sum, it) => sum + it.failed, 0)),
    ];
    console.log(row.join('   '));
    return row;
  };
  const rows = [await measureChanges('')];
  const selling = sell(3 * rounds);
  rows.push(await measureChanges(`, ${SELLING_RATE} checkouts/s`));
  await selling;
  writeSection({
    title: 'Price change',
    command: 'npm run bench -- price-change',
    method: `The embedded demo shop; ${rounds} times an admin changes a price, and 50 connections ask for ${PAGE_COUNT} pages in turn during the second after the answer.`,
    rows: [['the second after a change', 'p99 ms, median', 'p99 ms, worst', 'quiet p99 ms', 'failed'], ...rows],
  });
} finally {
  await stop();
}
