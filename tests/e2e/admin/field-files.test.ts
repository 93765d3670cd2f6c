/** A merchant gives a product a file that customers open, and makes two brands one. */
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { createCustomField, deleteCustomField } from '../../../src/contract/custom-fields.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin, makeCategory, makeProduct } from '../support/api-client.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const admin = await logInAdmin(origin);
const { token } = admin;

const field = (
  await call(origin, createCustomField, {
    token,
    body: { owner: 'product', key: 'size_chart', name: 'Size chart', type: 'file', isVisible: true },
  })
).field;
afterAll(() => call(origin, deleteCustomField, { token, params: { id: field._id } }));

const keep = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};
const PDF = { name: 'Size chart 2026.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 sizes') };

test('[CFIELD-15] [MERCH-16] a size chart is uploaded in the product’s form and opened on its page; two brands are merged', {
  tags: ['full'],
}, async () => {
  const category = await makeCategory(origin, token);
  const [one, two] = [await makeProduct(origin, token, category._id), await makeProduct(origin, token, category._id)];
  for (const [product, brand] of [
    [one, `Lumen ${one.slug}`],
    [two, `Lumen GmbH ${one.slug}`],
  ] as const)
    await call(origin, updateProduct, { token, params: { id: product._id }, body: { brand } });
  const { page } = await visit({ session: admin });
  await goTo(page, `/dashboard/admin/update-product/${one.slug}`);
  const chooser = page.getByLabel('Size chart: Choose file');
  await chooser.setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<p>') });
  await page.getByText('Files of this kind aren’t allowed.').waitFor();
  await chooser.setInputFiles(PDF);
  await main(page).getByRole('link', { name: PDF.name }).waitFor();
  await keep(page, 'form');
  expect(await findA11yViolations(page)).toEqual([]);
  await main(page).getByRole('button', { name: 'Update Product' }).click();
  await findToast(page, 'Successfully Update').waitFor();

  const shopper = (await visit()).page;
  await goTo(shopper, `/product/${one.slug}`);
  const link = shopper.getByRole('link', { name: PDF.name });
  const sent = await fetch(new URL((await link.getAttribute('href')) ?? '', origin));
  expect([sent.status, await sent.text()]).toEqual([200, '%PDF-1.4 sizes']);
  await shopper.getByText('1 kB').waitFor();
  await keep(shopper, 'product');
  await shopper.setViewportSize(NARROW);
  expect(await hasNoHorizontalScroll(shopper)).toBe(true);
  await keep(shopper, 'product-390');

  await goTo(page, '/dashboard/admin/brands');
  await page.getByRole('button', { name: `Merge Lumen GmbH ${one.slug} into another brand` }).click();
  await dialog(page).getByLabel('Find a brand').fill(`Lumen ${one.slug}`);
  await dialog(page)
    .getByRole('radio', { name: `Lumen ${one.slug}` })
    .check();
  await keep(page, 'merge');
  expect(await findA11yViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(NARROW);
  expect(await hasNoHorizontalScroll(page)).toBe(true);
  await keep(page, 'merge-390-dark');
  await dialog(page).getByRole('button', { name: 'Merge brands' }).click();
  await findToast(page, `Merged into Lumen ${one.slug}`).waitFor();
  await keep(page, 'brands-390-dark');
  await goTo(shopper, `/brands/lumen-gmbh-${one.slug}`);
  await shopper.getByRole('heading', { level: 1, name: `Lumen ${one.slug}` }).waitFor();
});
