/** A merchant puts collections together, by a rule and by hand, and customers read their pages. */
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { deleteCollection, listAdminCollections } from '../../../src/contract/collection-admin.ts';
import { createCustomField, deleteCustomField, listCustomFields } from '../../../src/contract/custom-fields.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin, makeCategory, makeProduct, uniqueName } from '../support/api-client.ts';
import { fillFields, heading } from '../support/steps.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { deleteProductsOfTests, getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, findRow, main, saveChanges } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const admin = await logInAdmin(origin);
const { token } = admin;
const LIST = '/dashboard/admin/collections';

afterAll(async () => {
  const { collections } = await call(origin, listAdminCollections, { token });
  for (const { _id } of collections) await call(origin, deleteCollection, { token, params: { id: _id } });
  const { fields } = await call(origin, listCustomFields, { token, query: { owner: 'product' } });
  for (const { _id } of fields) await call(origin, deleteCustomField, { token, params: { id: _id } });
  await deleteProductsOfTests(origin);
});

/** The names on the page's cards without the word that they all begin with. */
const shown = (page: Page, word: string) =>
  expect.poll(async () => (await main(page).locator('.product-card h3').allTextContents()).map((it) => it.replace(`${word} `, '')));

/** Opens the form of a new collection with this title. */
async function addCollection(page: Page, title: string): Promise<void> {
  await goTo(page, LIST);
  await main(page).getByRole('link', { name: 'Add collection' }).first().click();
  await page.waitForURL(`**${LIST}/new`);
  await fillFields(page, { Title: title });
}

async function save(page: Page): Promise<void> {
  await saveChanges(page);
  await findToast(page, 'The collection is saved').waitFor();
  await page.waitForURL(/\/collections\/[0-9a-f-]{24,}$/);
}

async function viewInShop(page: Page, title: string): Promise<string> {
  const path = await main(page).getByRole('link', { name: 'View' }).getAttribute('href');
  const shopper = (await visit()).page;
  await goTo(shopper, path ?? '');
  await expect.poll(() => heading(shopper).textContent()).toContain(title);
  return path ?? '';
}

test('[COLL-2] [COLL-3] [COLL-5] [COLL-11] [COLL-13] a collection by rule shows before it is saved what it holds, and its page is sorted and filtered', async () => {
  const word = uniqueName('Rule').replace(/\W/g, '');
  const category = await makeCategory(origin, token, uniqueName('Boots'));
  const field = { owner: 'product' as const, key: word.toLowerCase(), name: word, type: 'choice' as const, choices: ['Slim', 'Wide'] };
  await call(origin, createCustomField, { token, body: field });
  const make = async (name: string, price: number, size: string) => {
    const product = await makeProduct(origin, token, category._id, { name: `${word} ${name}`, price });
    const body = {
      customFields: { [field.key]: 'Wide' },
      options: [{ name: 'Size', values: [size] }],
      variants: [{ options: { Size: size }, price, quantity: 3 }],
    };
    await call(origin, updateProduct, { token, params: { id: product._id }, body });
    return product;
  };
  await make('cheap', 5, '9');
  const middle = await make('middle', 20, '10');
  await make('dear', 90, '9');

  const { page } = await visit({ session: admin });
  const title = uniqueName('Good boots');
  await addCollection(page, title);
  await main(page).getByRole('radio', { name: 'Products that meet a rule' }).check();
  const preview = main(page).getByRole('region', { name: 'What the rule holds' });
  await page.getByRole('combobox', { name: 'Categories' }).fill(category.name);
  await page.getByRole('option', { name: category.name }).click();
  await preview.getByText('3 products').waitFor();
  await main(page).getByRole('button', { name: 'Add condition' }).click();
  const second = main(page).getByRole('group', { name: 'Condition 2' });
  await second.getByLabel('At least').fill('10');
  await preview.getByText('2 products').waitFor();
  await expect.poll(() => preview.getByRole('listitem').allTextContents()).toEqual([`${word} dear`, `${word} middle`]);
  await page.getByLabel('Products have to meet').selectOption({ label: 'any of these conditions' });
  await expect.poll(() => preview.getByRole('status').textContent()).not.toBe('2 products');
  await page.getByLabel('Products have to meet').selectOption({ label: 'all of these conditions' });
  await main(page).getByRole('button', { name: 'Add condition' }).click();
  const third = main(page).getByRole('group', { name: 'Condition 3' });
  await third.getByLabel('About').selectOption({ label: 'Custom field' });
  await third.getByLabel('Field', { exact: true }).selectOption({ label: word });
  await third.getByRole('combobox', { name: 'Values' }).fill('Slim');
  await page.getByRole('option', { name: 'Slim' }).click();
  await preview.getByText('No products at the moment').waitFor();
  await third.getByLabel('How').selectOption({ label: 'is none of' });
  await page.getByLabel('Order', { exact: true }).selectOption({ label: 'Price: high to low' });
  await preview.getByText('2 products').waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await save(page);
  await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe(title);

  // A draft is for nobody's eyes.
  await expect.poll(() => main(page).getByRole('link', { name: 'View' }).count()).toBe(0);
  await page.getByRole('switch', { name: 'Published' }).check();
  await page.getByRole('switch', { name: 'In the menu' }).check();
  await save(page);
  const path = await viewInShop(page, title);

  const { page: shopper } = await visit();
  await goTo(shopper, '/');
  await shopper.getByRole('button', { name: 'Category' }).click();
  await shopper.locator('#menu').getByRole('link', { name: title }).click();
  await shopper.waitForURL(`**${path}`);
  await shown(shopper, word).toEqual(['dear', 'middle']);
  await expect.poll(() => heading(shopper).textContent()).toContain('2 products');
  await shopper.getByLabel('Sort by').selectOption('price-up');
  await shown(shopper, word).toEqual(['middle', 'dear']);
  await shopper.getByRole('group', { name: 'Size' }).locator('label').filter({ hasText: '10' }).click();
  await shown(shopper, word).toEqual(['middle']);
  expect(new URL(shopper.url()).search).toBe('?filter=Size:10&sort=price-up');
  expect(await findA11yViolations(shopper)).toEqual([]);
  await shopper.getByRole('link', { name: 'Remove filter: Size: 10' }).click();
  await shown(shopper, word).toEqual(['middle', 'dear']);

  // It costs less now than the rule wants.
  await call(origin, updateProduct, {
    token,
    params: { id: middle._id },
    body: { variants: [{ options: { Size: '10' }, price: 9, quantity: 3 }] },
  });
  await shopper.reload();
  await shown(shopper, word).toEqual(['dear']);
  await shopper.setViewportSize(NARROW);
  expect(await hasNoHorizontalScroll(shopper)).toBe(true);
});

test('[COLL-1] [COLL-5] [COLL-6] a collection by hand keeps its order, is empty until something is in it, and its page says when it is gone', {
  tags: ['full'],
}, async () => {
  const word = uniqueName('Hand').replace(/\W/g, '');
  const category = await makeCategory(origin, token);
  for (const name of ['one', 'two', 'three']) await makeProduct(origin, token, category._id, { name: `${word} ${name}` });

  const { page } = await visit({ session: admin });
  const title = uniqueName('Chosen');
  await addCollection(page, title);
  await page.getByRole('switch', { name: 'Published' }).check();
  await save(page);
  const path = await viewInShop(page, title);
  const { page: shopper, expectBrowserErrors } = await visit();
  expectBrowserErrors(/status of 410/);
  await goTo(shopper, path);
  await main(shopper).getByText('No products in this collection at the moment').waitFor();

  for (const name of ['two', 'one']) {
    await fillFields(page, { 'Add products': `${word} ${name}` });
    await main(page)
      .getByRole('button', { name: `Add ${word} ${name}` })
      .click();
  }
  const listed = () => main(page).locator('ol bdi').allTextContents();
  await expect.poll(listed).toEqual([`${word} two`, `${word} one`]);
  await main(page)
    .getByRole('button', { name: `Move ${word} one up` })
    .click();
  await expect.poll(listed).toEqual([`${word} one`, `${word} two`]);
  expect(await findA11yViolations(page)).toEqual([]);
  await save(page);

  // The table of products adds to its end.
  await goTo(page, `/dashboard/admin/products?keyword=${word}`);
  await main(page).getByRole('button', { name: 'Table' }).click();
  await main(page)
    .getByRole('checkbox', { name: `Select ${word} three` })
    .check();
  await main(page)
    .getByRole('checkbox', { name: `Select ${word} two` })
    .check();
  await main(page).getByRole('button', { name: 'Collection' }).click();
  await dialog(page).getByRole('combobox', { name: 'Collection' }).fill(title);
  await dialog(page).getByRole('option', { name: title }).click();
  await dialog(page).getByRole('button', { name: 'Add to collection' }).click();
  await findToast(page, title).waitFor();
  await shopper.reload();
  await shown(shopper, word).toEqual(['one', 'two', 'three']);
  await expect.poll(() => shopper.getByLabel('Sort by').locator('option').first().textContent()).toBe('Featured');
  await shopper.getByLabel('Sort by').selectOption('name');
  await shown(shopper, word).toEqual(['one', 'three', 'two']);

  await goTo(page, LIST);
  await findRow(page, title).getByText('By hand: 3').waitFor();
  await findRow(page, title)
    .getByRole('button', { name: `Delete ${title}` })
    .click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await findToast(page, `${title} is deleted`).waitFor();
  const gone = await shopper.goto(path);
  expect(gone?.status()).toBe(410);
  await main(shopper).getByText("This collection doesn't exist or is no longer available.").waitFor();
});
