/** Names as long as they may be, without a space, right to left, of signs or of markup: the work areas keep their shape. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login, register } from '../../../src/contract/account.ts';
import { deleteCategory } from '../../../src/contract/category.ts';
import { listOrders, startCheckout } from '../../../src/contract/order.ts';
import { deleteProduct, type Product } from '../../../src/contract/product.ts';
import { ownOrigin } from '../own.ts';
import { goTo, hasNoSidewaysScroll, NARROW, prepareVisits, WIDE } from '../visitor.ts';
import { call, logInAdmin, makeCategory, makeProduct, type Session } from '../wire.ts';
import { dialog, main, rowOf } from './screen.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);

/** The longest that are taken. */
const NAME = 200;
const CATEGORY = 100;
const SMALLEST = { width: 320, height: 700 };

const NAMES: Record<string, string> = {
  'without a space': 'W'.repeat(NAME),
  'right to left': 'כיסא עץ ישן מאוד (2) '.repeat(NAME),
  signs: '👩‍👩‍👧‍👦🏳️‍🌈🧑🏽‍🚀'.repeat(NAME),
  markup: '<b>bold</b><img src=x onerror=alert(1)>'.repeat(NAME),
};

/** Begins with letters of its own, and is never cut within a sign. */
function named(text: string, length = NAME): string {
  const signs = [...`${randomUUID().slice(0, 8)}${text}`];
  while (signs.join('').length > length) signs.pop();
  return signs.join('').trim();
}

interface Bad {
  category: { _id: string; name: string };
  product: Product;
  person: Session;
}

const bad: Record<string, Bad> = {};
let admin: Session;

beforeAll(async () => {
  admin = await logInAdmin(origin);
  for (const [what, text] of Object.entries(NAMES)) {
    const category = await makeCategory(origin, admin.token, named(text, CATEGORY));
    const product = await makeProduct(origin, admin.token, category._id, {
      name: named(text),
      description: named(text),
      quantity: 2,
      price: 999_999.99,
    });
    const details = {
      name: named(text),
      email: `${randomUUID()}${'w'.repeat(200)}@example.com`,
      password: 'correct horse 1',
      phone: '9'.repeat(40),
      address: named(text, 400),
      answer: 'x',
    };
    await call(origin, register, { body: details });
    const { user, token } = await call(origin, login, { body: { email: details.email, password: details.password } });
    await call(origin, startCheckout, { token, body: { products: [product] } });
    bad[what] = { category, product, person: { user, token } };
  }
});

// The newest products stand first on other tests' pages.
afterAll(async () => {
  for (const { category, product } of Object.values(bad)) {
    await call(origin, deleteProduct, { token: admin.token, params: { id: product._id } });
    await call(origin, deleteCategory, { token: admin.token, params: { id: category._id } });
  }
});

/** Nothing is wider than the window, and no word stands outside of what holds it. */
async function keepsItsShape(page: Page, what: string): Promise<void> {
  for (const viewport of [WIDE, NARROW, SMALLEST]) {
    await page.setViewportSize(viewport);
    expect([what, viewport.width, await hasNoSidewaysScroll(page)]).toEqual([what, viewport.width, true]);
    const outside = await page.evaluate(() => {
      const edge = document.documentElement.clientWidth;
      return [...document.querySelectorAll<HTMLElement>('main *, dialog *')]
        .filter((it) => it.checkVisibility() && !it.closest('nav, .sr-only, svg') && it.getBoundingClientRect().right > edge + 1)
        .map((it) => `${it.tagName} ${it.className}`);
    });
    expect([what, viewport.width, outside]).toEqual([what, viewport.width, []]);
  }
  expect(await page.locator('[onerror], img[src="x"], main b').count()).toBe(0);
  await page.setViewportSize(WIDE);
}

async function open(page: Page, path: string, text: string): Promise<void> {
  await goTo(page, path);
  await expect.poll(() => main(page).textContent(), { message: path }).toContain(text);
  await expect.poll(() => main(page).getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(0);
}

describe.each(Object.keys(NAMES))('a name %s', (what) => {
  const it = () => {
    const found = bad[what];
    if (!found) throw new Error('not prepared');
    return found;
  };

  test('[ADM-2] [ADM-3] [ADM-7] [ADM-9] [TEXT-3] tables, cards, forms and dialogs of the admin show it as text and keep their shape', async () => {
    const {
      category: { name: category },
      product,
      person,
    } = it();
    const { page } = await visit({ session: admin });
    await open(page, '/dashboard/admin', person.user.name);
    await keepsItsShape(page, 'overview');
    await open(page, '/dashboard/admin/users', person.user.name);
    await keepsItsShape(page, 'users');
    await open(page, '/dashboard/admin/products', product.name);
    await keepsItsShape(page, 'products');
    await main(page)
      .locator('article')
      .filter({ hasText: product.name })
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect.poll(() => dialog(page).textContent()).toContain(product.name);
    await keepsItsShape(page, 'deleting a product');
    await open(page, `/dashboard/admin/update-product/${product.slug}`, 'Product Update');
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(product.name);
    await page.getByRole('combobox', { name: 'Category' }).click();
    await keepsItsShape(page, 'a product');
    await open(page, '/dashboard/admin/create-category', category);
    await keepsItsShape(page, 'categories');
    await rowOf(page, category).getByRole('button', { name: /^EDIT/ }).click();
    expect(await dialog(page).getByRole('textbox').inputValue()).toBe(category);
    await keepsItsShape(page, 'editing a category');
    await page.keyboard.press('Escape');
    await rowOf(page, category)
      .getByRole('button', { name: /^DELETE/ })
      .click();
    await expect.poll(() => dialog(page).textContent()).toContain(category);
    await keepsItsShape(page, 'deleting a category');
  });

  test('[USER-1] [USER-2] [USER-3] [TEXT-3] the own pages show it as text and keep their shape', async () => {
    const { product, person } = it();
    const { page } = await visit({ session: person });
    await open(page, '/dashboard/user', person.user.name);
    await keepsItsShape(page, 'dashboard');
    await open(page, '/dashboard/user/profile', 'My Profile');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(person.user.name);
    await keepsItsShape(page, 'profile');
    await open(page, '/dashboard/user/orders', product.name);
    await keepsItsShape(page, 'orders');
    expect((await call(origin, listOrders, { token: person.token })).orders[0]?.lines[0]?.name).toBe(product.name);
  });
});

test('[ADM-7] [USER-3] [PICT-2] pictures that are gone leave a calm place of the same size', async () => {
  const found = bad.markup;
  if (!found) throw new Error('not prepared');
  const { page, expectComplaints } = await visit({ session: found.person });
  expectComplaints(/Failed to load resource/);
  await page.route('**/uploads/**', (route) => route.fulfill({ status: 404 }));
  await goTo(page, '/dashboard/user/orders');
  const place = main(page).locator('article li svg').first();
  await place.waitFor();
  expect(await main(page).locator('article img').count()).toBe(0);
  expect(await place.locator('xpath=..').boundingBox()).toMatchObject({ width: 56, height: 56 });
});
