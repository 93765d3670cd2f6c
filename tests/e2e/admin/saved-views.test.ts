/** Saved views and chosen columns of the lists of the admin area; the cards of products with the table's filters. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { deleteSavedView, listSavedViews } from '../../../src/contract/saved-view.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin, makeCategory, makeProduct, type Session, uniqueName } from '../support/api-client.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let admin: Session;

beforeAll(async () => {
  admin = await logInAdmin(origin);
});

/** What is in a closed one has no role. */
const menu = (page: Page) => main(page).locator('details:has(nav)');
const openMenu = (page: Page) => menu(page).locator('summary').click();
const listHeads = (page: Page) => main(page).getByRole('columnheader').allTextContents();

test('[VIEW-1] [VIEW-3] a view of orders is saved, opened, renamed, chosen to open first, and deleted', { tags: ['full'] }, async () => {
  const { page, expectBrowserErrors } = await visit({ session: admin });
  expectBrowserErrors(/status of 40[49]/);
  await goTo(page, '/dashboard/admin/orders?status=to_ship');
  const name = uniqueName('Für heute');
  const save = async () => {
    await openMenu(page);
    await menu(page).getByRole('button', { name: 'Save view' }).click();
    await dialog(page).getByLabel('Name').fill(name);
    await dialog(page).getByRole('button', { name: 'Save view' }).click();
  };
  await save();
  await findToast(page, `View “${name}” saved`).waitFor();
  await expect.poll(() => menu(page).locator('summary').textContent()).toBe(name);
  // The name is taken.
  await save();
  await dialog(page).getByText('There is already a view with this name').first().waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  await openMenu(page);
  await menu(page).getByRole('link', { name: 'All', exact: true }).click();
  await page.waitForURL((url) => !url.searchParams.has('status'));
  await openMenu(page);
  expect(await findA11yViolations(page)).toEqual([]);
  await menu(page).getByRole('link', { name }).click();
  await page.waitForURL((url) => url.searchParams.get('status') === 'to_ship');

  await openMenu(page);
  await menu(page).getByRole('button', { name: 'Manage views' }).click();
  await dialog(page)
    .getByRole('button', { name: `Open the list with ${name} in this browser` })
    .click();
  await dialog(page)
    .getByRole('button', { name: `Rename ${name}` })
    .click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(`${name} 2`);
  await dialog(page).getByRole('button', { name: 'Rename', exact: true }).click();
  await findToast(page, 'View renamed').waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await goTo(page, '/dashboard/admin/orders');
  await page.waitForURL((url) => url.searchParams.get('status') === 'to_ship');

  // Deleted elsewhere while it is shown: the list stays, and opens with everything next time.
  const { token } = admin;
  const { views } = await call(origin, listSavedViews, { token, query: { list: 'orders' } });
  const view = views.find((it) => it.name === `${name} 2`);
  await call(origin, deleteSavedView, { token, params: { id: String(view?._id) } });
  await page.reload();
  await expect.poll(() => menu(page).locator('summary').textContent()).toBe('Views');
  expect(new URL(page.url()).searchParams.get('status')).toBe('to_ship');
  await goTo(page, '/dashboard/admin/orders');
  await expect.poll(() => menu(page).locator('summary').textContent()).toBe('Views');
  expect(new URL(page.url()).search).toBe('');
});

test('[VIEW-4] columns are left out and ordered with the keyboard, come with a view, and stay after a reload', async () => {
  const { page } = await visit({ session: admin });
  await goTo(page, '/dashboard/admin/users');
  await expect.poll(() => listHeads(page)).toEqual(['Name', 'Email', 'Role', 'Orders', 'Spent', 'Last order', 'Tags']);
  const picker = main(page).locator('details:has(legend)');
  await picker.locator('summary').press('Enter');
  await picker.getByRole('checkbox', { name: 'Role' }).press('Space');
  await picker.getByRole('checkbox', { name: 'Country' }).press('Space');
  const up = picker.getByRole('button', { name: 'Move Country up' });
  await up.press('Enter');
  await up.press('Enter');
  await expect.poll(() => up.evaluate((it) => it === document.activeElement)).toBe(true);
  const chosen = ['Name', 'Email', 'Orders', 'Spent', 'Country', 'Last order', 'Tags'];
  await expect.poll(() => listHeads(page)).toEqual(chosen);
  expect(await findA11yViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect.poll(() => listHeads(page)).toEqual(chosen);
  await page.setViewportSize(NARROW);
  await picker.locator('summary').click();
  expect(await hasNoHorizontalScroll(page)).toBe(true);
  await picker.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => listHeads(page)).toEqual(['Name', 'Email', 'Role', 'Orders', 'Spent', 'Last order', 'Tags']);
});

test('[PWORK-4] [ADM-7] the cards are searched, filtered and sorted like the table', { tags: ['full'] }, async () => {
  const { token } = admin;
  const category = await makeCategory(origin, token);
  const prefix = uniqueName('Card');
  const cheap = await makeProduct(origin, token, category._id, { name: `${prefix} cheap`, price: 5, quantity: 0 });
  const dear = await makeProduct(origin, token, category._id, { name: `${prefix} dear`, price: 50, quantity: 9 });
  const { page } = await visit({ session: admin });
  await goTo(page, '/dashboard/admin/products');
  const listNames = () => main(page).locator('article h2').allTextContents();
  await page.getByLabel('Name or SKU').fill(prefix);
  await page.getByLabel('Name or SKU').press('Enter');
  await expect.poll(listNames).toEqual([dear.name, cheap.name]);
  await page.getByLabel('Sort by').selectOption('price-up');
  await expect.poll(listNames).toEqual([cheap.name, dear.name]);
  await main(page).getByRole('combobox', { name: 'Stock' }).selectOption({ label: 'Sold out' });
  await expect.poll(listNames).toEqual([cheap.name]);
  // Search and filters stay when another status is looked at, and when the table is.
  await main(page).getByRole('link', { name: 'Drafts', exact: true }).click();
  await main(page).getByText('No products match').waitFor();
  await main(page).getByRole('link', { name: 'Active', exact: true }).click();
  await expect.poll(listNames).toEqual([cheap.name]);
  await main(page).getByRole('button', { name: 'Table' }).click();
  await expect.poll(() => main(page).locator('tbody tr').count()).toBe(1);
  await main(page).getByRole('button', { name: 'Cards' }).click();
  await main(page).getByRole('link', { name: 'Clear filters' }).click();
  await expect.poll(() => page.getByLabel('Name or SKU').inputValue()).toBe('');
  expect(await findA11yViolations(page)).toEqual([]);
  await page.setViewportSize(NARROW);
  expect(await hasNoHorizontalScroll(page)).toBe(true);
});
