/** An admin makes discount codes, and sets shipping zones and tax. */
import { beforeAll, describe, expect, test } from 'vitest';
import { readShippingSettings } from '../../../src/contract/pricing-settings.ts';
import { call, logInAdmin, makeCategory, makeProduct, type Session, uniqueName } from '../support/api-client.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, findRow } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let session: Session;

beforeAll(async () => {
  session = await logInAdmin(origin);
});

describe('discount codes', () => {
  test('[CODE-4] one is made for a category and a product, changed, and ended', async () => {
    const category = await makeCategory(origin, session.token, uniqueName('Coded'));
    const product = await makeProduct(origin, session.token, category._id, { name: uniqueName('Zither') });
    const { page, expectBrowserErrors } = await visit({ session });
    expectBrowserErrors(/status of 400/);
    await goTo(page, '/dashboard/admin/codes');
    await page.getByRole('button', { name: 'New code' }).click();
    const code = uniqueName('TEN').replace(' ', '-').toUpperCase();
    await dialog(page).getByLabel('Code', { exact: true }).fill(` ${code.toLowerCase()} `);
    await dialog(page).getByLabel('Value').fill('101');
    await dialog(page).getByLabel('Uses in all').fill('5');
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
    await dialog(page).getByLabel('Kind').selectOption('Amount');
    await dialog(page).getByLabel('Value').fill('7.50');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => row.textContent()).toContain('$7.50 off');
    await row.getByRole('button', { name: `End ${code}` }).click();
    await dialog(page).getByRole('button', { name: 'End', exact: true }).click();
    await expect.poll(() => row.textContent()).toContain('Ended');
  });
});

describe('shipping and tax', () => {
  test('[SHIP-1] zones that overlap are told beside their field; what is right is saved', { tags: ['full'] }, async () => {
    const { shipping } = await call(origin, readShippingSettings, { token: session.token });
    const { page, expectBrowserErrors } = await visit({ session });
    expectBrowserErrors(/status of 400/);
    await goTo(page, '/dashboard/admin/shipping');
    await page.getByRole('button', { name: 'Add zone' }).click();
    const zone = page.getByRole('group', { name: `Zone ${shipping.zones.length + 1}` });
    await zone.getByLabel('Name').fill('Islands');
    await zone.getByLabel('Countries and regions').fill('us');
    await zone.getByLabel('Rate', { exact: true }).fill('Boat');
    await zone.getByLabel('Price').fill('25');
    await page.getByRole('button', { name: 'Save zones' }).click();
    await findToast(page, "The shipping zones weren't saved").waitFor();
    await expect.poll(() => zone.getByLabel('Countries and regions').getAttribute('aria-invalid')).toBe('true');
    await zone.getByLabel('Countries and regions').fill('US: Hawaii');
    await page.getByRole('button', { name: 'Save zones' }).click();
    await findToast(page, 'Shipping zones saved').waitFor();
    const saved = (await call(origin, readShippingSettings, { token: session.token })).shipping;
    expect(saved.zones.at(-1)).toMatchObject({
      name: 'Islands',
      places: [{ country: 'US', region: 'HAWAII' }],
      rates: [{ name: 'Boat', basis: 'flat', tiers: [{ from: 0, price: 25 }], freeFrom: null }],
    });
    expect(saved.zones.slice(0, -1)).toEqual(shipping.zones);
    await page.getByRole('button', { name: `Remove zone ${shipping.zones.length + 1}` }).click();
    await page.getByRole('button', { name: 'Save zones' }).click();
    await expect.poll(async () => (await call(origin, readShippingSettings, { token: session.token })).shipping).toEqual(shipping);
  });

  test('[TAX-3] a line of tax rates that is none is named', { tags: ['full'] }, async () => {
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/shipping');
    const rates = page.getByLabel('Rates');
    const before = await rates.inputValue();
    await rates.fill(`${before}\nFrance: many`);
    await page.getByRole('button', { name: 'Save tax' }).click();
    await page.getByText('Line 2: enter a country').waitFor();
    await rates.fill(before);
    await page.getByRole('button', { name: 'Save tax' }).click();
    await findToast(page, 'Tax saved').waitFor();
  });
});
