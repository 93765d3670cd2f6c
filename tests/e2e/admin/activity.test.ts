/** The activity log, from a product to what was done to it. */
import { expect, test } from 'vitest';
import { readAdminProduct, updateProduct } from '../../../src/contract/product-admin.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin, makeCategory, makeProduct, uniqueName } from '../support/api-client.ts';
import { goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, findRow, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

test('[AUDIT-9] an owner sees what was done to a product, by whom, before and after', { tags: ['full'] }, async () => {
  const session = await logInAdmin(origin);
  const name = uniqueName('Teapot');
  const category = await makeCategory(origin, session.token);
  const product = await makeProduct(origin, session.token, category._id, { name, price: 12.5 });
  await call(origin, updateProduct, { token: session.token, params: { id: product._id }, body: { price: 19.5 } });
  const { page } = await visit({ session });
  await goTo(page, `/dashboard/admin/update-product/${product.slug}`);
  await main(page).getByRole('link', { name: 'View activity log' }).click();
  await main(page).getByText('Filter by item').waitFor();
  const row = findRow(page, 'Changed');
  await row.getByText('$12.50 → $19.50').waitFor();
  await expect.poll(() => row.textContent()).toContain(name);
  await findRow(page, 'Created').waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await row.getByRole('button', { name: /^Details of Product/ }).click();
  await dialog(page).getByText('$19.50').waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.setViewportSize(NARROW);
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  await main(page).getByRole('link', { name: 'Show all' }).click();
  await expect.poll(() => new URL(page.url()).search.replace('?', '')).toBe('');
  await main(page).getByText('Filter by item').waitFor({ state: 'detached' });
});

test('[AUDIT-15] an owner restores the version before a change, after a preview of what it changes', async () => {
  const session = await logInAdmin(origin);
  const name = uniqueName('Kettle');
  const category = await makeCategory(origin, session.token);
  const product = await makeProduct(origin, session.token, category._id, { name, price: 12.5 });
  await call(origin, updateProduct, { token: session.token, params: { id: product._id }, body: { price: 19.5 } });
  const { page } = await visit({ session });
  await goTo(page, `/dashboard/admin/activity?object=product:${product._id}`);
  await findRow(page, 'Changed')
    .getByRole('button', { name: /^Details of Product/ })
    .click();
  await dialog(page).getByRole('button', { name: 'Restore this version…' }).click();
  const preview = dialog(page).getByRole('region', { name: 'The version before this change' });
  await preview.getByText('Stock stays as it is.').waitFor();
  await expect.poll(() => preview.getByRole('row').last().textContent()).toMatch(/Price.*\$19\.50.*\$12\.50/);
  expect(await findA11yViolations(page)).toEqual([]);
  await preview.getByRole('button', { name: 'Restore this version', exact: true }).click();
  await findRow(page, 'Version restored').waitFor();
  await expect.poll(() => dialog(page).count()).toBe(0);
  const found = await call(origin, readAdminProduct, { token: session.token, params: { slug: product.slug } });
  expect(found.product[0]?.price).toBe(12.5);
});
