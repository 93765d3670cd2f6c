/** A merchant enters brand, tags, cost and contents of a product, and chooses what is shown with it; customers see what is for them. */
import { expect, test } from 'vitest';
import { readAdminProduct } from '../../../src/contract/product-admin.ts';
import { call, logInAdmin, makeCategory, makeProduct, uniqueName } from '../support/api-client.ts';
import { fillFields } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

test('[MERCH-11] [MERCH-13] [MERCH-14] the form says margin and unit price; the shop shows brand, unit price and the chosen products', async () => {
  const session = await logInAdmin(origin);
  const category = await makeCategory(origin, session.token);
  const [brand, name, other] = [uniqueName('Brand'), uniqueName('Honey'), uniqueName('Spoon')];
  const product = await makeProduct(origin, session.token, category._id, { name, price: 12 });
  const related = await makeProduct(origin, session.token, category._id, { name: other, price: 900 });
  const { page } = await visit({ session });
  await goTo(page, `/dashboard/admin/update-product/${product.slug}`);
  const section = (title: string) => main(page).locator('details').filter({ hasText: title });
  await section('Brand, tags and cost').locator('summary').click();
  await fillFields(page, { Brand: brand, Tags: 'new,  bees', 'Cost per item': '3', Contents: '250' });
  await section('Brand, tags and cost').getByText('Margin 75.0%').waitFor();
  await main(page).getByRole('button', { name: 'Update Product' }).click();
  await expect.poll(() => page.getByLabel('Unit of the contents').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Unit of the contents').selectOption('g');
  await section('Brand, tags and cost').getByText('48 / kg').or(section('Brand, tags and cost').getByText('48.00 / kg')).first().waitFor();
  await section('Related products').locator('summary').click();
  await fillFields(page, { 'Find a product': other });
  await page.getByRole('button', { name: `Add ${other}` }).click();
  await main(page).getByRole('button', { name: 'Update Product' }).click();
  await findToast(page, 'Successfully Update').waitFor();
  const stored = (await call(origin, readAdminProduct, { token: session.token, params: { slug: product.slug } })).product[0];
  expect(stored).toMatchObject({ brand: { name: brand }, tags: ['new', 'bees'], cost: 3, relatedProducts: [related._id] });
  await goTo(page, `/dashboard/admin/brands`);
  await main(page)
    .getByRole('link', { name: `/brands/${stored?.brand?.slug}` })
    .waitFor();

  const { page: customer, expectBrowserErrors } = await visit();
  expectBrowserErrors(/status of 404/);
  await goTo(customer, `/product/${product.slug}`);
  await main(customer).getByText('/ kg').first().waitFor();
  const similar = main(customer).locator('section').filter({ hasText: 'Similar Products' }).locator('article');
  await expect.poll(() => similar.first().getAttribute('data-product')).toBe(related.slug);
  await main(customer).getByRole('link', { name: brand }).first().click();
  await main(customer).getByRole('heading', { level: 1, name: brand }).waitFor();
  const card = main(customer).locator('article').filter({ hasText: name });
  await card.getByText('/ kg').waitFor();
  const html = await (await fetch(`${origin}/brands/${stored?.brand?.slug}`)).text();
  expect(html).toContain('"@type":"Brand"');
  expect(html).toContain(`<link rel="canonical" href="${origin}/brands/${stored?.brand?.slug}"`);
  for (const secret of ['"cost"', 'bees']) expect(html).not.toContain(secret);
  await goTo(customer, '/brands/no-such-brand');
  await main(customer).getByRole('heading', { name: 'Brand not found' }).waitFor();
});
