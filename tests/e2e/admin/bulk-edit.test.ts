/** An admin changes many products at once, and takes it back. */
import { expect, test } from 'vitest';
import { readAdminProduct } from '../../../src/contract/product-admin.ts';
import { call, logInAdmin, makeCategory, makeProduct, uniqueName } from '../support/api-client.ts';
import { goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, findRow, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

test('[PWORK-9] [PWORK-10] [PWORK-11] all that match are selected, their prices changed after a preview, and taken back; then chosen ones deleted', async () => {
  const session = await logInAdmin(origin);
  const category = await makeCategory(origin, session.token);
  const prefix = uniqueName('Bulk');
  for (const [name, price] of [
    ['one', 10],
    ['two', 20],
    ['three', 999_999],
  ] as const)
    await makeProduct(origin, session.token, category._id, { name: `${prefix} ${name}`, price });
  const { page, expectBrowserErrors } = await visit({ session });
  // The shop doesn't know the draft that a copy is.
  expectBrowserErrors(/status of 404/);
  await goTo(page, `/dashboard/admin/products?keyword=${encodeURIComponent(prefix)}`);
  await main(page).getByRole('button', { name: 'Table' }).click();
  const priceOf = (name: string) =>
    findRow(page, `${prefix} ${name}`)
      .getByRole('button', { name: /Change the price/ })
      .textContent();
  await expect.poll(() => priceOf('one')).toBe('$10.00');
  await main(page)
    .getByRole('checkbox', { name: `Select ${prefix} one` })
    .check();
  const bar = main(page).getByRole('region', { name: 'Change the selected products' });
  await bar.getByText('1 selected').waitFor();
  await bar.getByRole('button', { name: 'Select all 3 products that match' }).click();
  await bar.getByText('All 3 products that match are selected').waitFor();
  await bar.getByRole('button', { name: 'Price' }).click();
  const value = dialog(page).getByLabel('Change', { exact: true });
  await value.fill('much');
  await value.press('Enter');
  await expect.poll(() => value.getAttribute('aria-invalid')).toBe('true');
  await value.fill('12.5');
  await dialog(page).getByRole('button', { name: 'Preview' }).click();
  await dialog(page).getByText('2 products will change.').waitFor();
  await dialog(page).getByText('$20.00 → $22.50').waitFor();
  await dialog(page).getByText(`${prefix} three: would cost more than`).waitFor();
  expect(await priceOf('two')).toBe('$20.00');
  await dialog(page).getByRole('button', { name: 'Change prices' }).click();
  await dialog(page).getByText('2 products changed.').waitFor();
  await expect.poll(() => priceOf('two')).toBe('$22.50');
  await dialog(page).getByRole('button', { name: 'Undo' }).click();
  await dialog(page).getByText('Undone: 2 products are as before.').waitFor();
  await expect.poll(() => priceOf('two')).toBe('$20.00');
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog(page).count()).toBe(0);

  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await main(page)
    .getByRole('checkbox', { name: `Select ${prefix} one` })
    .check();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByRole('button', { name: 'Preview' }).click();
  await dialog(page).getByText('1 product will change.').waitFor();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByText('1 product changed.').waitFor();
  await expect.poll(() => main(page).locator('tbody tr').count()).toBe(2);
  await page.keyboard.press('Escape');
  // A day's work later: it stands among the recent changes.
  await main(page).getByRole('button', { name: 'Recent changes' }).click();
  const line = dialog(page).getByRole('listitem').filter({ hasText: 'Deleted' }).first();
  await line.getByRole('button', { name: '1 product changed.' }).click();
  await dialog(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => main(page).locator('tbody tr').count()).toBe(3);
  await expect.poll(() => priceOf('one')).toBe('$10.00');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog(page).count()).toBe(0);
  const download = page.waitForEvent('download');
  await main(page).getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('products.csv');
  const slug = `${prefix} one`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  expect((await call(origin, readAdminProduct, { token: session.token, params: { slug } })).product[0]).toMatchObject({
    price: 10,
    quantity: 10,
  });
  // Deleted, it was taken out of the selection.
  await main(page)
    .getByRole('checkbox', { name: `Select ${prefix} two` })
    .check();
  await bar.getByRole('button', { name: 'Duplicate' }).click();
  await page.waitForURL(`**/update-product/copy-of-${slug.replace(/one$/, 'two')}`);
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(`Copy of ${prefix} two`);
});
