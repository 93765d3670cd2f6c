/** A merchant names the manufacturer of a product, sets up the notice of the legal guarantee and a local fee; customers see them. */
import { expect, test } from 'vitest';
import { updateGuaranteeSettings } from '../../../src/contract/legal-guarantee.ts';
import { readLocalFees, updateLocalFees } from '../../../src/contract/local-fees.ts';
import { GUARANTEE_SLUG, GUARANTEE_TITLE } from '../../../src/contract/shop-pages.ts';
import { call, logInAdmin, makeCategory, makeProduct, uniqueName } from '../support/api-client.ts';
import { fillFields } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

test('[SAFETY-1] [SAFETY-2] [SAFETY-3] a manufacturer is added, chosen in a product’s form, and shown on its page', async () => {
  const session = await logInAdmin(origin);
  const category = await makeCategory(origin, session.token);
  const [maker, name] = [uniqueName('Maker'), uniqueName('Kettle')];
  const product = await makeProduct(origin, session.token, category._id, { name, price: 12 });
  const { page, expectBrowserErrors } = await visit({ session });
  expectBrowserErrors(/400 \(Bad Request\).*safety\/contacts/);
  await goTo(page, '/dashboard/admin/manufacturers');
  await main(page).getByRole('button', { name: 'Add manufacturer' }).click();
  await fillFields(page, { Name: maker, 'Postal address': '1 Steam Lane\nBirmingham' });
  await page.getByLabel('Country', { exact: true }).selectOption('GB');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.getByLabel('Email', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  await fillFields(page, { Email: 'hello@maker.example' });
  await page.getByRole('button', { name: 'Save' }).click();
  await main(page)
    .getByRole('button', { name: `Edit ${maker}` })
    .waitFor();
  await goTo(page, `/dashboard/admin/products?maker=missing&keyword=${encodeURIComponent(name)}`);
  await main(page).getByText(name).first().waitFor();
  await goTo(page, `/dashboard/admin/update-product/${product.slug}`);
  const section = main(page).locator('details').filter({ hasText: 'Safety and guarantee' });
  await section.locator('summary').click();
  await section.getByLabel('Manufacturer', { exact: true }).selectOption({ label: maker });
  await fillFields(page, { Warnings: 'Hot surface.\nKeep away from children.', 'Years of guarantee': '5' });
  await main(page).getByRole('button', { name: 'Update Product' }).click();
  await findToast(page, 'Successfully Update').waitFor();
  const html = await (await fetch(`${origin}/product/${product.slug}`)).text();
  for (const text of [maker, '1 Steam Lane', 'hello@maker.example', 'Keep away from children.', '5 years']) expect(html).toContain(text);
});

test('[GUARANTEE-1] the notice is linked to from the footer and the product', async () => {
  const session = await logInAdmin(origin);
  const category = await makeCategory(origin, session.token);
  const product = await makeProduct(origin, session.token, category._id, { name: uniqueName('Pan'), price: 12 });
  const { token } = session;
  try {
    await call(origin, updateGuaranteeSettings, { token, body: { isOn: true, files: [] } });
    const { page } = await visit();
    await goTo(page, `/product/${product.slug}`);
    await main(page).getByRole('link', { name: GUARANTEE_TITLE }).click();
    await main(page).getByRole('heading', { level: 1, name: GUARANTEE_TITLE }).waitFor();
    await page.locator('footer').getByRole('link', { name: GUARANTEE_TITLE }).waitFor();
    await main(page).getByText('at least 2 years').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/pages/${GUARANTEE_SLUG}`);
  } finally {
    await call(origin, updateGuaranteeSettings, { token, body: { isOn: false, files: [] } });
  }
});

test('[LOCALFEE-1] a known fee is added with its source, switched on and saved', async () => {
  const session = await logInAdmin(origin);
  const { token } = session;
  try {
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/settings/tax');
    await main(page).getByRole('button', { name: 'Colorado' }).click();
    const fee = main(page).getByRole('group', { name: 'Retail Delivery Fee' });
    await fee.getByText('read on').waitFor();
    await fee.getByLabel('Charge this fee').check();
    await main(page).getByRole('button', { name: 'Save fees' }).click();
    await findToast(page, 'The fees are saved').waitFor();
    expect((await call(origin, readLocalFees, { token })).fees).toMatchObject([{ region: 'CO', amount: 0.28, isOn: true }]);
  } finally {
    await call(origin, updateLocalFees, { token, body: { fees: [] } });
  }
});
