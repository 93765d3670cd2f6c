/** The bytes of a first visit as transferred, and which scripts are loaded. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listCategories } from '../../src/contract/category.ts';
import { listProducts } from '../../src/contract/product.ts';
import { takeFirst } from '../support/projects.ts';
import { call, first, isSimple, logInAdmin } from './support/api-client.ts';
import { cartBadge, heading, navbar } from './support/steps.ts';
import { goTo, NARROW, prepareVisits, WIDE } from './support/visitor.ts';
import { deleteProductsOfTests, getWorkerOrigin, workerShop } from './support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const clientDir = path.resolve(import.meta.dirname, '../../build/client');

interface NetworkResponse {
  path: string;
  type: string;
  /** As transferred: compressed, with headers. */
  bytes: number;
}

/** Records all responses from now on. */
async function recordResponses(page: Page): Promise<NetworkResponse[]> {
  const responses: NetworkResponse[] = [];
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const types = new Map<string, { path: string; type: string }>();
  cdp.on('Network.responseReceived', ({ requestId, response }) =>
    types.set(requestId, { path: new URL(response.url).pathname, type: response.mimeType }),
  );
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const meta = types.get(requestId);
    if (meta) responses.push({ ...meta, bytes: encodedDataLength });
  });
  return responses;
}

const sum = (numbers: number[]) => numbers.reduce((all, it) => all + it, 0);
const readBuilt = (file: string) => readFileSync(path.join(clientDir, file), 'utf8');
/** Of the library that loads the data of the account and the admin area. */
const QUERY_LIBRARY_TEXT = 'No QueryClient set';
/** Size of a built file at gzip level 9. */
const measureGzipSize = (file: string) => gzipSync(readFileSync(path.join(clientDir, file)), { level: 9 }).length;
const isScript = ({ type }: NetworkResponse) => type.includes('javascript');
const isStyle = ({ type }: NetworkResponse) => type === 'text/css';

/** Images of products that other tests left don't count. */
beforeAll(() => deleteProductsOfTests(origin));

describe('the first visit', () => {
  test.each([
    ['wide', WIDE, 1],
    ['narrow', NARROW, 3],
  ] as const)('[HOME-1] [SPEED-1] %s: the first page keeps to its budget of bytes', async (_name, viewport, deviceScaleFactor) => {
    const { page } = await visit({ viewport, deviceScaleFactor });
    const responses = await recordResponses(page);
    await goTo(page, '/');
    await page.waitForLoadState('networkidle');
    const scripts = responses.filter(isScript).map(({ path: file }) => file);
    expect(scripts.length).toBeGreaterThan(2);
    expect(sum(scripts.map(measureGzipSize))).toBeLessThanOrEqual(135_000);
    const withQueryLibrary = readdirSync(path.join(clientDir, 'assets')).filter((it) => /^load-[^.]+\.js$/.test(it));
    expect(withQueryLibrary.map((it) => readBuilt(`assets/${it}`).includes(QUERY_LIBRARY_TEXT))).toContain(true);
    expect(scripts.filter((it) => readBuilt(it).includes(QUERY_LIBRARY_TEXT))).toEqual([]);
    const styles = responses.filter(isStyle).map(({ path: file }) => file);
    expect(styles.length).toBe(1);
    expect(sum(styles.map(measureGzipSize))).toBeLessThanOrEqual(15_000);
    expect(sum(responses.map(({ bytes }) => bytes))).toBeLessThanOrEqual(400_000);
    const images = responses.filter(({ type }) => type.startsWith('image/'));
    expect(images.length).toBeGreaterThan(1);
    expect(images.filter(({ type }) => !['image/webp', 'image/avif'].includes(type))).toEqual([]);
  });

  test('[SPEED-1] the first page’s HTML stays within its budget of bytes, uncompressed', async () => {
    // Measured on the unchanged demo: other tests add products with long names.
    expect(workerShop.homePageBytes).toBeGreaterThan(10_000);
    expect(workerShop.homePageBytes).toBeLessThanOrEqual(40_000);
  });

  test.each(takeFirst(['/', '/about', '/cart']))('[SPEED-3] %s is painted before its scripts are requested', async (url) => {
    const { page } = await visit();
    await goTo(page, url);
    const readFirstPaint = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
    await expect.poll(readFirstPaint).toBeGreaterThan(0);
    const firstPaint = await readFirstPaint();
    const scriptStartTimes = await page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name, startTime }) => (name.endsWith('.js') ? [startTime] : [])),
    );
    expect(scriptStartTimes.length).toBeGreaterThan(2);
    expect(Math.min(...scriptStartTimes)).toBeGreaterThan(firstPaint ?? Number.POSITIVE_INFINITY);
    const html = await (await page.request.get(url)).text();
    expect(html.match(/<link rel="preload" as="image"/g)?.length ?? 0).toBeLessThanOrEqual(4);
    expect(html.includes('<link rel="modulepreload"')).toBe(false);
  });

  test('[SPEED-4] what is pressed, chosen and typed before the scripts have loaded takes effect afterwards', async () => {
    const { page } = await visit({ isFirst: true });
    let { promise: areAwaited, resolve: send } = Promise.withResolvers<void>();
    await page.route('**/assets/libraries-*', async (route) => {
      await areAwaited;
      await route.continue();
    });
    const openEarly = async (path: string) => {
      ({ promise: areAwaited, resolve: send } = Promise.withResolvers<void>());
      await page.goto(path, { waitUntil: 'domcontentloaded' });
    };
    const product = first((await call(origin, listProducts)).products.filter(isSimple));
    await openEarly(`/product/${product.slug}`);
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().dblclick();
    await page
      .getByRole('button', { name: 'Menu' })
      .or(page.getByRole('button', { name: 'Category' }))
      .first()
      .click();
    send();
    await expect.poll(() => cartBadge(page).textContent()).toBe('1');
    // The browser opens a menu without scripts, and the repeated press doesn't close it.
    await expect.poll(() => page.locator('.menu:popover-open').count()).toBe(1);
    await openEarly('/?sort=name');
    await page.getByRole('checkbox', { name: /^Audio/ }).check();
    await page.getByLabel('Sort by').selectOption('price-up');
    await page
      .getByRole('combobox', { name: 'Search products' })
      .or(page.getByRole('searchbox', { name: 'Search products' }))
      .fill('radio');
    send();
    await expect.poll(() => new URL(page.url()).search).toBe('?category=audio&sort=price-up');
    await expect.poll(() => page.locator('header input[type=search]').inputValue()).toBe('radio');
  });

  test('[SPEED-3] a page in a background tab hydrates too', async () => {
    const { page } = await visit();
    // A background tab draws no frames.
    await page.addInitScript(() => {
      window.requestAnimationFrame = () => 0;
    });
    await goTo(page, '/about');
  });

  test('[ADM-1] [SPEED-2] a shopper never loads scripts of the admin’s pages, whatever they visit', async () => {
    const admin = await visit({ session: await logInAdmin(origin) });
    const adminResponses = await recordResponses(admin.page);
    const { products } = await call(origin, listProducts);
    const { category } = await call(origin, listCategories);
    const adminPages = [
      '',
      `/update-product/${first(products).slug}`,
      '/create-category',
      '/create-product',
      '/products',
      '/users',
      '/settings',
    ];
    for (const it of adminPages) {
      await goTo(admin.page, `/dashboard/admin${it}`);
      await expect.poll(() => heading(admin.page).count()).toBe(1);
    }
    const shopper = await visit();
    const shopperResponses = await recordResponses(shopper.page);
    const pages = [
      '/',
      `/product/${first(products).slug}`,
      '/cart',
      '/login',
      `/category/${first(category).slug}`,
      '/categories',
      '/register',
    ];
    for (const it of takeFirst(pages, 4)) {
      await goTo(shopper.page, it);
      // Moving the pointer starts the prefetch of the scripts of other pages.
      await navbar(shopper.page).hover();
      await shopper.page.waitForLoadState('networkidle');
    }
    const listScriptFiles = (responses: NetworkResponse[]) => new Set(responses.filter(isScript).map(({ path: file }) => file));
    const adminOnlyFiles = [...listScriptFiles(adminResponses)].filter((it) => !listScriptFiles(shopperResponses).has(it));
    // One script for each admin page, and shared ones; a shopper loads none of them.
    expect(adminOnlyFiles.length).toBeGreaterThanOrEqual(adminPages.length);
    expect(
      adminOnlyFiles.filter((it) => /create-category|create-product|settings|users|update-product|products-/.test(it)).length,
    ).toBeGreaterThanOrEqual(5);
    const countStyles = (responses: NetworkResponse[]) => new Set(responses.filter(isStyle).map(({ path: file }) => file)).size;
    expect([countStyles(adminResponses), countStyles(shopperResponses)]).toEqual([2, 1]);
    const shopperScripts = [...listScriptFiles(shopperResponses)].map(readBuilt).join('\n');
    for (const adminText of ['Product Update', 'No matching category']) expect(shopperScripts).not.toContain(adminText);
  });
});
