/** An admin makes discount codes, and sets shipping zones and tax. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  readShippingSettings,
  readTaxSettings,
  updateShippingSettings,
  updateTaxSettings,
} from '../../../src/contract/pricing-settings.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { call, logInAdmin, makeCategory, makeProduct, type Session, uniqueName } from '../support/api-client.ts';
import { heading } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, findRow, saveBar, saveChanges } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let session: Session;

beforeAll(async () => {
  session = await logInAdmin(origin);
});

describe('discount codes', () => {
  test('[CODE-4] a code is created for a category and a product, changed, and deactivated', { tags: ['full'] }, async () => {
    const category = await makeCategory(origin, session.token, uniqueName('Coded'));
    const product = await makeProduct(origin, session.token, category._id, { name: uniqueName('Zither') });
    const { page, expectBrowserErrors } = await visit({ session });
    expectBrowserErrors(/status of 400/);
    await goTo(page, '/dashboard/admin/codes');
    await page.getByRole('button', { name: 'New code' }).click();
    const code = uniqueName('TEN').replace(' ', '-').toUpperCase();
    await dialog(page).getByLabel('Code', { exact: true }).fill(` ${code.toLowerCase()} `);
    await dialog(page).getByLabel('Value').fill('101');
    await dialog(page).getByLabel('Total uses').fill('5');
    await dialog(page).getByLabel(category.name).check();
    await dialog(page).getByLabel('Find a product').fill(product.name);
    await dialog(page)
      .getByRole('button', { name: `Add ${product.name}` })
      .click();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await findToast(page, "The code wasn't saved").waitFor();
    await expect.poll(() => dialog(page).getByLabel('Value').getAttribute('aria-invalid')).toBe('true');
    await dialog(page).getByLabel('Value').fill('10');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await findToast(page, `${code} saved`).waitFor();
    const row = findRow(page, code);
    await expect.poll(() => row.textContent()).toContain('10% off');
    await expect.poll(() => row.textContent()).toContain('0 of 5');
    await row.getByRole('button', { name: `Edit ${code}` }).click();
    await expect.poll(() => dialog(page).getByLabel(category.name).isChecked()).toBe(true);
    await dialog(page)
      .getByRole('button', { name: `Remove ${product.name}` })
      .waitFor();
    await dialog(page).getByLabel('Type').selectOption('Amount');
    await dialog(page).getByLabel('Value').fill('7.50');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => row.textContent()).toContain('$7.50 off');
    await row.getByRole('button', { name: `Deactivate ${code}` }).click();
    await dialog(page).getByRole('button', { name: 'Deactivate', exact: true }).click();
    await expect.poll(() => row.textContent()).toContain('Ended');
  });
});

describe('shipping and tax', () => {
  test('[SHIP-1] [SHIP-6] [TAX-3] a zone and a tax rate are added by keyboard alone, refusals are shown at their fields, and carts use both', {
    tags: ['full'],
  }, async () => {
    const { token } = session;
    const { shipping } = await call(origin, readShippingSettings, { token });
    const { tax } = await call(origin, readTaxSettings, { token });
    const { page, expectBrowserErrors } = await visit({ session });
    expectBrowserErrors(/status of 400/);
    await goTo(page, '/dashboard/admin/shipping');
    await page.getByRole('button', { name: 'Add zone' }).press('Enter');
    const zone = page.getByRole('group', { name: `Zone ${shipping.zones.length + 1}` });
    await zone.getByLabel('Name', { exact: true }).fill('Islands');
    const places = zone.getByRole('combobox', { name: 'Countries and regions' });
    await places.fill('united states');
    await page.getByRole('option', { name: 'United States Already in United States' }).waitFor();
    await places.fill('hawa');
    await page.getByRole('option', { name: 'Hawaii, United States' }).waitFor();
    await page.keyboard.press('Enter');
    await zone.getByRole('button', { name: 'Remove Hawaii, United States' }).waitFor();
    await zone.getByLabel('Rate name').fill('Boat');
    await zone.getByLabel('Type').selectOption('By order total');
    await zone.getByLabel('Step 1, price').fill('-5');
    await zone.getByLabel('Step 2, from order total').fill('100');
    await zone.getByText('below $100').waitFor();
    await zone.getByLabel('Step 2, price').fill('9,50');
    await page.keyboard.press('Enter');
    await findToast(page, "The shipping zones weren't saved").waitFor();
    await expect.poll(() => zone.getByLabel('Step 1, price').getAttribute('aria-invalid')).toBe('true');
    await zone.getByLabel('Step 1, price').fill('25');
    await page.getByLabel('Default country', { exact: true }).selectOption({ label: 'Japan' });
    await zone.getByLabel('Step 1, price').press('Enter');
    await page.getByText('No zone has the default country, Japan').waitFor();
    await page.getByLabel('Default country', { exact: true }).selectOption({ label: 'United States' });
    await zone.getByLabel('Step 1, price').press('Enter');
    await findToast(page, 'Shipping zones saved').waitFor();
    // 9,50 is shown as 9.50 now, which is no change of anybody's.
    await expect.poll(() => zone.getByLabel('Step 2, price').inputValue()).toBe('9.50');
    const menu = page.getByRole('navigation', { name: 'Admin Panel' });
    await menu.getByRole('link', { name: 'Customers' }).click();
    await expect.poll(() => heading(page).textContent()).toBe('Users');
    await goTo(page, '/dashboard/admin/shipping');
    await zone.getByLabel('Step 2, price').waitFor();
    const saved = (await call(origin, readShippingSettings, { token })).shipping;
    const tiers = [
      { from: 0, price: 25 },
      { from: 100, price: 9.5 },
    ];
    expect(saved.zones.at(-1)).toMatchObject({
      name: 'Islands',
      places: [{ country: 'US', region: 'HAWAII' }],
      rates: [{ name: 'Boat', basis: 'total', tiers, freeFrom: null }],
    });
    expect(saved.zones.slice(0, -1)).toEqual(shipping.zones);

    await goTo(page, '/dashboard/admin/settings/tax');
    await page.getByRole('combobox', { name: 'Add a country or region' }).fill('hawaii');
    await page.keyboard.press('Enter');
    const rate = page.getByLabel('Tax rate of Hawaii, United States');
    await expect.poll(() => rate.evaluate((it) => it === document.activeElement)).toBe(true);
    await page.keyboard.type('101');
    await page.keyboard.press('Enter');
    await findToast(page, "The tax wasn't saved").waitFor();
    await expect.poll(() => rate.getAttribute('aria-invalid')).toBe('true');
    await rate.fill('4');
    await page.keyboard.press('Enter');
    await findToast(page, 'Tax saved').waitFor();
    expect((await call(origin, readTaxSettings, { token })).tax.rates).toEqual([
      ...tax.rates,
      { country: 'US', region: 'HAWAII', rate: 4 },
    ]);

    const category = await makeCategory(origin, token, uniqueName('Island'));
    const product = await makeProduct(origin, token, category._id, { price: 60 });
    await call(origin, updateProduct, { token, params: { id: product._id }, body: { shipping: 1 } });
    const visitor = await visit({ storage: { cart: [{ ...product, shipping: 1 }] } });
    await goTo(visitor.page, '/checkout');
    const summary = visitor.page.getByRole('region', { name: 'Your order' });
    await visitor.page.getByLabel('State').selectOption('Hawaii');
    await expect.poll(() => visitor.page.getByTestId('cart-total').textContent()).toBe('$85.00');
    await summary.getByText('Includes $3.27 tax (4%)').waitFor();
    await call(origin, updateShippingSettings, { token, body: shipping });
    await call(origin, updateTaxSettings, { token, body: tax });
  });

  test('[SHIP-6] [TAX-3] zones and rates are removed; what is missing is asked for at its field', { tags: ['full'] }, async () => {
    const { token } = session;
    const before = await call(origin, readTaxSettings, { token });
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/shipping');
    await page.getByRole('button', { name: 'Add zone' }).click();
    await saveChanges(page);
    await findToast(page, "The shipping zones weren't saved").waitFor();
    const zone = page.getByRole('group', { name: /^Zone/ }).last();
    for (const label of ['Name', 'Countries and regions', 'Rate name', 'Price ($)'])
      await expect.poll(() => zone.getByLabel(label, { exact: true }).getAttribute('aria-invalid')).toBe('true');
    const places = zone.getByRole('combobox', { name: 'Countries and regions' });
    await places.fill('Bavaria, Austria');
    await page.keyboard.press('Enter');
    await zone.getByRole('button', { name: 'Remove Bavaria, Austria' }).click();
    await expect.poll(() => places.evaluate((it) => it === document.activeElement)).toBe(true);
    await zone.getByLabel('Name', { exact: true }).fill('Unsaved');
    await saveBar(page).getByRole('button', { name: 'Discard' }).click();
    await dialog(page).getByRole('button', { name: 'Discard' }).click();
    await goTo(page, '/dashboard/admin/settings/tax');
    await page.getByRole('combobox', { name: 'Add a country or region' }).fill('at');
    await page.getByRole('listbox').getByRole('option', { name: 'Austria' }).click();
    await saveChanges(page);
    const rate = page.getByLabel('Tax rate of Austria');
    await expect.poll(() => rate.getAttribute('aria-invalid')).toBe('true');
    await rate.fill('20 %');
    await saveChanges(page);
    await findToast(page, 'Tax saved').waitFor();
    await page.getByRole('button', { name: 'Remove Austria' }).click();
    await saveChanges(page);
    await expect.poll(async () => (await call(origin, readTaxSettings, { token })).tax).toEqual(before.tax);
  });
});
