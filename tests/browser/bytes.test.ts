/** What a first visit costs, counted as it comes over the line. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { listCategories } from '../../src/contract/category.ts';
import { listProducts } from '../../src/contract/product.ts';
import { ownOrigin } from './own.ts';
import { bar, heading } from './steps.ts';
import { goTo, NARROW, prepareVisits, WIDE } from './visitor.ts';
import { call, first, logInAdmin } from './wire.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);
const client = path.resolve(import.meta.dirname, '../../build/client');

interface Came {
  path: string;
  type: string;
  /** As it was sent, its head included. */
  bytes: number;
}

/** Notes everything that comes from here on. */
async function record(page: Page): Promise<Came[]> {
  const came: Came[] = [];
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const types = new Map<string, { path: string; type: string }>();
  cdp.on('Network.responseReceived', ({ requestId, response }) =>
    types.set(requestId, { path: new URL(response.url).pathname, type: response.mimeType }),
  );
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const known = types.get(requestId);
    if (known) came.push({ ...known, bytes: encodedDataLength });
  });
  return came;
}

const sum = (numbers: number[]) => numbers.reduce((all, it) => all + it, 0);
/** Bytes of a built file as gzip at its best sends them. */
const gzipped = (file: string) => gzipSync(readFileSync(path.join(client, file)), { level: 9 }).length;
const isScript = ({ type }: Came) => type.includes('javascript');
const isStyle = ({ type }: Came) => type === 'text/css';

describe('the first visit', () => {
  test.each([
    ['wide', WIDE, 1],
    ['narrow', NARROW, 3],
  ] as const)('[HOME-1] [SPEED-1] %s: the first page keeps to its budget of bytes', async (_name, viewport, deviceScaleFactor) => {
    const { page } = await visit({ viewport, deviceScaleFactor });
    const came = await record(page);
    await goTo(page, '/');
    await page.waitForLoadState('networkidle');
    const scripts = came.filter(isScript).map(({ path: file }) => file);
    expect(scripts.length).toBeGreaterThan(2);
    expect(sum(scripts.map(gzipped))).toBeLessThanOrEqual(135_000);
    const styles = came.filter(isStyle).map(({ path: file }) => file);
    expect(styles.length).toBe(1);
    expect(sum(styles.map(gzipped))).toBeLessThanOrEqual(15_000);
    expect(sum(came.map(({ bytes }) => bytes))).toBeLessThanOrEqual(400_000);
    const pictures = came.filter(({ type }) => type.startsWith('image/'));
    expect(pictures.length).toBeGreaterThan(1);
    expect(pictures.filter(({ type }) => !['image/webp', 'image/avif'].includes(type))).toEqual([]);
  });

  test.each(['/', '/about', '/cart'])('[SPEED-3] %s is painted before its scripts are asked for', async (address) => {
    const { page } = await visit();
    await goTo(page, address);
    const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
    const asked = await page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name, startTime }) => (name.endsWith('.js') ? [startTime] : [])),
    );
    expect(asked.length).toBeGreaterThan(2);
    expect(Math.min(...asked)).toBeGreaterThan(painted ?? Number.POSITIVE_INFINITY);
    const html = await (await page.request.get(address)).text();
    expect(html.match(/<link rel="preload" as="image"/g)?.length ?? 0).toBeLessThanOrEqual(4);
    expect(html.includes('<link rel="modulepreload"')).toBe(false);
  });

  test('[SPEED-3] a page that nobody looks at comes alive all the same', async () => {
    const { page } = await visit();
    // As in a tab behind: no frame is ever drawn.
    await page.addInitScript(() => {
      window.requestAnimationFrame = () => 0;
    });
    await goTo(page, '/about');
  });

  test('[ADM-1] [SPEED-2] the scripts of the admin’s pages never come to a shopper, whatever they visit', async () => {
    const admin = await visit({ session: await logInAdmin(origin) });
    const cameToAdmin = await record(admin.page);
    const { products } = await call(origin, listProducts);
    const { category } = await call(origin, listCategories);
    const adminPages = [
      '',
      '/create-category',
      '/create-product',
      '/products',
      `/update-product/${first(products).slug}`,
      '/users',
      '/settings',
    ];
    for (const it of adminPages) {
      await goTo(admin.page, `/dashboard/admin${it}`);
      await expect.poll(() => heading(admin.page).count()).toBe(1);
    }
    const shopper = await visit();
    const cameToShopper = await record(shopper.page);
    const pages = [
      '/',
      `/product/${first(products).slug}`,
      `/category/${first(category).slug}`,
      '/categories',
      '/cart',
      '/login',
      '/register',
    ];
    for (const it of pages) {
      await goTo(shopper.page, it);
      // A sign of life brings the scripts of the pages that may come next.
      await bar(shopper.page).hover();
      await shopper.page.waitForLoadState('networkidle');
    }
    const filesOf = (came: Came[]) => new Set(came.filter(isScript).map(({ path: file }) => file));
    const onlyAdmins = [...filesOf(cameToAdmin)].filter((it) => !filesOf(cameToShopper).has(it));
    // Each page of theirs by itself, and what they share: none of it is among the shopper's.
    expect(onlyAdmins.length).toBeGreaterThanOrEqual(adminPages.length);
    expect(
      onlyAdmins.filter((it) => /create-category|create-product|settings|users|update-product|products-/.test(it)).length,
    ).toBeGreaterThanOrEqual(5);
    const shoppers = [...filesOf(cameToShopper)].map((it) => readFileSync(path.join(client, it), 'utf8')).join('\n');
    for (const words of ['Product Update', 'No category of this name']) expect(shoppers).not.toContain(words);
  });
});
