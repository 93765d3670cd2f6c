/** Names of the maximum length, without a space, right to left, of emoji or of markup: the layout of the dashboards holds. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login, register } from '../../../src/contract/auth.ts';
import { deleteCategory } from '../../../src/contract/category-admin.ts';
import { listOrders } from '../../../src/contract/order.ts';
import type { Product } from '../../../src/contract/product.ts';
import { deleteProduct } from '../../../src/contract/product-admin.ts';
import { isFullRun } from '../../support/projects.ts';
import { buy, call, logInAdmin, makeCategory, makeProduct, type Session } from '../support/api-client.ts';
import { goTo, hasNoHorizontalScroll, NARROW, prepareVisits, WIDE } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, findRow, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

/** The limits of the API. */
const MAX_NAME_LENGTH = 200;
const MAX_CATEGORY_LENGTH = 100;
const SMALLEST_VIEWPORT = { width: 320, height: 700 };

const EXTREME_TEXTS: Record<string, string> = {
  'without a space': 'W'.repeat(MAX_NAME_LENGTH),
  'right to left': 'כיסא עץ ישן מאוד (2) '.repeat(MAX_NAME_LENGTH),
  signs: '👩‍👩‍👧‍👦🏳️‍🌈🧑🏽‍🚀'.repeat(MAX_NAME_LENGTH),
  markup: '<b>bold</b><img src=x onerror=alert(1)>'.repeat(MAX_NAME_LENGTH),
};

/** Begins with unique characters, and is never cut within a surrogate pair. */
function makeExtremeName(text: string, length = MAX_NAME_LENGTH): string {
  const characters = [...`${randomUUID().slice(0, 8)}${text}`];
  while (characters.join('').length > length) characters.pop();
  return characters.join('').trim();
}

interface ExtremeRecords {
  category: { _id: string; name: string };
  product: Product;
  customer: Session;
}

const recordsByKind: Record<string, ExtremeRecords> = {};
let admin: Session;

beforeAll(async () => {
  admin = await logInAdmin(origin);
  for (const [kind, text] of Object.entries(EXTREME_TEXTS)) {
    const category = await makeCategory(origin, admin.token, makeExtremeName(text, MAX_CATEGORY_LENGTH));
    const product = await makeProduct(origin, admin.token, category._id, {
      name: makeExtremeName(text),
      description: makeExtremeName(text),
      quantity: 2,
      price: 999_999.99,
    });
    const details = {
      name: makeExtremeName(text),
      email: `${randomUUID()}${'w'.repeat(200)}@example.com`,
      password: 'correct horse 1',
      phone: '9'.repeat(40),
      address: makeExtremeName(text, 400),
      answer: 'x',
    };
    await call(origin, register, { body: details });
    const { user, token } = await call(origin, login, { body: { email: details.email, password: details.password } });
    await buy(origin, token, product._id);
    recordsByKind[kind] = { category, product, customer: { user, token } };
  }
});

// Otherwise these products would come first on the pages of other tests.
afterAll(async () => {
  for (const { category, product } of Object.values(recordsByKind)) {
    await call(origin, deleteProduct, { token: admin.token, params: { id: product._id } });
    await call(origin, deleteCategory, { token: admin.token, params: { id: category._id } });
  }
});

const findOverflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const viewportWidth = document.documentElement.clientWidth;
    return [...document.querySelectorAll<HTMLElement>('main *, dialog *')]
      .filter((it) => it.checkVisibility() && !it.closest('nav, .sr-only, svg') && it.getBoundingClientRect().right > viewportWidth + 1)
      .map((it) => `${it.tagName} ${it.className}`);
  });

/** Nothing is wider than the window, and no element overflows it. */
async function expectLayoutIntact(page: Page, kind: string): Promise<void> {
  for (const viewport of [WIDE, NARROW, SMALLEST_VIEWPORT]) {
    await page.setViewportSize(viewport);
    const message = `${kind} at ${viewport.width}`;
    await expect.poll(() => hasNoHorizontalScroll(page), { message }).toBe(true);
    await expect.poll(() => findOverflowing(page), { message }).toEqual([]);
  }
  await expect.poll(() => page.locator('[onerror], img[src="x"], main b').count()).toBe(0);
  await page.setViewportSize(WIDE);
}

async function openPage(page: Page, path: string, text: string): Promise<void> {
  await goTo(page, path);
  await expect.poll(() => main(page).textContent(), { message: path }).toContain(text);
  await expect.poll(() => main(page).getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(0);
}

// Each kind of name on an admin's pages or a customer's by turns; on both in a full run.
const turns = Object.keys(EXTREME_TEXTS).map((kind, index) => [kind, index % 3 === 0] as const);

describe.each(turns)('a name %s', (kind, isAdminTurn) => {
  const getRecords = () => {
    const records = recordsByKind[kind];
    if (!records) throw new Error('not prepared');
    return records;
  };

  if (isFullRun || isAdminTurn)
    test('[ADM-2] [ADM-3] [ADM-7] [ADM-9] [TEXT-3] tables, cards, forms and dialogs of the admin show it as text and keep their shape', {
      tags: ['full'],
    }, async () => {
      const {
        category: { name: category },
        product,
        customer,
      } = getRecords();
      const { page } = await visit({ session: admin });
      await openPage(page, '/dashboard/admin', customer.user.name);
      await expectLayoutIntact(page, 'overview');
      await openPage(page, '/dashboard/admin/users', customer.user.name);
      await expectLayoutIntact(page, 'users');
      await openPage(page, '/dashboard/admin/products', product.name);
      await expectLayoutIntact(page, 'products');
      await main(page)
        .locator('article')
        .filter({ hasText: product.name })
        .getByRole('button', { name: /^Delete/ })
        .click();
      await expect.poll(() => dialog(page).textContent()).toContain(product.name);
      await expectLayoutIntact(page, 'deleting a product');
      await openPage(page, `/dashboard/admin/update-product/${product.slug}`, 'Product Update');
      await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(product.name);
      await page.getByRole('combobox', { name: 'Category' }).click();
      await page.getByRole('option').first().waitFor();
      await expectLayoutIntact(page, 'a product');
      await openPage(page, '/dashboard/admin/create-category', category);
      await expectLayoutIntact(page, 'categories');
      await findRow(page, category).getByRole('button', { name: /^EDIT/ }).click();
      await expect.poll(() => dialog(page).getByPlaceholder('Create a category').inputValue()).toBe(category);
      await expectLayoutIntact(page, 'editing a category');
      await page.keyboard.press('Escape');
      await findRow(page, category)
        .getByRole('button', { name: /^DELETE/ })
        .click();
      await expect.poll(() => dialog(page).textContent()).toContain(category);
      await expectLayoutIntact(page, 'deleting a category');
    });

  if (isFullRun || !isAdminTurn)
    test('[USER-1] [USER-2] [USER-3] [TEXT-3] the own pages show it as text and keep their shape', { tags: ['full'] }, async () => {
      const { product, customer } = getRecords();
      const { page } = await visit({ session: customer });
      await openPage(page, '/dashboard/user', customer.user.name);
      await expectLayoutIntact(page, 'dashboard');
      await openPage(page, '/dashboard/user/profile', 'My Profile');
      await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(customer.user.name);
      await expectLayoutIntact(page, 'profile');
      await openPage(page, '/dashboard/user/orders', product.name);
      await expectLayoutIntact(page, 'orders');
      expect((await call(origin, listOrders, { token: customer.token })).orders[0]?.lines[0]?.name).toBe(product.name);
    });
});

test('[ADM-7] [USER-3] [PICT-2] missing images leave a placeholder of the same size', { tags: ['full'] }, async () => {
  const records = recordsByKind.markup;
  if (!records) throw new Error('not prepared');
  const { page, expectBrowserErrors } = await visit({ session: records.customer });
  expectBrowserErrors(/Failed to load resource/);
  await page.route('**/uploads/**', (route) => route.fulfill({ status: 404 }));
  await goTo(page, '/dashboard/user/orders');
  const placeholder = main(page).locator('article li svg').first();
  await placeholder.waitFor();
  await expect.poll(() => main(page).locator('article img').count()).toBe(0);
  await expect.poll(() => placeholder.locator('xpath=..').boundingBox()).toMatchObject({ width: 56, height: 56 });
});
