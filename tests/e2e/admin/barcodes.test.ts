/** A merchant enters barcodes, and finds products by them. */
import { expect, test } from 'vitest';
import { readAdminProduct, updateProduct } from '../../../src/contract/product-admin.ts';
import { call, logInAdmin, makeCategory, makeProduct, uniqueName } from '../support/api-client.ts';
import { fillFields } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

test('[GOODS-8] [GOODS-9] [GOODS-10] [GOODS-11] a wrong barcode is named at its field; a right one finds the product, and search engines read it', async () => {
  const session = await logInAdmin(origin);
  const category = await makeCategory(origin, session.token);
  const product = await makeProduct(origin, session.token, category._id, { name: uniqueName('Scanned') });
  const { page, expectBrowserErrors } = await visit({ session });
  expectBrowserErrors(/status of 400/);
  await goTo(page, `/dashboard/admin/update-product/${product.slug}`);
  const section = main(page).locator('details').filter({ hasText: 'Barcode' });
  await section.locator('summary').click();
  const label = 'GTIN, EAN, UPC or ISBN';
  await fillFields(page, { [label]: '4006381333932' });
  await main(page).getByRole('button', { name: 'Update Product' }).click();
  await section.getByText('Is no barcode of 8, 12, 13 or 14 digits').waitFor();
  await fillFields(page, { [label]: '4006381 333931' });
  await page.getByLabel('Condition').selectOption({ label: 'Refurbished' });
  await main(page).getByRole('button', { name: 'Update Product' }).click();
  await findToast(page, 'Successfully Update').waitFor();
  const html = await (await fetch(`${origin}/product/${product.slug}`)).text();
  expect(html).toContain('"gtin":"4006381333931"');
  expect(html).toContain('"itemCondition":"https://schema.org/RefurbishedCondition"');
  expect(html).toMatch(/<dt[^>]*>Condition<\/dt><dd[^>]*>Refurbished</);
  await goTo(page, '/dashboard/admin/products?keyword=4006381333931');
  await main(page).locator('article').filter({ hasText: product.name }).waitFor();

  const options = [{ name: 'Size', values: ['S', 'M'] }];
  const variants = ['S', 'M'].map((Size) => ({ options: { Size }, price: 5, quantity: 1 }));
  await call(origin, updateProduct, { token: session.token, params: { id: product._id }, body: { options, variants } });
  await goTo(page, `/dashboard/admin/update-product/${product.slug}`);
  await main(page).getByRole('button', { name: 'Add barcodes' }).click();
  await fillFields(page, { 'Barcode of M': '036000291452' });
  await main(page).getByRole('button', { name: 'Update Product' }).click();
  await findToast(page, 'Successfully Update').waitFor();
  const read = await call(origin, readAdminProduct, { token: session.token, params: { slug: product.slug } });
  expect(read.product[0]?.variants?.map(({ barcode }) => barcode)).toEqual([undefined, '036000291452']);
});
