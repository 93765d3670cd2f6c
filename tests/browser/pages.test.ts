/** Every screen, wide and narrow, light and dark: readable for all, nothing that scrolls sideways, nothing the browser complains of. */
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { listCategories } from '../../src/contract/category.ts';
import { listOrders, startCheckout } from '../../src/contract/order.ts';
import { listProducts, type Product } from '../../src/contract/product.ts';
import { heading } from './steps.ts';
import { goTo, hasNoSidewaysScroll, NARROW, prepareVisits, WIDE } from './visitor.ts';
import { call, logIn, logInAdmin, makeShopper, type Session } from './wire.ts';

const origin = inject('origin');
const visit = prepareVisits(origin);

/** With PICTURES=on the README gets new ones, and each screen is kept whole for whoever wants to look at them all. */
const hasPictures = process.env.PICTURES === 'on';
const root = path.resolve(import.meta.dirname, '../..');
const pictures = path.join(root, hasPictures ? 'docs/pictures' : 'reports/pictures');
const screens = path.join(root, 'reports/screens');

let shopper: Session;
let admin: Session;
let products: Product[];
let category: string;
let order: string;

beforeAll(async () => {
  for (const folder of [pictures, screens]) mkdirSync(folder, { recursive: true });
  shopper = await logIn(origin, 'shopper@example.com', 'demo-shopper-1');
  admin = await logInAdmin(origin);
  products = (await call(origin, listProducts)).products;
  category = (await call(origin, listCategories)).category[0]?.slug ?? '';
  const { orders } = await call(origin, listOrders, { token: shopper.token });
  order = orders.find((it) => it.status === 'paid')?._id ?? '';
});

/** Name and address of each screen, by who looks at it. Made once the shop is known. */
const SCREENS = {
  visitor: () => ({
    home: '/',
    'home-filtered': `/?category=${category}&price=0-99`,
    'home-nothing': `/?category=${category}&price=899-999`,
    product: `/product/${products[0]?.slug}`,
    category: `/category/${category}`,
    categories: '/categories',
    search: '/searched/products?keyword=lamp',
    'search-nothing': '/searched/products?keyword=zzzz',
    about: '/about',
    contact: '/contact',
    policy: '/policy',
    login: '/login',
    register: '/register',
    'forget-password': '/forget-password',
    'not-found': '/nowhere',
    gate: '/dashboard/user',
    'cart-visitor': '/cart',
  }),
  shopper: () => ({
    cart: '/cart',
    success: `/success?order=${order}`,
    cancel: '/cancel',
    user: '/dashboard/user',
    'user-profile': '/dashboard/user/profile',
    'user-orders': '/dashboard/user/orders',
  }),
  admin: () => ({
    admin: '/dashboard/admin',
    'admin-categories': '/dashboard/admin/create-category',
    'admin-create-product': '/dashboard/admin/create-product',
    'admin-products': '/dashboard/admin/products',
    'admin-update-product': `/dashboard/admin/update-product/${products[0]?.slug}`,
    'admin-users': '/dashboard/admin/users',
    'admin-settings': '/dashboard/admin/settings',
  }),
};

type Who = keyof typeof SCREENS;

function look(who: Who, viewport: { width: number; height: number }, colorScheme: 'light' | 'dark') {
  const session = { visitor: undefined, shopper, admin }[who];
  const cart = [...products.slice(0, 3), ...products.slice(0, 1)];
  return visit({ viewport, colorScheme, storage: { cart }, ...(session && { session }) });
}

async function settled(page: Page): Promise<void> {
  await expect.poll(() => heading(page).count()).toBe(1);
  await expect.poll(() => page.locator('main').getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(0);
  await page.evaluate(() => document.fonts.ready);
  await atRest(page);
}

/** Colours fade from parent to child: it takes a few frames until all have arrived. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await frame();
      if (document.getAnimations().length) quiet = 0;
    }
  });
}

/** What axe finds, said so that somebody can mend it. */
async function faultsOf(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} – ${node.target.join(' ')} – ${node.failureSummary}`),
  );
}

/** Controls smaller than a finger needs (24 pixels, WCAG 2.5.8), those within a sentence aside. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, summary, select, input:not([type="hidden"])')]
      .filter((it) => it.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !it.closest('p') && !it.closest('label'))
      .map((it) => ({ it, box: it.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1 && (box.width < 24 || box.height < 23.5))
      .map(({ it, box }) => `${it.tagName} ${it.textContent?.trim().slice(0, 40)} ${Math.round(box.width)}×${Math.round(box.height)}`),
  );
}

/** Everything that is wrong with one screen. */
async function examine(
  page: Page,
  name: string,
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
): Promise<string[]> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await settled(page);
  if (hasPictures) await page.screenshot({ path: path.join(screens, `${name}-${viewport.width}-${colorScheme}.png`), fullPage: true });
  const faults = [...(await faultsOf(page)), ...(await smallTargets(page))];
  await page.emulateMedia({ colorScheme: colorScheme === 'light' ? 'dark' : 'light' });
  await atRest(page);
  if (hasPictures) await page.screenshot({ path: path.join(screens, `${name}-${viewport.width}-other.png`), fullPage: true });
  faults.push(...(await faultsOf(page, ['color-contrast'])));
  for (const width of viewport === NARROW ? [NARROW.width, 320] : [viewport.width]) {
    await page.setViewportSize({ width, height: viewport.height });
    if (!(await hasNoSidewaysScroll(page))) faults.push(`scrolls sideways at ${width} pixels`);
  }
  return faults.map((fault) => `${name}: ${fault}`);
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
      expectComplaints(/status of 404.*nowhere/);
      const faults: string[] = [];
      for (const [name, address] of Object.entries(SCREENS[who]())) {
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
  const { url } = await call(origin, startCheckout, { token, body: { products: products.slice(0, 2) } });
  const { page } = await visit({ viewport, colorScheme });
  await page.goto(url);
  expect(await examine(page, 'pay', viewport, colorScheme)).toEqual([]);
});

describe('the pictures of the README', () => {
  /** Every picture that is in sight is there; those of a row that scrolls sideways may wait. */
  async function loaded(page: Page): Promise<void> {
    await page.waitForFunction((): boolean =>
      Array.from(document.images).every((it): boolean => {
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
    const addresses: Record<string, string> = SCREENS[who]();
    await goTo(page, addresses[screen] ?? '/');
    await settled(page);
    await loaded(page);
    const file = path.join(pictures, `${name}.png`);
    await page.screenshot({ path: file });
    expect(statSync(file).size).toBeGreaterThan(10_000);
  });
});
