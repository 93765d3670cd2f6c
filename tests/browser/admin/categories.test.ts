/** A merchant keeps categories. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listCategories } from '../../../src/contract/category.ts';
import { ownOrigin } from '../own.ts';
import { bar, heading } from '../steps.ts';
import { goTo, prepareVisits, toastOf } from '../visitor.ts';
import { call, logInAdmin, makeCategory, makeProduct, type Session, uniqueName } from '../wire.ts';
import { dialog, main, rowOf } from './screen.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);

let session: Session;

beforeAll(async () => {
  session = await logInAdmin(origin);
});

/** Each call about categories: how, where, by whom and with what. */
function listen(page: Page): [call: string, token: string | undefined, body: unknown][] {
  const calls: [call: string, token: string | undefined, body: unknown][] = [];
  page.on('request', async (it) => {
    if (!it.url().includes('/api/v1/category/')) return;
    calls.push([`${it.method()} ${new URL(it.url()).pathname}`, (await it.allHeaders()).authorization, it.postDataJSON()]);
  });
  return calls;
}

/** The list of the page and that of the bar: one each. */
const LISTS = 2;
const listed = (calls: [call: string, ...more: unknown[]][]) => calls.filter(([it]) => it === `GET ${listCategories.path}`).length;

const categoryNames = async () => (await call(origin, listCategories)).category.map((it) => it.name);

describe('categories', () => {
  test('[ADM-2] [ADM-4] [ADM-5] one is made, and the field is empty again', async () => {
    const name = uniqueName('Lighting');
    const { page } = await visit({ session });
    const calls = listen(page);
    await goTo(page, '/dashboard/admin/create-category');
    await expect.poll(() => heading(page).textContent()).toBe('MANAGE CATEGORY');
    await rowOf(page, 'Audio').waitFor();
    expect(await rowOf(page, 'Audio').getByRole('button').allTextContents()).toEqual(['EDIT', 'DELETE']);
    expect(calls).toEqual([[`GET ${listCategories.path}`, session.token, null]]);
    expect(await page.title()).toBe('Dashboard - Create Category');
    await page.getByRole('navigation', { name: 'Admin Panel' }).waitFor();
    await expect.poll(() => main(page).getByRole('columnheader').allTextContents()).toEqual(['Name', 'Action']);
    const field = page.getByPlaceholder('Create a category');
    await field.fill(name);
    await main(page).getByRole('button', { name: 'Submit' }).click();
    await toastOf(page, `${name} category created`).waitFor();
    await rowOf(page, name).waitFor();
    expect(calls).toContainEqual(['POST /api/v1/category/create-category', session.token, { name }]);
    await expect.poll(() => listed(calls)).toBe(1 + LISTS);
    expect(await field.inputValue()).toBe('');
    await bar(page).getByRole('button', { name: 'Category' }).click();
    await bar(page).getByRole('link', { name }).waitFor();
  });

  test('[ADM-3] [ADM-4] [ADM-5] EDIT opens it filled in; Cancel and close leave it; saving closes and renames', async () => {
    const { name, _id } = await makeCategory(origin, session.token);
    const renamed = uniqueName('Renamed');
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/create-category');
    const edit = rowOf(page, name).getByRole('button', { name: /^EDIT/ });
    const field = dialog(page).getByRole('textbox');
    await edit.click();
    expect(await field.inputValue()).toBe(name);
    expect(await page.locator('dialog:modal').count()).toBe(1);
    expect(await dialog(page).locator('footer').count()).toBe(0);
    await field.fill('Never saved');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await edit.click();
    expect(await field.inputValue()).toBe(name);
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await edit.click();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await categoryNames()).toContain(name);
    const calls = listen(page);
    await edit.click();
    await field.fill(renamed);
    await dialog(page).getByRole('button', { name: 'Submit' }).click();
    await toastOf(page, 'successfully updated').waitFor();
    await dialog(page).waitFor({ state: 'detached' });
    await rowOf(page, renamed).waitFor();
    expect(calls[0]).toEqual([`PUT /api/v1/category/update-category/${_id}`, session.token, { name: renamed }]);
    await expect.poll(() => listed(calls)).toBe(LISTS);
    expect(await rowOf(page, name).count()).toBe(0);
    expect((await call(origin, listCategories)).category.find((it) => it._id === _id)?.name).toBe(renamed);
  });

  test('[ADM-4] [ADM-5] DELETE takes it away', async () => {
    const { name, _id } = await makeCategory(origin, session.token);
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/create-category');
    await rowOf(page, name)
      .getByRole('button', { name: /^DELETE/ })
      .click();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await categoryNames()).toContain(name);
    const calls = listen(page);
    await rowOf(page, name)
      .getByRole('button', { name: /^DELETE/ })
      .click();
    await dialog(page).getByRole('button', { name: 'DELETE' }).click();
    await toastOf(page, 'category deleted').waitFor();
    await expect.poll(() => rowOf(page, name).count()).toBe(0);
    expect(calls[0]).toEqual([`DELETE /api/v1/category/delete-category/${_id}`, session.token, null]);
    await expect.poll(() => listed(calls)).toBe(LISTS);
    expect(await categoryNames()).not.toContain(name);
  });

  test('[ADM-5] what is refused says not created, not updated, not deleted, and why; what was typed stays', async () => {
    const { name, _id } = await makeCategory(origin, session.token);
    const other = await makeCategory(origin, session.token);
    await makeProduct(origin, session.token, _id);
    const { page, expectComplaints } = await visit({ session });
    expectComplaints(/status of 409/, /console:.*(Error|categor)/i);
    await goTo(page, '/dashboard/admin/create-category');
    const field = page.getByPlaceholder('Create a category');
    await field.fill(name);
    await main(page).getByRole('button', { name: 'Submit' }).click();
    await toastOf(page, 'category not created').waitFor();
    expect(await field.inputValue()).toBe(name);
    await rowOf(page, other.name).getByRole('button', { name: /^EDIT/ }).click();
    await dialog(page).getByRole('textbox').fill(name);
    await dialog(page).getByRole('button', { name: 'Submit' }).click();
    await toastOf(page, 'category not updated').waitFor();
    expect(await dialog(page).getByRole('textbox').inputValue()).toBe(name);
    await page.keyboard.press('Escape');
    await rowOf(page, name)
      .getByRole('button', { name: /^DELETE/ })
      .click();
    await dialog(page).getByRole('button', { name: 'DELETE' }).click();
    await toastOf(page, 'category not deleted').waitFor();
    await expect.poll(() => dialog(page).getByRole('alert').textContent()).toMatch(/product/);
    expect(await categoryNames()).toContain(name);
  });
});
