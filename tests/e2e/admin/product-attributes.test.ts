/** An admin writes a product's attributes, with the keyboard, and a customer reads them. */
import { expect, test } from 'vitest';
import { readProduct } from '../../../src/contract/product.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { call, logInAdmin, makeCategory, makeProduct } from '../support/api-client.ts';
import { fillFields } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

test('[ATTR-2] [ATTR-3] [A11Y-2] attributes are added, moved and removed by keys alone, and are shown under the description in that order', async () => {
  const { token, user } = await logInAdmin(origin);
  const category = await makeCategory(origin, token);
  const product = await makeProduct(origin, token, category._id);
  await call(origin, updateProduct, { token, params: { id: product._id }, body: { attributes: [{ name: 'Material', value: 'Wool' }] } });
  const { page } = await visit({ session: { token, user } });
  await goTo(page, `/dashboard/admin/update-product/${product.slug}`);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  const name = (row: number) => page.getByLabel(`Name of specification ${row}`);
  await expect.poll(() => name(1).inputValue()).toBe('Material');
  const add = page.getByRole('button', { name: 'Add specification' });
  for (const [row, typed, value] of [
    [2, 'Color', '<i>Dark</i> red'],
    [3, 'Left over', 'Gone soon'],
  ] as const) {
    await add.press('Enter');
    await expect.poll(focused).toBe(`Name of specification ${row}`);
    await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
    await page.keyboard.type(value);
  }
  await page.getByRole('button', { name: 'Remove specification 3' }).press('Enter');
  await expect.poll(focused).toBe('Name of specification 2');
  await page.getByRole('button', { name: 'Move specification 2 up' }).press('Enter');
  // It is the first now and can't go further up.
  await expect.poll(focused).toBe('Name of specification 1');
  await expect.poll(async () => [await name(1).inputValue(), await name(2).inputValue()]).toEqual(['Color', 'Material']);
  await page.getByText('Moved to 1 of 2').waitFor();
  // Half of a pair is told at the other half.
  await fillFields(page, { 'Value of specification 2': '' });
  await main(page).getByRole('button', { name: 'Update Product' }).press('Enter');
  await expect.poll(() => page.getByLabel('Value of specification 2').getAttribute('aria-invalid')).toBe('true');
  await fillFields(page, { 'Value of specification 2': 'Wool' });
  await main(page).getByRole('button', { name: 'Update Product' }).press('Enter');
  await findToast(page, 'Successfully Update').waitFor();
  const { product: saved } = await call(origin, readProduct, { params: { slug: product.slug } });
  expect(saved[0]?.attributes).toEqual([
    { name: 'Color', value: '<i>Dark</i> red' },
    { name: 'Material', value: 'Wool' },
  ]);
  await goTo(page, `/product/${product.slug}`);
  const section = page.locator('main section').filter({ has: page.getByRole('heading', { name: 'Specifications' }) });
  await expect.poll(() => section.locator('dt').allTextContents()).toEqual(['Color', 'Material']);
  await expect.poll(() => section.locator('dd').allTextContents()).toEqual(['<i>Dark</i> red', 'Wool']);
});
