/** A merchant sets how search engines show a product, and its address. */
import { expect, test } from 'vitest';
import { readAdminProduct } from '../../../src/contract/product-admin.ts';
import { call, logInAdmin, makeCategory, makeProduct, uniqueName } from '../support/api-client.ts';
import { advanceClock, fillFields, stopClock } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

test('[GOODS-1] [GOODS-2] [GOODS-3] a merchant sees how a search engine will show the product, and the page is then so', async () => {
  const session = await logInAdmin(origin);
  const category = await makeCategory(origin, session.token);
  const product = await makeProduct(origin, session.token, category._id, { name: uniqueName('Kettle') });
  const other = await makeProduct(origin, session.token, category._id);
  const { page, expectBrowserErrors } = await visit({ session, clock: true });
  expectBrowserErrors(/status of 409/);
  await goTo(page, `/dashboard/admin/update-product/${product.slug}`);
  const section = main(page).locator('details').filter({ hasText: 'Search engines' });
  await expect.poll(() => section.getByLabel('Title in search results').isVisible()).toBe(false);
  await section.locator('summary').click();
  const preview = section.getByRole('figure');
  await expect.poll(() => preview.textContent()).toContain(`${product.name} – eCommerce App`);
  await fillFields(page, {
    'Title in search results': 'Kettles for two',
    'Text in search results': 'Boils in a minute.',
    'Address of the page': other.slug,
  });
  await expect.poll(() => preview.textContent()).toMatch(new RegExp(`› ${other.slug}Kettles for two – eCommerce AppBoils in a minute\\.`));
  // Closed again, it opens for its error.
  await section.locator('summary').click();
  await main(page).getByRole('button', { name: 'Update Product' }).click();
  await expect.poll(() => section.getByLabel('Address of the page').isVisible()).toBe(true);
  await section.getByText(`Another product already has the address /product/${other.slug}`).waitFor();
  const address = uniqueName('My new kettle');
  const slug = address.toLowerCase().replaceAll(' ', '-');
  await fillFields(page, { 'Address of the page': address });
  await stopClock(page);
  await main(page).getByRole('button', { name: 'Update Product' }).click();
  await findToast(page, 'Successfully Update').waitFor();
  await advanceClock(page, 2000);
  const saved = await call(origin, readAdminProduct, { token: session.token, params: { slug } });
  expect(saved.product[0]).toMatchObject({ slug, seoTitle: 'Kettles for two', seoDescription: 'Boils in a minute.' });
  const moved = await fetch(`${origin}/product/${product.slug}`, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([301, expect.stringContaining(`/product/${slug}`)]);
  const html = await (await fetch(`${origin}/product/${slug}`)).text();
  expect(html).toContain('<title>Kettles for two – eCommerce App</title>');
  expect(html).toContain('<meta name="description" content="Boils in a minute."/>');
  expect(html).toContain('<meta property="og:title" content="Kettles for two – eCommerce App"/>');
  expect(html).toContain('<meta property="og:description" content="Boils in a minute."/>');
  expect(html).toMatch(new RegExp(`"@type":"Product","name":"${product.name}","description":"Boils in a minute\\."`));
});
