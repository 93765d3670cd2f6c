/** An account's addresses, and choosing one of them in the cart. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createAddress } from '../../../src/contract/address.ts';
import { listOrders } from '../../../src/contract/order.ts';
import { call, HOME_TEXT, logInAdmin, makeCategory, makeProduct, makeShopper } from '../support/api-client.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

const main = (page: Page) => page.locator('main');
const cards = (page: Page) => main(page).getByRole('list', { name: 'Addresses' }).getByRole('listitem');
const ADDRESS = {
  recipient: 'Ada Lovelace',
  street: '12 St James Square',
  postcode: 'SW1Y 4LE',
  city: 'London',
  region: '',
  country: 'GB',
};

test('[ADDR-1] [ADDR-2] a customer adds an address, is told what is missing, makes another the default, and deletes one', {
  tags: ['full'],
}, async () => {
  const session = await makeShopper(origin, undefined, { hasAddress: false });
  await call(origin, createAddress, { token: session.token, body: ADDRESS });
  const { page, expectBrowserErrors } = await visit({ session });
  expectBrowserErrors(/status of 400/);
  await goTo(page, '/dashboard/user/addresses');
  await main(page).getByText('Default', { exact: true }).waitFor();
  await main(page).getByRole('button', { name: 'Add address' }).click();
  const form = page.getByRole('form', { name: 'Add address' });
  await form.getByLabel('Recipient').fill('山田 花子');
  await form.getByLabel('Street and house number').fill('銀座 4-5-6');
  await expect.poll(() => form.getByLabel('State').getAttribute('required')).toBe('');
  await form.getByLabel('Country').selectOption({ label: 'Japan' });
  // The country's own fields, in its order.
  await form.getByLabel('Prefecture').selectOption({ label: '東京都 (Tokyo)' });
  const labels = await form.locator('label').allTextContents();
  expect(labels.slice(0, 6)).toEqual(['Country', 'Recipient', 'Postcode', 'Prefecture', 'City', 'Street and house number']);
  await form.getByLabel('Postcode').fill('10115');
  await form.getByLabel('City').focus();
  await form.getByText('Enter a postcode like 154-0023').waitFor();
  await form.getByLabel('Postcode').fill('104-0061');
  await form.getByLabel('City').fill('   ');
  await form.getByRole('button', { name: 'Save address' }).click();
  await expect.poll(() => form.getByLabel('City').getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => form.getByLabel('Recipient').inputValue()).toBe('山田 花子');
  await form.getByLabel('City').fill('中央区');
  await form.getByRole('button', { name: 'Save address' }).click();
  await findToast(page, 'Address saved').waitFor();
  await main(page).getByRole('button', { name: 'Make default: 山田 花子' }).click();
  await expect.poll(() => cards(page).first().textContent()).toContain('山田 花子');
  await main(page).getByRole('button', { name: 'Delete: Ada Lovelace' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await findToast(page, 'Address deleted').waitFor();
  await expect.poll(() => cards(page).count()).toBe(1);
  await page.setViewportSize(NARROW);
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
});

test('[ADDR-4] the checkout offers saved addresses for an order', async () => {
  const admin = await logInAdmin(origin);
  const product = await makeProduct(origin, admin.token, (await makeCategory(origin, admin.token))._id);
  const session = await makeShopper(origin);
  await call(origin, createAddress, { token: session.token, body: ADDRESS });
  const { page } = await visit({ session, storage: { cart: [product] } });
  await goTo(page, '/cart');
  // The default one is what the cart shows, and is priced for.
  await expect.poll(() => main(page).textContent()).toContain(HOME_TEXT);
  await page.getByRole('button', { name: 'Checkout for payment' }).click();
  await main(page).getByRole('button', { name: 'Ship to another address' }).click();
  await main(page)
    .getByLabel('Saved address')
    .selectOption({ label: 'Ada Lovelace, 12 St James Square, London, SW1Y 4LE, United Kingdom' });
  await expect.poll(() => main(page).textContent()).toContain('Ada Lovelace\n12 St James Square\nLondon\nSW1Y 4LE\nUnited Kingdom');
  await page.getByRole('button', { name: /^Order and pay/ }).click();
  await page.waitForURL('**/pay/**');
  const { orders } = await call(origin, listOrders, { token: session.token, query: { status: 'pending' } });
  expect(orders).toMatchObject([{ shipTo: ADDRESS }]);
});
