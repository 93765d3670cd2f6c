/** Every screen, wide and narrow, light and dark: readable for all, nothing that scrolls sideways, nothing the browser complains of. */
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { startCheckout } from '../../src/contract/order.ts';
import { examine, settled } from './examine.ts';
import { ownOrigin } from './own.ts';
import { type Facts, readFacts, screensOf, type Who } from './screens.ts';
import { goTo, hasNoSidewaysScroll, NARROW, prepareVisits, WIDE } from './visitor.ts';
import { call, first, makeShopper } from './wire.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);

/** With PICTURES=on the README gets new ones. */
const hasPictures = process.env.PICTURES === 'on';
const root = path.resolve(import.meta.dirname, '../..');
const pictures = path.join(root, hasPictures ? 'docs/pictures' : 'reports/pictures');

let facts: Facts;

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  facts = await readFacts(origin);
});

function look(who: Who, viewport: { width: number; height: number }, colorScheme: 'light' | 'dark') {
  const { shopper, admin, products } = facts;
  const session = { visitor: undefined, shopper, admin }[who];
  const cart = [...products.slice(0, 3), ...products.slice(0, 1)];
  return visit({ viewport, colorScheme, storage: { cart }, ...(session && { session }) });
}

describe.each(['visitor', 'shopper', 'admin'] as const)('every screen of a %s', (who) => {
  test.each([
    ['wide', WIDE, 'light'],
    ['narrow', NARROW, 'dark'],
  ] as const)(
    '[NAV-1] %s: readable in both colour schemes, for everyone, and never wider than the window',
    { timeout: 180_000 },
    async (_look, viewport, colorScheme) => {
      const { page, expectComplaints } = await look(who, viewport, colorScheme);
      expectComplaints(/status of 404.*nowhere/, /status of 403.*admin-auth/);
      const faults: string[] = [];
      for (const [name, address] of Object.entries(screensOf(facts)[who])) {
        await goTo(page, address);
        faults.push(...(await examine(page, name, viewport, colorScheme)));
      }
      expect(faults).toEqual([]);
    },
  );
});

test.each([
  ['wide', WIDE, 'light'],
  ['narrow', NARROW, 'dark'],
] as const)('[CART-8] the hosted pay page, %s: the same', async (_look, viewport, colorScheme) => {
  const { token } = await makeShopper(origin);
  // Other tests sell out what they make.
  const products = facts.products.filter(({ quantity }) => quantity > 5).slice(0, 2);
  const { url } = await call(origin, startCheckout, { token, body: { products } });
  const { page } = await visit({ viewport, colorScheme });
  await page.goto(url);
  expect(await examine(page, 'pay', viewport, colorScheme)).toEqual([]);
});

describe('the pictures of the README', () => {
  /** Every picture that is in sight is there; those of a row that scrolls sideways may wait. */
  async function loaded(page: Page): Promise<void> {
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
  ] as const)('%s', async (name, who, screen, viewport) => {
    const { page } = await look(who, viewport, 'light');
    await goTo(page, screensOf(facts)[who][screen] ?? '/');
    await settled(page);
    await loaded(page);
    const file = path.join(pictures, `${name}.png`);
    await page.screenshot({ path: file });
    expect(statSync(file).size).toBeGreaterThan(10_000);
  });
});

test('[NAV-1] [A11Y-3] letters of twice the size break no page', async () => {
  const { page } = await visit({ storage: { cart: facts.products.slice(0, 3) } });
  const wide: string[] = [];
  for (const address of [
    '/',
    `/product/${first(facts.products).slug}`,
    `/category/${first(facts.categories).slug}`,
    '/cart',
    '/login',
    '/register',
  ]) {
    await goTo(page, address);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    if (!(await hasNoSidewaysScroll(page))) wide.push(address);
  }
  expect(wide).toEqual([]);
});
