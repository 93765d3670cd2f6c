/** A merchant defines fields, fills them in, and customers read and filter by them. */
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { createCustomField, deleteCustomField, listCustomFields } from '../../../src/contract/custom-fields.ts';
import { readProduct } from '../../../src/contract/product.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin, makeCategory, makeProduct } from '../support/api-client.ts';
import { fillFields } from '../support/steps.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const admin = await logInAdmin(origin);
const { token } = admin;

afterAll(async () => {
  const { fields } = await call(origin, listCustomFields, { token });
  for (const { _id } of fields) await call(origin, deleteCustomField, { token, params: { id: _id } });
});

const keep = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

test('[CFIELD-13] fields are defined in the settings, ordered, changed and deleted, with what goes with them', {
  tags: ['full'],
}, async () => {
  const { page, expectBrowserErrors } = await visit({ session: admin });
  // A key that is taken.
  expectBrowserErrors(/status of 409/);
  await goTo(page, '/dashboard/admin/settings/custom-fields');
  const products = main(page).getByRole('region', { name: 'Products' });
  const add = async (name: string, type: string, more: () => Promise<void> = async () => undefined) => {
    await products.getByRole('button', { name: 'Add a field to products' }).click();
    await dialog(page).getByLabel('Name', { exact: true }).fill(name);
    await dialog(page).getByLabel('Type').selectOption({ label: type });
    await more();
    await keep(page, `dialog-${type}`);
    await dialog(page).getByRole('button', { name: 'Save field' }).click();
    await findToast(page, 'Field saved').waitFor();
    await products.getByText(name, { exact: true }).waitFor();
  };
  await add('Washing at', 'Text');
  await add('Fit', 'Choice', async () => {
    await dialog(page).getByLabel('Choices').fill('Slim\nWide');
    await dialog(page).getByLabel('Customers can filter by it').check();
    expect(await findA11yViolations(page)).toEqual([]);
  });
  const names = () => products.getByRole('listitem').locator('bdi').allTextContents();
  await expect.poll(names).toEqual(['Washing at', 'Fit']);
  await products.getByText('Key: washing_at').waitFor();
  await products.getByRole('button', { name: 'Move Fit up' }).click();
  await expect.poll(names).toEqual(['Fit', 'Washing at']);
  await keep(page, 'settings');
  expect(await findA11yViolations(page)).toEqual([]);
  // The key is taken.
  await products.getByRole('button', { name: 'Add a field to products' }).click();
  await dialog(page).getByLabel('Name', { exact: true }).fill('Fit');
  await dialog(page).getByRole('button', { name: 'Save field' }).click();
  await expect.poll(() => dialog(page).getByLabel('Key').getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.press('Escape');

  const category = await makeCategory(origin, token);
  const product = await makeProduct(origin, token, category._id);
  await call(origin, updateProduct, { token, params: { id: product._id }, body: { customFields: { fit: 'Slim', washing_at: '30°' } } });
  await products.getByRole('button', { name: 'Edit Fit' }).click();
  await dialog(page).getByLabel('Choices').fill('Wide');
  await dialog(page).getByRole('button', { name: 'Save field' }).click();
  await page.getByText('1 product with “Slim”').waitFor();
  await page.getByRole('button', { name: 'Remove them' }).click();
  await findToast(page, 'Field saved').first().waitFor();
  await products.getByRole('button', { name: 'Delete Washing at' }).click();
  await dialog(page).getByText('Its value is deleted from 1 product.').waitFor();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await findToast(page, 'Field deleted').waitFor();
  await expect.poll(names).toEqual(['Fit']);
  const [read] = (await call(origin, readProduct, { params: { slug: product.slug } })).product;
  expect(read).not.toHaveProperty('customFields');
  await page.setViewportSize(NARROW);
  expect(await hasNoHorizontalScroll(page)).toBe(true);
  await keep(page, 'settings-390');
});

test('[CFIELD-13] [CFIELD-14] the forms of a product and its variants have the fields, and customers read the values', async () => {
  const define = (body: object) => call(origin, createCustomField, { token, body: { isVisible: true, ...body } as never });
  await define({ owner: 'product', key: 'width', name: 'Width in cm', type: 'number' });
  await define({ owner: 'product', key: 'vegan', name: 'Vegan', type: 'boolean' });
  await define({ owner: 'product', key: 'launched', name: 'Launched', type: 'date' });
  await define({ owner: 'product', key: 'shade', name: 'Shade', type: 'color' });
  await define({ owner: 'product', key: 'guide', name: 'Size guide', type: 'url' });
  await define({ owner: 'product', key: 'goes_with', name: 'Goes with', type: 'product' });
  await define({ owner: 'product', key: 'secret', name: 'Supplier', isVisible: false });
  await define({ owner: 'variant', key: 'care', name: 'Care' });
  const category = await makeCategory(origin, token);
  const belt = await makeProduct(origin, token, category._id);
  const product = await makeProduct(origin, token, category._id);
  const options = [{ name: 'Size', values: ['S', 'M'] }];
  const variants = ['S', 'M'].map((Size) => ({ options: { Size }, price: 10, quantity: 3 }));
  const attributes = [
    { name: 'Vegan', value: 'perhaps' },
    { name: 'Origin', value: 'Portugal' },
  ];
  await call(origin, updateProduct, { token, params: { id: product._id }, body: { options, variants, attributes } });

  const { page, expectBrowserErrors } = await visit({ session: admin });
  expectBrowserErrors(/status of 400/);
  await goTo(page, `/dashboard/admin/update-product/${product.slug}`);
  await fillFields(page, {
    'Width in cm': 'wide',
    'Size guide': 'https://example.com/sizes',
    Launched: '2026-11-26',
    Supplier: 'Ms. Secret',
  });
  await page.getByLabel('Vegan').selectOption('Yes');
  await page.getByLabel('Shade', { exact: true }).fill('#1e90ff');
  await page.getByLabel('Goes with').fill(belt.name);
  await page.getByRole('button', { name: `Choose ${belt.name}` }).click();
  await page.getByRole('button', { name: 'Fields of S' }).click();
  await dialog(page).getByLabel('Care').fill('Hand wash');
  await keep(page, 'variant-dialog');
  expect(await findA11yViolations(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await main(page).getByRole('button', { name: 'Update Product' }).click();
  await expect.poll(() => page.getByLabel('Width in cm').getAttribute('aria-invalid')).toBe('true');
  await keep(page, 'product-form');
  await fillFields(page, { 'Width in cm': '12,5' });
  await main(page).getByRole('button', { name: 'Update Product' }).click();
  await findToast(page, 'Successfully Update').waitFor();

  const shopper = (await visit()).page;
  await goTo(shopper, `/product/${product.slug}`);
  const section = shopper.locator('main section').filter({ has: shopper.getByRole('heading', { name: 'Specifications' }) });
  const rows = async () => {
    const [names, values] = await Promise.all([section.locator('dt').allTextContents(), section.locator('dd').allTextContents()]);
    return names.map((name, index) => `${name}: ${values[index]}`);
  };
  const own = [
    'Width in cm: 12.5',
    'Vegan: Yes',
    'Launched: Nov 26, 2026',
    'Shade: #1e90ff',
    'Size guide: example.com/sizes',
    `Goes with: ${belt.name}`,
  ];
  await expect.poll(rows).toEqual([...own, 'Origin: Portugal']);
  expect(await shopper.content()).not.toContain('Ms. Secret');
  await expect.poll(() => section.getByRole('link', { name: 'example.com/sizes' }).getAttribute('rel')).toContain('noopener');
  await shopper.getByRole('radio', { name: /^S/ }).check({ force: true });
  await expect.poll(rows).toEqual([...own, 'Care: Hand wash', 'Origin: Portugal']);
  expect(await findA11yViolations(shopper)).toEqual([]);
  await keep(shopper, 'product-page');
  await shopper.setViewportSize(NARROW);
  expect(await hasNoHorizontalScroll(shopper)).toBe(true);
  await keep(shopper, 'product-page-390');

  await page.emulateMedia({ colorScheme: 'dark' });
  await goTo(page, '/dashboard/admin/products?field=vegan&value=true');
  await main(page).getByRole('button', { name: 'Table' }).click();
  await expect.poll(() => main(page).getByRole('row').filter({ hasText: product.name }).count()).toBe(1);
  await keep(page, 'table-dark');
});
