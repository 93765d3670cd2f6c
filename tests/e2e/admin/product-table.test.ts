/** An admin works on many products in the table. */
import { expect, test } from 'vitest';
import { readAdminProduct, updateProduct } from '../../../src/contract/product-admin.ts';
import { call, logInAdmin, makeCategory, makeProduct, uniqueName } from '../support/api-client.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { findRow, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

test('[PWORK-3] [PWORK-4] [PWORK-5] products are searched, filtered and sorted in a table, and price and stock changed in place', async () => {
  const session = await logInAdmin(origin);
  const { token } = session;
  const category = await makeCategory(origin, token);
  const prefix = uniqueName('Desk');
  const cheap = await makeProduct(origin, token, category._id, { name: `${prefix} cheap`, price: 5, quantity: 0 });
  const dear = await makeProduct(origin, token, category._id, { name: `${prefix} dear`, price: 50, quantity: 9 });
  const { page, expectBrowserErrors } = await visit({ session });
  expectBrowserErrors(/status of 409/);
  await goTo(page, '/dashboard/admin/products');
  await main(page).getByRole('button', { name: 'Table' }).click();
  await page.getByLabel('Name or SKU').fill(prefix);
  await page.getByLabel('Name or SKU').press('Enter');
  const rows = main(page).locator('tbody tr');
  const listNames = () => rows.locator('bdi').filter({ hasText: prefix }).allTextContents();
  await expect.poll(listNames).toEqual([dear.name, cheap.name]);
  await page.getByLabel('Sort by').selectOption('price-up');
  await expect.poll(listNames).toEqual([cheap.name, dear.name]);
  await expect.poll(() => main(page).locator('th[aria-sort]').textContent()).toBe('Price');
  await main(page).getByRole('combobox', { name: 'Stock' }).selectOption({ label: 'Sold out' });
  await expect.poll(listNames).toEqual([cheap.name]);
  await main(page).getByRole('link', { name: 'Clear filters' }).click();
  await expect.poll(() => page.getByLabel('Name or SKU').inputValue()).toBe('');
  await page.getByLabel('Price from').fill('many');
  await page.getByLabel('Price from').press('Enter');
  await expect.poll(() => page.getByLabel('Price from').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Price from').fill('5.00');
  await page.getByLabel('Name or SKU').fill(prefix);
  await page.getByLabel('Name or SKU').press('Enter');
  await expect.poll(listNames).toEqual([cheap.name, dear.name]);

  // In place, by the keyboard: what is no price is told at the cell.
  const row = findRow(page, dear.name);
  await row.getByRole('button', { name: `Change the price of ${dear.name}` }).press('Enter');
  const price = row.getByRole('textbox', { name: `Price of ${dear.name}` });
  await price.fill('4.5.0');
  await price.press('Enter');
  await row.getByText('Enter a price like 12.50').waitFor();
  await price.fill('44.50');
  await price.press('Enter');
  await findToast(page, `${dear.name} costs $44.50 now`).waitFor();
  await expect.poll(() => row.getByRole('button', { name: /Change the price/ }).textContent()).toBe('$44.50');

  // Somebody else changes it meanwhile: nothing is overwritten unseen.
  const { version } = await call(origin, readAdminProduct, { token, params: { slug: dear.slug } });
  await call(origin, updateProduct, { token, params: { id: dear._id }, body: { price: 40, version } });
  await row.getByRole('button', { name: /Change the stock/ }).click();
  const stock = row.getByRole('textbox', { name: `Stock of ${dear.name}` });
  await stock.fill('12');
  await stock.press('Enter');
  await row.getByText('Someone else has changed this product.').waitFor();
  await expect.poll(() => row.getByRole('button', { name: /Change the price/ }).textContent()).toBe('$40.00');
  await stock.press('Enter');
  await findToast(page, '12 in stock now').waitFor();
  const { product } = await call(origin, readAdminProduct, { token, params: { slug: dear.slug } });
  expect(product[0]).toMatchObject({ price: 40, quantity: 12 });

  // Escape leaves everything as it is; a column that is left out stays out, and so does the table.
  await row.getByRole('button', { name: /Change the price/ }).click();
  await price.fill('1');
  await price.press('Escape');
  await expect.poll(() => row.getByRole('button', { name: /Change the price/ }).textContent()).toBe('$40.00');
  await main(page).locator('summary', { hasText: 'Columns' }).click();
  await main(page).getByRole('checkbox', { name: 'SKU' }).uncheck();
  await page.reload();
  await expect
    .poll(() => main(page).getByRole('columnheader').allTextContents())
    .toEqual(['Product', 'Category', 'Status', 'Price', 'Stock', 'Added']);
  await main(page).getByRole('button', { name: 'Cards' }).click();
  await main(page).locator('article').first().waitFor();
});
