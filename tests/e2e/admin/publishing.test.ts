/** A merchant says from when until when a product is in the shop. */
import { expect, test } from 'vitest';
import { readAdminProduct } from '../../../src/contract/product-admin.ts';
import { call, logInAdmin, makeCategory, makeProduct, uniqueName } from '../support/api-client.ts';
import { fillFields } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

test('[GOODS-7] a product with a time to come is under Scheduled and not in the shop; one whose time is over is under Ended', async () => {
  const session = await logInAdmin(origin);
  const category = await makeCategory(origin, session.token);
  const product = await makeProduct(origin, session.token, category._id, { name: uniqueName('Advent') });
  const { page, expectBrowserErrors } = await visit({ session });
  expectBrowserErrors(/status of 400/);
  const section = main(page).locator('details').filter({ hasText: 'Publishing' });
  const save = async (fields: Record<string, string>) => {
    await goTo(page, `/dashboard/admin/update-product/${product.slug}`);
    await main(page).getByRole('button', { name: 'Update Product' }).waitFor();
    if (!(await section.getByLabel('Published from').isVisible())) await section.locator('summary').click();
    await fillFields(page, fields);
    await main(page).getByRole('button', { name: 'Update Product' }).click();
  };
  await save({ 'Published from': '2090-12-01T08:00', 'Published until': '2090-11-01T08:00' });
  await expect.poll(() => section.getByLabel('Published until').getAttribute('aria-invalid')).toBe('true');
  await fillFields(page, { 'Published until': '2090-12-24T18:00' });
  await main(page).getByRole('button', { name: 'Update Product' }).click();
  await findToast(page, 'Successfully Update').waitFor();
  await page.waitForURL('**/dashboard/admin/products?status=scheduled');
  const card = main(page).locator('article').filter({ hasText: product.name });
  await expect.poll(() => card.textContent()).toContain('Scheduled');
  // The shop's time zone is UTC.
  const read = async () => (await call(origin, readAdminProduct, { token: session.token, params: { slug: product.slug } })).product[0];
  expect(await read()).toMatchObject({ publishFrom: '2090-12-01T08:00:00.000Z', publishUntil: '2090-12-24T18:00:00.000Z' });
  expect((await fetch(`${origin}/product/${product.slug}`)).status).toBe(404);
  await save({ 'Published from': '2020-12-01T08:00', 'Published until': '2020-12-24T18:00' });
  await page.waitForURL('**/dashboard/admin/products?status=ended');
  await expect.poll(() => card.textContent()).toContain('Ended');
  await save({ 'Published from': '', 'Published until': '' });
  await page.waitForURL('**/dashboard/admin/products');
  expect(await read()).not.toHaveProperty('publishFrom');
  expect((await fetch(`${origin}/product/${product.slug}`)).status).toBe(200);
});
