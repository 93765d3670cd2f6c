import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { isFullRun } from '../../../../tests/support/projects.ts';
import { renderSmallImage } from '../../../../tests/support/seed-small-demo.ts';
import { login } from '../../../contract/auth.ts';
import { priceCart } from '../../../contract/cart.ts';
import { listCategories } from '../../../contract/category.ts';
import { IMAGE_WIDTHS } from '../../../contract/limits.ts';
import { listOrders } from '../../../contract/order.ts';
import { listProducts, readProduct } from '../../../contract/product.ts';
import { createProductSchemas as createProduct } from '../../../contract/product-admin.ts';
import { readDashboardStats } from '../../../contract/reports.ts';
import { DEFAULT_SETTINGS, readSettings } from '../../../contract/settings.ts';
import { DAY, HOUR, SECOND } from '../../../contract/values.ts';
import { createValidator } from '../../platform/http/validate.ts';
import { parseAttributes } from '../catalog/import/formats/own-format.ts';
import { products } from '../database/schema/catalog.ts';
import { orderLines, orders } from '../database/schema/order.ts';
import { verifyShop } from '../integrity/verify.service.ts';
import { hasDemoImagesToMake, makeDemoImages, withDemoImages } from './demo-images.ts';
import { renderDemoImage, rendersDir } from './product-images.ts';
import { CATEGORY_PARENTS, seedDemo } from './seed.ts';

/** The demo's own images take half a minute, and every browser test is shown them. */
const renderImage: typeof renderDemoImage = async (name, index) => {
  rendered.push(name);
  if (rendered.length === stopAfter) stopping.abort();
  return (isFullRun ? renderDemoImage : renderSmallImage)(name, index);
};
const rendered: string[] = [];
const stopping = new AbortController();
let stopAfter = Infinity;

const shop = await openShop({ deps: ({ images, db }) => ({ images: withDemoImages(images, db, renderImage) }) });
const quiet = () => undefined;

interface Row {
  name: string;
  category: string;
  price: string;
  quantity: string;
  shipping: string;
  description: string;
  image: string;
  compare_at_price: string;
  attributes: string;
}
const rows: Row[] = parse(readFileSync(path.join(import.meta.dirname, 'catalog.csv')), { columns: true });

/** As an admin's form would send it. */
const toFields = ({ compare_at_price: compareAtPrice, attributes, ...row }: Row) => ({
  ...row,
  compareAtPrice,
  attributes: parseAttributes(attributes),
});

test('[DEMO-1] the demo has at least 120 products in 12 categories, each with a name, a picture and words of its own', () => {
  expect(rows.length).toBeGreaterThanOrEqual(120);
  expect(new Set(rows.map((it) => it.category)).size).toBeGreaterThanOrEqual(12);
  for (const column of ['name', 'image', 'description'] as const) {
    expect(new Set(rows.map((it) => it[column])).size, column).toBe(rows.length);
  }
  for (const row of rows) {
    expect(existsSync(path.join(rendersDir, row.image)), row.name).toBe(true);
    expect(row.description.length, row.name).toBeGreaterThanOrEqual(150);
    expect(row.description.length, row.name).toBeLessThanOrEqual(450);
  }
});

test('[CONST-2] every price range of the demo holds at least four products; some are nearly gone, some gone', () => {
  for (const [lowest, highest] of DEFAULT_SETTINGS.priceRanges) {
    const inside = rows.filter((it) => Number(it.price) >= lowest && Number(it.price) <= highest);
    expect(inside.length, `${lowest}-${highest}`).toBeGreaterThanOrEqual(4);
  }
  expect(rows.filter((it) => it.quantity === '0').length).toBeGreaterThanOrEqual(2);
  expect(rows.filter((it) => ['1', '2', '3'].includes(it.quantity)).length).toBeGreaterThanOrEqual(4);
  expect(new Set(rows.map((it) => it.shipping))).toEqual(new Set(['0', '1']));
});

test('[API-7] every row of the demo would pass as a product made by hand, and no two neighbours are of one category', () => {
  const check = createValidator(createProduct.body, 'body', true);
  for (const [n, row] of rows.entries()) {
    expect(() => check({ ...toFields(row), category: '00000000-0000-4000-8000-000000000000' }), row.name).not.toThrow();
    expect(row.category, row.name).not.toBe(rows[n - 1]?.category);
  }
});

test('[DEMO-1] a shop that has a product stays as it is', async () => {
  const category = '00000000-0000-4000-8000-000000000001';
  await shop.deps.db.execute(`insert into categories (id, name, slug) values ('${category}', 'Own', 'own')`);
  await shop.deps.db.insert(products).values({
    id: '00000000-0000-4000-8000-000000000002',
    name: 'Own',
    slug: 'own',
    description: 'Mine',
    priceCents: 1,
    quantity: 1,
    categoryId: category,
    imageId: 'none',
  });
  const output: string[] = [];
  expect(await seedDemo(shop.deps, (line) => output.push(line))).toBe(false);
  expect(output).toEqual([]);
  expect((await shop.call(listProducts)).body.total).toBe(1);
});

test('[USER-3] [ADM-1] [DEMO-1] [GAL-10] [CATP-6] [VAR-16] cut off in the middle and started twice at once, the demo still comes out whole and once', {
  timeout: 240_000,
}, async () => {
  const { deps } = shop;
  const interrupt = (line: string) => {
    if (line.includes('25 %')) throw new Error('the power went');
  };
  await expect(seedDemo(deps, interrupt)).rejects.toThrow('the power went');
  const half = (await shop.call(listProducts)).body.total;
  expect(half).toBeGreaterThan(10);
  expect(half).toBeLessThan(rows.length);

  // Longer than the lease of the process that was interrupted.
  shop.advanceClock(11 * SECOND);
  const output: string[] = [];
  const print = (line: string) => output.push(line);
  const results = await Promise.all([seedDemo(deps, print), seedDemo(deps, print)]);
  expect(results.sort()).toEqual([false, true]);
  expect(await seedDemo(deps, quiet)).toBe(false);
  expect(output.join('\n')).toContain('demo-shopper-1');

  const { body: first } = await shop.call(listProducts);
  expect(first.total).toBe(rows.length);
  expect(first.products.map((it) => it.name)).toEqual(rows.slice(0, 8).map((it) => it.name));
  const stock = await deps.db.select({ name: products.name, quantity: products.quantity }).from(products);
  expect(new Map(stock.map((it) => [it.name, it.quantity]))).toEqual(new Map(rows.map((it) => [it.name, Number(it.quantity)])));
  const { body: page } = await shop.call(listProducts, { query: { page: 2 } });
  const slug = String(page.products[0]?.slug);
  const [viewed] = (await shop.call(readProduct, { params: { slug } })).body.product;
  expect(viewed?.images.map((it) => it.alt)).toEqual([rows[8]?.name, 'From the other side', 'Up close']);
  const [shoe] = (await shop.call(readProduct, { params: { slug: 'bluebell-ballet-flat' } })).body.product;
  expect(shoe).toMatchObject({ hasOptions: true, isPriceFrom: true, options: [{ name: 'Size' }, { name: 'Color' }] });
  const colours = shoe?.images.map(({ url, alt }) => [alt, url]);
  expect(colours?.length).toBe(3);
  for (const { options, image } of shoe?.variants ?? []) expect(colours).toContainEqual([options.Color, image]);
  expect(shoe?.variants?.filter((it) => it.quantity === 0).length).toBeGreaterThan(1);
  const { body: listed } = await shop.call(listCategories);
  expect(listed.category).toHaveLength(new Set(rows.map((it) => it.category)).size);
  for (const { name, description } of listed.category) expect(description.length, name).toBeGreaterThan(20);
  const home = listed.category.find(({ name }) => name === 'Home');
  const below = listed.category.filter(({ parent }) => parent === home?._id).map(({ name }) => name);
  expect([home !== undefined, below]).toEqual([true, Object.keys(CATEGORY_PARENTS)]);

  const { body: session } = await shop.call(login, { body: { email: 'shopper@example.com', password: 'demo-shopper-1' } });
  expect(session.user).toMatchObject({ name: 'Sam Rivera', role: 0 });
  const { body: own } = await shop.call(listOrders, { token: session.token });
  expect(own.orders.map((it) => it.status)).toEqual(['paid', 'delivered', 'delivered']);
  for (const { estimatedDelivery } of own.orders) expect(estimatedDelivery).not.toBeNull();
  const { settings } = (await shop.call(readSettings)).body;
  expect(settings).toMatchObject({ deliveryTime: expect.any(String), returnsLine: expect.any(String), paymentMarks: expect.any(Array) });
  const bought = own.orders[0]?.lines[0];
  expect((await shop.send({ url: String(bought?.image) })).status).toBe(200);

  const past = await deps.db.select().from(orders).orderBy(asc(orders.createdAt));
  const lines = Map.groupBy(await deps.db.select().from(orderLines), (it) => it.orderId);
  expect(past.length).toBeGreaterThanOrEqual(60);
  const numbers = past.flatMap(({ number }) => number ?? []);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  for (const order of past) {
    const sum = (lines.get(order.id) ?? []).reduce((cents, it) => cents + it.priceCents * it.quantity, 0);
    expect(order.totalCents).toBe(sum);
    expect(sum).toBeGreaterThan(0);
    expect(order.paidAt !== null).toBe(['paid', 'shipped', 'delivered'].includes(order.status));
    expect(order.createdAt.getTime()).toBeGreaterThan(deps.now().getTime() - 60 * DAY);
    expect(order.expiresAt.getTime()).toBeLessThan(deps.now().getTime());
  }
  expect(new Set(past.map(({ status }) => status))).toEqual(new Set(['paid', 'shipped', 'delivered', 'cancelled', 'expired']));
  expect(await verifyShop(deps.db, deps.now())).toEqual([]);
  const carts = await Promise.all(
    [{ code: 'welcome10' }, { address: { country: 'DE' } }].map(async (choices) => {
      const lamp = first.products.find(({ shipping }) => shipping === 1);
      return (await shop.call(priceCart, { body: { products: [{ _id: lamp?._id ?? '' }], ...choices } })).body;
    }),
  );
  expect(carts).toMatchObject([
    { code: { applies: true }, shippingOptions: [{ name: 'Standard', price: 0 }, { name: 'Express' }], tax: 0 },
    { shippingOption: { name: 'International' }, taxRate: 19, taxIncluded: true },
  ]);
  const { token } = await shop.signUp({ role: 1 });
  // At any time of the day, because the statistics' days begin at midnight.
  for (let hours = 0; hours < 24; hours += 3) {
    const { figures } = (await shop.call(readDashboardStats, { token })).body;
    expect(figures.revenue.now).toBeGreaterThan(figures.revenue.before);
    expect(figures.orders.before).toBeGreaterThan(0);
    expect(figures.runningLow.length).toBeGreaterThan(0);
    shop.advanceClock(3 * HOUR);
  }
});

/** Every image that the shop's lists and galleries name. */
async function listImageUrls(): Promise<string[]> {
  const { body } = await shop.call(listProducts, { query: { limit: 100 } });
  return body.products.map(({ image }) => image);
}
/** Of earlier tests, whose products have the same images. */
function emptyUploads(): void {
  rendered.length = 0;
  rmSync(shop.uploadsDir, { recursive: true });
  mkdirSync(shop.uploadsDir);
}
const countStored = () => readdirSync(shop.uploadsDir, { recursive: true }).filter((it) => String(it).endsWith('.webp')).length;

test('[DEMO-2] the demo opens without waiting for its images: each is made when it is first asked for, once, and is then a file as any other', async () => {
  emptyUploads();
  await seedDemo(shop.deps, quiet);
  expect([rendered.length, countStored()]).toEqual([0, 0]);
  const [first = ''] = await listImageUrls();
  const widths = IMAGE_WIDTHS.map((width) => first.replace('-640.', `-${width}.`));
  const answers = await Promise.all(widths.map((url) => shop.send({ url })));
  for (const { status, headers } of answers) {
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' });
  }
  expect([rendered, countStored()]).toEqual([[rows[0]?.image], IMAGE_WIDTHS.length]);
  // What no page asks for makes no work: another width, another image.
  expect((await shop.send({ url: first.replace('-640.', '-641.') })).status).toBe(404);
  expect((await shop.send({ url: `/uploads/${'a'.repeat(32)}-640.webp` })).status).toBe(404);
  expect(rendered).toHaveLength(1);
});

test('[DEMO-2] a job makes the images that nobody has asked for, goes on after it was stopped, and none of a product that is gone', {
  tags: ['full'],
  timeout: 120_000,
}, async () => {
  emptyUploads();
  await seedDemo(shop.deps, quiet);
  expect(await hasDemoImagesToMake(shop.deps.db)).toBe(true);
  const gone = (await shop.call(listProducts)).body.products[3];
  await shop.deps.db.delete(orderLines);
  await shop.deps.db.delete(products).where(eq(products.id, gone?._id ?? ''));
  stopAfter = 5;
  await makeDemoImages(shop.deps, { signal: stopping.signal });
  expect(rendered).toHaveLength(5);
  expect(await hasDemoImagesToMake(shop.deps.db)).toBe(true);
  await makeDemoImages(shop.deps);
  expect(await hasDemoImagesToMake(shop.deps.db)).toBe(false);
  expect(new Set(rendered).size).toBe(rendered.length);
  expect(rendered).not.toContain(rows[3]?.image);
  for (const url of await listImageUrls()) expect((await shop.send({ url })).status, url).toBe(200);
  // From then on a missing file is missing.
  expect((await shop.send({ url: gone?.image ?? '' })).status).toBe(404);
});
