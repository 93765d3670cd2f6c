/** An admin creates, renames and deletes categories. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listCategories } from '../../../src/contract/category.ts';
import { call, logInAdmin, makeCategory, makeProduct, type Session, uniqueName } from '../support/api-client.ts';
import { heading, navbar } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { adminBar, dialog, findRow, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let session: Session;

beforeAll(async () => {
  session = await logInAdmin(origin);
});

/** Notes each API call about categories: method, URL, token and body. */
function recordCategoryCalls(page: Page): [call: string, token: string | undefined, body: unknown][] {
  const calls: [call: string, token: string | undefined, body: unknown][] = [];
  page.on('request', async (it) => {
    if (!it.url().includes('/api/v1/category/')) return;
    calls.push([`${it.method()} ${new URL(it.url()).pathname}`, (await it.allHeaders()).authorization, it.postDataJSON()]);
  });
  return calls;
}

/** One request for the list on the page, one for the shop's own data. */
const LISTS_PER_PAGE = 2;
const countListCalls = (calls: [call: string, ...more: unknown[]][]) => calls.filter(([it]) => it === `GET ${listCategories.path}`).length;

const fetchCategoryNames = async () => (await call(origin, listCategories)).category.map((it) => it.name);

describe('categories', () => {
  test('[ADM-2] [ADM-4] [ADM-5] a category is created, and the field is empty again', async () => {
    const name = uniqueName('Lighting');
    const { page } = await visit({ session });
    const calls = recordCategoryCalls(page);
    await goTo(page, '/dashboard/admin/create-category');
    await expect.poll(() => heading(page).textContent()).toBe('MANAGE CATEGORY');
    await findRow(page, 'Audio').waitFor();
    await expect.poll(() => findRow(page, 'Audio').getByRole('button').allTextContents()).toEqual(['EDIT', 'DELETE']);
    await expect.poll(() => calls).toEqual([[`GET ${listCategories.path}`, session.token, null]]);
    await expect.poll(() => page.title()).toBe('Dashboard - Create Category');
    await page.getByRole('navigation', { name: 'Admin Panel' }).waitFor();
    await expect.poll(() => main(page).getByRole('columnheader').allTextContents()).toEqual(['Name', 'Action']);
    const field = page.getByPlaceholder('Create a category');
    await field.fill(name);
    await main(page).getByRole('button', { name: 'Submit' }).click();
    await findToast(page, `${name} category created`).waitFor();
    await findRow(page, name).waitFor();
    await expect.poll(() => calls).toContainEqual(['POST /api/v1/category/create-category', session.token, { name }]);
    await expect.poll(() => countListCalls(calls)).toBe(1 + LISTS_PER_PAGE);
    await expect.poll(() => field.inputValue()).toBe('');
    await adminBar(page).getByRole('link', { name: 'View shop' }).click();
    await navbar(page).getByRole('button', { name: 'Category' }).click();
    await navbar(page).getByRole('link', { name }).waitFor();
  });

  test('[ADM-3] [ADM-4] [ADM-5] EDIT opens it filled in; Cancel and close leave it; saving closes and renames', async () => {
    const { name, _id } = await makeCategory(origin, session.token);
    const renamed = uniqueName('Renamed');
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/create-category');
    const editButton = findRow(page, name).getByRole('button', { name: /^EDIT/ });
    const field = dialog(page).getByLabel('Category name');
    await editButton.click();
    await expect.poll(() => field.inputValue()).toBe(name);
    await expect.poll(() => page.locator('dialog:modal').count()).toBe(1);
    await expect.poll(() => dialog(page).locator('footer').count()).toBe(0);
    await field.fill('Never saved');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await editButton.click();
    await expect.poll(() => field.inputValue()).toBe(name);
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await editButton.click();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await fetchCategoryNames()).toContain(name);
    const calls = recordCategoryCalls(page);
    await editButton.click();
    await field.fill(renamed);
    await dialog(page).getByRole('button', { name: 'Submit' }).click();
    await findToast(page, 'successfully updated').waitFor();
    await dialog(page).waitFor({ state: 'detached' });
    await findRow(page, renamed).waitFor();
    const sent = { name: renamed, description: '', image: null, version: 1 };
    await expect
      .poll(() => calls.find(([it]) => it.startsWith('PUT')))
      .toEqual([`PUT /api/v1/category/update-category/${_id}`, session.token, sent]);
    await expect.poll(() => countListCalls(calls)).toBe(LISTS_PER_PAGE);
    await expect.poll(() => findRow(page, name).count()).toBe(0);
    expect((await call(origin, listCategories)).category.find((it) => it._id === _id)?.name).toBe(renamed);
  });

  test('[ADM-4] [ADM-5] DELETE deletes it', { tags: ['full'] }, async () => {
    const { name, _id } = await makeCategory(origin, session.token);
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/create-category');
    await findRow(page, name)
      .getByRole('button', { name: /^DELETE/ })
      .click();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await fetchCategoryNames()).toContain(name);
    const calls = recordCategoryCalls(page);
    await findRow(page, name)
      .getByRole('button', { name: /^DELETE/ })
      .click();
    await dialog(page).getByRole('button', { name: 'DELETE' }).click();
    await findToast(page, 'category deleted').waitFor();
    await expect.poll(() => findRow(page, name).count()).toBe(0);
    await expect.poll(() => calls[0]).toEqual([`DELETE /api/v1/category/delete-category/${_id}`, session.token, null]);
    await expect.poll(() => countListCalls(calls)).toBe(LISTS_PER_PAGE);
    expect(await fetchCategoryNames()).not.toContain(name);
  });

  test('[ADM-5] what is refused says not created, not updated, not deleted, and why; what was typed stays', {
    tags: ['full'],
  }, async () => {
    const { name, _id } = await makeCategory(origin, session.token);
    const other = await makeCategory(origin, session.token);
    await makeProduct(origin, session.token, _id);
    const { page, expectBrowserErrors } = await visit({ session });
    expectBrowserErrors(/status of 409/, /console:.*(Error|categor)/i);
    await goTo(page, '/dashboard/admin/create-category');
    const field = page.getByPlaceholder('Create a category');
    await field.fill(name);
    await main(page).getByRole('button', { name: 'Submit' }).click();
    await findToast(page, 'category not created').waitFor();
    await expect.poll(() => field.inputValue()).toBe(name);
    await findRow(page, other.name).getByRole('button', { name: /^EDIT/ }).click();
    await dialog(page).getByLabel('Category name').fill(name);
    await dialog(page).getByRole('button', { name: 'Submit' }).click();
    await findToast(page, 'category not updated').waitFor();
    await expect.poll(() => dialog(page).getByLabel('Category name').inputValue()).toBe(name);
    await page.keyboard.press('Escape');
    await findRow(page, name)
      .getByRole('button', { name: /^DELETE/ })
      .click();
    await dialog(page).getByRole('button', { name: 'DELETE' }).click();
    await findToast(page, 'category not deleted').waitFor();
    await expect.poll(() => dialog(page).getByRole('alert').textContent()).toMatch(/product/);
    expect(await fetchCategoryNames()).toContain(name);
  });
});
