/** Every screen, wide and narrow, light and dark: readable for all, nothing that scrolls sideways, nothing the browser complains of. */
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { listCategories } from '../../src/contract/category.ts';
import { listOrders } from '../../src/contract/order.ts';
import { listProducts, type Product } from '../../src/contract/product.ts';
import { heading } from './steps.ts';
import { goTo, hasNoSidewaysScroll, NARROW, prepareVisits, WIDE } from './visitor.ts';
import { call, logIn, logInAdmin, type Session } from './wire.ts';

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

type Who = 'visitor' | 'shopper' | 'admin';

/** Name, who looks, where. Addresses are made once the shop is known. */
const SCREENS: [string, Who, () => string][] = [
  ['home', 'visitor', () => '/'],
  ['home-filtered', 'visitor', () => `/?category=${category}&price=0-99`],
  ['home-nothing', 'visitor', () => `/?category=${category}&price=899-999`],
  ['product', 'visitor', () => `/product/${products[0]?.slug}`],
  ['category', 'visitor', () => `/category/${category}`],
  ['categories', 'visitor', () => '/categories'],
  ['search', 'visitor', () => '/searched/products?keyword=lamp'],
  ['search-nothing', 'visitor', () => '/searched/products?keyword=zzzz'],
  ['about', 'visitor', () => '/about'],
  ['contact', 'visitor', () => '/contact'],
  ['policy', 'visitor', () => '/policy'],
  ['login', 'visitor', () => '/login'],
  ['register', 'visitor', () => '/register'],
  ['forget-password', 'visitor', () => '/forget-password'],
  ['not-found', 'visitor', () => '/nowhere'],
  ['gate', 'visitor', () => '/dashboard/user'],
  ['cart-visitor', 'visitor', () => '/cart'],
  ['cart', 'shopper', () => '/cart'],
  ['success', 'shopper', () => `/success?order=${order}`],
  ['cancel', 'shopper', () => '/cancel'],
  ['user', 'shopper', () => '/dashboard/user'],
  ['user-profile', 'shopper', () => '/dashboard/user/profile'],
  ['user-orders', 'shopper', () => '/dashboard/user/orders'],
  ['admin', 'admin', () => '/dashboard/admin'],
  ['admin-categories', 'admin', () => '/dashboard/admin/create-category'],
  ['admin-create-product', 'admin', () => '/dashboard/admin/create-product'],
  ['admin-products', 'admin', () => '/dashboard/admin/products'],
  ['admin-update-product', 'admin', () => `/dashboard/admin/update-product/${products[0]?.slug}`],
  ['admin-users', 'admin', () => '/dashboard/admin/users'],
  ['admin-settings', 'admin', () => '/dashboard/admin/settings'],
];

const LOOKS = [
  { look: 'wide', viewport: WIDE, colorScheme: 'light' },
  { look: 'narrow', viewport: NARROW, colorScheme: 'dark' },
] as const;

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

describe.each(SCREENS)('%s', (name, who, address) => {
  test.each(LOOKS)('[NAV-1] $look, in both colour schemes', async ({ look, viewport, colorScheme }) => {
    const session = { visitor: undefined, shopper, admin }[who];
    const storage = name.startsWith('cart') ? { cart: [...products.slice(0, 3), ...products.slice(0, 1)] } : {};
    const { page, expectComplaints } = await visit({ viewport, colorScheme, storage, ...(session && { session }) });
    if (name === 'not-found') expectComplaints(/status of 404/);
    await goTo(page, address());
    await settled(page);
    if (hasPictures) await page.screenshot({ path: path.join(screens, `${name}-${look}.png`), fullPage: true });
    expect(await faultsOf(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: colorScheme === 'light' ? 'dark' : 'light' });
    await atRest(page);
    expect(await faultsOf(page, ['color-contrast'])).toEqual([]);
    expect(await hasNoSidewaysScroll(page)).toBe(true);
    if (look === 'wide') return;
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await hasNoSidewaysScroll(page)).toBe(true);
  });
});

describe('the pictures of the README', () => {
  /** Every picture that is in sight is there. */
  async function loaded(page: Page): Promise<void> {
    await page.waitForFunction(() =>
      [...document.images].every((it) => it.getBoundingClientRect().top > window.innerHeight || (it.complete && it.naturalWidth > 0)),
    );
  }

  test.each([
    ['home', 'visitor', () => '/', WIDE],
    ['product', 'visitor', () => `/product/${products[0]?.slug}`, WIDE],
    ['cart', 'shopper', () => '/cart', WIDE],
    ['admin', 'admin', () => '/dashboard/admin', WIDE],
    ['mobile', 'visitor', () => '/', NARROW],
  ] as const)('%s', async (name, who, address, viewport) => {
    const session = { visitor: undefined, shopper, admin }[who];
    const { page } = await visit({ viewport, storage: name === 'cart' ? { cart: products.slice(0, 3) } : {}, ...(session && { session }) });
    await goTo(page, address());
    await settled(page);
    await loaded(page);
    const file = path.join(pictures, `${name}.png`);
    await page.screenshot({ path: file });
    expect(statSync(file).size).toBeGreaterThan(10_000);
  });
});
