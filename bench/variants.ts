/**
 * A product as large as they come: 2,048 variants of five options, on the embedded database. How long the calls take and how much they send, and
 * how long the page and the form take for a key press or a click in Chromium. ONLY=api leaves out the browser.
 */
import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { VARIANTS_MAX } from '../src/contract/limits.ts';
import { readProduct } from '../src/contract/product.ts';
import { duplicateProduct, readAdminProduct, updateProduct } from '../src/contract/product-admin.ts';
import type { VariantsInput } from '../src/contract/product-fields.ts';
import { listProductTable } from '../src/contract/product-table.ts';
import { call, logInAdmin, makeCategory, makeProduct } from '../tests/e2e/support/api-client.ts';
import { launchChromium } from '../tests/e2e/support/chromium.ts';
import { waitForHydration } from '../tests/e2e/support/visitor.ts';
import { startShop } from '../tests/support/shop-process.ts';
import { writeSection } from './results.ts';

const options = [
  { name: 'Size', values: ['36', '37', '38', '39', '40', '41', '42', '43'] },
  { name: 'Colour', values: ['Black', 'White', 'Red', 'Blue'] },
  { name: 'Width', values: ['Narrow', 'Regular', 'Wide', 'Extra wide'] },
  { name: 'Sole', values: ['Rubber', 'Leather', 'Cork', 'Foam'] },
  { name: 'Lining', values: ['None', 'Cotton', 'Wool', 'Fleece'] },
];

const combinations = options.reduce<Record<string, string>[]>(
  (rows, { name, values }) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
  [{}],
);
const variants: VariantsInput = combinations.map((chosen, index) => ({
  options: chosen,
  price: 100 + (index % 7),
  compareAtPrice: index % 5 ? null : 150,
  quantity: index % 9,
  sku: `SHOE-${index}`,
}));

const rows: string[][] = [];
const tell = (...row: string[]) => {
  rows.push(row);
  console.log(row.join('   '));
};
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;

/** The time that a process has worked, in milliseconds; 0 where the system doesn't say. */
function readWork(pid = 0): number {
  const stat = `/proc/${pid}/stat`;
  const [user = 0, system = 0] = existsSync(stat)
    ? (readFileSync(stat, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [])
    : [];
  return (user + system) * 10;
}

async function time<T>(what: string, work: () => Promise<T>): Promise<T> {
  const [startedAt, before] = [performance.now(), readWork(shop.process.pid)];
  const result = await work();
  tell(what, `${(performance.now() - startedAt).toFixed(0)} ms`, `${readWork(shop.process.pid) - before} ms`);
  return result;
}

/** Work of the page's main thread for one of these keys or clicks, in its own time: what else the machine does doesn't count. */
async function measureInput(page: Page, what: string, inputs: (() => Promise<unknown>)[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  await page.waitForTimeout(500);
  const before = await read();
  for (const input of inputs) await input();
  await page.waitForTimeout(500);
  tell(what, `${((((await read()) - before) / inputs.length) * 1000).toFixed(0)} ms`);
  await session.detach();
}

const shop = await startShop();
try {
  const { origin } = shop;
  const { token, user } = await logInAdmin(origin);
  const category = await makeCategory(origin, token);
  const { _id, slug } = await makeProduct(origin, token, category._id, { name: 'Shoe of five options' });
  const save = (body: object) => call(origin, updateProduct, { token, params: { id: _id }, body });
  if (variants.length !== VARIANTS_MAX) throw new Error(`${variants.length} variants`);
  const { product } = await time('save 2,048 new variants', () => save({ options, variants }));
  const stored = (product.variants ?? []).map(({ image: _image, stock: _stock, ...it }) => ({ ...it, shownQuantity: it.quantity }));
  await time('save a new price of one', () => save({ variants: stored.map((it, index) => (index ? it : { ...it, price: 99 })) }));
  await time('save a new price of each', () => save({ variants: stored.map((it) => ({ ...it, price: it.price + 10 })) }));
  await time('save a new stock of each', () => save({ variants: stored.map((it) => ({ ...it, price: it.price + 10, quantity: 20 })) }));
  const [first, ...others] = options;
  const renamed = (it: (typeof stored)[number]) => ({
    ...it,
    options: { ...it.options, Size: it.options.Size === '36' ? '35' : (it.options.Size ?? '') },
  });
  await time('rename a value of 256', () =>
    save({ options: [{ name: 'Size', values: ['35', ...(first?.values.slice(1) ?? [])] }, ...others], variants: stored.map(renamed) }),
  );
  await time('save with nothing changed', () => save({ variants: stored.map(renamed) }));
  const read = async (what: string, path: string, headers: Record<string, string> = {}) => {
    const response = await time(what, () => fetch(origin + path, { headers }));
    const bytes = Buffer.from(await response.arrayBuffer());
    tell(`${what}: bytes`, `${kilobytes(bytes.length)}, ${kilobytes(brotliCompressSync(bytes).length)} by Brotli`);
  };
  await read('single-product', readProduct.path.replace('{slug}', slug));
  await read('admin product', readAdminProduct.path.replace('{slug}', slug), { authorization: token });
  await read('page of the product', `/product/${slug}`);
  await time('table of products', () => call(origin, listProductTable, { token, query: { limit: 50 } }));
  await time('duplicate', () => call(origin, duplicateProduct, { token, params: { id: _id } }));
  if (process.env.ONLY !== 'api') {
    const browser = await launchChromium();
    const storageState = { cookies: [], origins: [{ origin, localStorage: [{ name: 'auth', value: JSON.stringify({ user, token }) }] }] };
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 }, storageState });
    const page = await context.newPage();
    await time('product page until it answers', async () => {
      await page.goto(`/product/${slug}`, { waitUntil: 'domcontentloaded' });
      await waitForHydration(page);
    });
    const value = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) }).first();
    await measureInput(
      page,
      'product page: choose a value',
      ['40', 'Red', 'Wide', 'Cork', 'Wool', '41'].map((name) => () => value(name).check({ force: true })),
    );
    await time('form until it answers', async () => {
      await page.goto(`/dashboard/admin/update-product/${slug}`, { waitUntil: 'domcontentloaded' });
      await page
        .getByRole('heading', { name: /variants/ })
        .or(page.getByText('2048 variants'))
        .or(page.getByText('2,048 variants'))
        .first()
        .waitFor();
    });
    const price = page.getByRole('textbox', { name: /^Price of 35/ }).first();
    await price.click();
    await measureInput(
      page,
      'form: type into a variant',
      [...'123'].map((key) => () => page.keyboard.press(key)),
    );
    await page.getByLabel('Name', { exact: true }).click();
    await measureInput(
      page,
      'form: type into the name',
      [...'abc'].map((key) => () => page.keyboard.press(key)),
    );
    await page.getByLabel('Find variants').click();
    await measureInput(
      page,
      'form: find variants',
      [...'wool'].map((key) => () => page.keyboard.press(key)),
    );
    await measureInput(page, 'form: select what is found', [() => page.getByLabel('Select all 512').click()]);
    await page.getByRole('button', { name: 'Show all variants' }).click();
    const fill = page.getByRole('group', { name: 'Bulk fill' });
    await fill.getByLabel('Price', { exact: true }).fill('77');
    await measureInput(page, 'form: fill in all', [() => fill.getByRole('button', { name: 'Apply' }).click()]);
    await browser.close();
  }
  if (process.env.ONLY === undefined)
    writeSection({
      title: 'A product of 2,048 variants',
      command: 'npm run bench -- variants',
      method:
        'The embedded demo shop and one product of five options with 2,048 variants. Of keys and clicks the main thread’s own time for one of them, on average.',
      rows: [['what', 'figure', 'work of the server'], ...rows.map((row) => [...row, ...(row.length < 3 ? [''] : [])])],
    });
} finally {
  await shop.stop();
}
