/** An admin makes drafts, sales and SKUs, and what customers see of them. */
import { expect, test } from 'vitest';
import { readAdminProduct } from '../../../src/contract/product-admin.ts';
import { call, logInAdmin, makeCategory, makeProduct, uniqueName } from '../support/api-client.ts';
import { advanceClock, fillFields, stopClock } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { main } from './locators.ts';
import { fillProductForm, makePngUpload } from './product-form.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

test('[DRAFT-6] [SALE-3] [SKU-4] a draft is created, listed among the drafts with a badge, and in the shop once it is active', async () => {
  const session = await logInAdmin(origin);
  const category = await makeCategory(origin, session.token);
  const active = await makeProduct(origin, session.token, category._id);
  const name = uniqueName('Winter');
  const sku = `W-${Date.now()}`;
  const { page, expectBrowserErrors } = await visit({ session, clock: true });
  // The shop doesn't know the draft, and refuses a sale that is none.
  expectBrowserErrors(/status of 40[04]/);
  await goTo(page, '/dashboard/admin/create-product');
  await fillProductForm(page, { category: category.name, name });
  await page.locator('input[type="file"]').setInputFiles(await makePngUpload('teal'));
  await fillFields(page, { 'Compare-at price': '5', SKU: sku, Weight: '1500' });
  await page.getByLabel('Status').selectOption({ label: 'Draft' });
  await main(page).getByRole('button', { name: 'Submit' }).click();
  // Not above the price.
  await expect.poll(() => page.getByLabel('Compare-at price').getAttribute('aria-invalid')).toBe('true');
  await main(page).getByText('Enter more than 5').first().waitFor();
  await fillFields(page, { 'Compare-at price': '8' });
  await main(page).getByRole('button', { name: 'Submit' }).click();
  await findToast(page, 'successfully created product').waitFor();
  await page.waitForURL('**/dashboard/admin/products?status=draft');
  const card = main(page).locator('article').filter({ hasText: name });
  await expect.poll(() => card.textContent()).toMatch(/Draft.*\$5\.00.*\$8\.00.*Save 37%/);
  await main(page).getByRole('link', { name: 'Active', exact: true }).click();
  await page.waitForURL('**/dashboard/admin/products');
  await main(page).locator('article').filter({ hasText: active.name }).waitFor();
  await expect.poll(() => card.count()).toBe(0);

  await page.goBack();
  await card.getByRole('link', { name: /^Edit/ }).click();
  await expect.poll(() => page.getByLabel('SKU').inputValue()).toBe(sku);
  await expect.poll(() => page.getByLabel('Weight').inputValue()).toBe('1500');
  await expect.poll(() => page.getByLabel('Compare-at price').inputValue()).toBe('8');
  const slug = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect((await fetch(`${origin}/product/${slug}`)).status).toBe(404);
  await page.getByLabel('Status').selectOption({ label: 'Active' });
  await stopClock(page);
  await main(page).getByRole('button', { name: 'Update Product' }).click();
  await findToast(page, 'Successfully Update').waitFor();
  await advanceClock(page, 2000);
  await page.waitForURL('**/dashboard/admin/products');
  expect((await fetch(`${origin}/product/${slug}`)).status).toBe(200);
  const { product } = await call(origin, readAdminProduct, { token: session.token, params: { slug } });
  expect(product[0]).toMatchObject({ price: 5, compareAtPrice: 8, sku, weight: 1500, status: 'active' });
});

test('[DRAFT-6] archived: its page is gone, the cart says so, and the admin finds it under Archived; a SKU in use is refused at its field', {
  tags: ['full'],
}, async () => {
  const session = await logInAdmin(origin);
  const category = await makeCategory(origin, session.token);
  const [product, other] = [await makeProduct(origin, session.token, category._id), await makeProduct(origin, session.token, category._id)];
  const sku = `A-${Date.now()}`;
  const { page, expectBrowserErrors } = await visit({ session, clock: true, storage: { cart: [product] } });
  expectBrowserErrors(/status of 40[49]/, /console:/);
  const save = async (slug: string, fields: Record<string, string>, status: string) => {
    await goTo(page, `/dashboard/admin/update-product/${slug}`);
    await fillFields(page, fields);
    await page.getByLabel('Status').selectOption({ label: status });
    await main(page).getByRole('button', { name: 'Update Product' }).click();
  };
  await save(product.slug, { SKU: sku }, 'Archived');
  await page.waitForURL('**/dashboard/admin/products?status=archived');
  await expect.poll(() => main(page).locator('article').filter({ hasText: product.name }).textContent()).toContain('Archived');
  await goTo(page, '/cart');
  const line = page.locator('main li').filter({ hasText: product.name });
  await expect.poll(() => line.textContent()).toMatch(/no longer available/i);
  await save(other.slug, { SKU: sku.toLowerCase() }, 'Active');
  await expect.poll(() => page.getByLabel('SKU').getAttribute('aria-invalid')).toBe('true');
  await main(page).getByText('There is already a product with the SKU').first().waitFor();
});
