/** Every screen, wide and narrow, light and dark: readable for all, nothing that scrolls sideways, nothing the browser complains of. */
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { startCheckout } from '../../src/contract/order.ts';
import { auditScreen, waitUntilSettled } from './support/accessibility.ts';
import { call, first, makeShopper } from './support/api-client.ts';
import { type DemoData, listScreenUrls, loadDemoData, type Viewer } from './support/screens.ts';
import { goTo, hasNoHorizontalScroll, NARROW, prepareVisits, WIDE } from './support/visitor.ts';
import { getWorkerOrigin } from './support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

/** With PICTURES=on the README gets new ones. */
const updatesScreenshots = process.env.PICTURES === 'on';
const root = path.resolve(import.meta.dirname, '../..');
const screenshotDir = path.join(root, updatesScreenshots ? 'docs/pictures' : 'reports/pictures');

let demoData: DemoData;

beforeAll(async () => {
  mkdirSync(screenshotDir, { recursive: true });
  demoData = await loadDemoData(origin);
});

function openAs(viewer: Viewer, viewport: { width: number; height: number }, colorScheme: 'light' | 'dark') {
  const { shopper, admin, products } = demoData;
  const session = { visitor: undefined, shopper, admin }[viewer];
  const cart = [...products.slice(0, 3), ...products.slice(0, 1)];
  return visit({ viewport, colorScheme, storage: { cart }, ...(session && { session }) });
}

describe.each(['visitor', 'shopper', 'admin'] as const)('every screen of a %s', (viewer) => {
  test.each([
    ['wide', WIDE, 'light'],
    ['narrow', NARROW, 'dark'],
  ] as const)(
    '[NAV-1] %s: readable in both colour schemes, for everyone, and never wider than the window',
    { timeout: 180_000 },
    async (_look, viewport, colorScheme) => {
      const { page, expectBrowserErrors } = await openAs(viewer, viewport, colorScheme);
      expectBrowserErrors(/status of 404.*nowhere/, /status of 403.*admin-auth/);
      const violations: string[] = [];
      for (const [name, url] of Object.entries(listScreenUrls(demoData)[viewer])) {
        await goTo(page, url);
        violations.push(...(await auditScreen(page, name, viewport, colorScheme)));
      }
      expect(violations).toEqual([]);
    },
  );
});

test.each([
  ['wide', WIDE, 'light'],
  ['narrow', NARROW, 'dark'],
] as const)('[CART-8] the hosted pay page, %s: the same', async (_look, viewport, colorScheme) => {
  const { token } = await makeShopper(origin);
  // Other tests sell out what they make.
  const products = demoData.products.filter(({ quantity }) => quantity > 5).slice(0, 2);
  const { url } = await call(origin, startCheckout, { token, body: { products } });
  const { page } = await visit({ viewport, colorScheme });
  await page.goto(url);
  expect(await auditScreen(page, 'pay', viewport, colorScheme)).toEqual([]);
});

describe('the pictures of the README', () => {
  /** Every picture that is in sight is there; those of a row that scrolls sideways may wait. */
  async function waitForImages(page: Page): Promise<void> {
    await page.waitForFunction((): boolean =>
      Array.from(document.images)
        .filter((it) => it.checkVisibility())
        .every((it): boolean => {
          const { top, left } = it.getBoundingClientRect();
          return top > window.innerHeight || left > window.innerWidth || (it.complete && it.naturalWidth > 0);
        }),
    );
  }

  test.each([
    ['home', 'visitor', 'home', WIDE],
    ['product', 'visitor', 'product', WIDE],
    ['cart', 'shopper', 'cart', WIDE],
    ['admin', 'admin', 'admin', WIDE],
    ['mobile', 'visitor', 'home', NARROW],
  ] as const)('%s', async (name, viewer, screen, viewport) => {
    const { page } = await openAs(viewer, viewport, 'light');
    await goTo(page, listScreenUrls(demoData)[viewer][screen] ?? '/');
    await waitUntilSettled(page);
    await waitForImages(page);
    const file = path.join(screenshotDir, `${name}.png`);
    await page.screenshot({ path: file });
    expect(statSync(file).size).toBeGreaterThan(10_000);
  });
});

test('[NAV-1] [A11Y-3] letters of twice the size break no page', async () => {
  const { page } = await visit({ storage: { cart: demoData.products.slice(0, 3) } });
  const overflowingUrls: string[] = [];
  for (const url of [
    '/',
    `/product/${first(demoData.products).slug}`,
    `/category/${first(demoData.categories).slug}`,
    '/cart',
    '/login',
    '/register',
  ]) {
    await goTo(page, url);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    if (!(await hasNoHorizontalScroll(page))) overflowingUrls.push(url);
  }
  expect(overflowingUrls).toEqual([]);
});
