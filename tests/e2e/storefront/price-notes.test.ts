/** What is said beside prices, as the merchant switches it on: the lowest price before a sale, tax and shipping. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPriceNotes, updatePriceNotes } from '../../../src/contract/price-notes.ts';
import {
  readShippingSettings,
  readTaxSettings,
  updateShippingSettings,
  updateTaxSettings,
} from '../../../src/contract/pricing-settings.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { orderButton } from '../checkout/test-products.ts';
import { call, logInAdmin, makeCategory, makeProduct, uniqueName } from '../support/api-client.ts';
import { goTo, hasNoHorizontalScroll, NARROW, prepareVisits, WIDE } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { productCards } from './product-list.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const main = (page: Page) => page.locator('main');
let restore: () => Promise<unknown>;

beforeAll(async () => {
  const { token } = await logInAdmin(origin);
  const { shipping } = await call(origin, readShippingSettings, { token });
  const { tax } = await call(origin, readTaxSettings, { token });
  const { notes } = await call(origin, readPriceNotes, { token });
  restore = async () => {
    await call(origin, updateShippingSettings, { token, body: shipping });
    await call(origin, updateTaxSettings, { token, body: tax });
    await call(origin, updatePriceNotes, { token, body: notes });
  };
  const rates = [{ name: 'Parcel', basis: 'flat' as const, tiers: [{ from: 0, price: 4.9 }], freeFrom: null }];
  const zones = [{ name: 'Everywhere', places: [{ country: '*', region: '' }], rates }];
  await call(origin, updateShippingSettings, { token, body: { defaultCountry: 'US', zones } });
  const body = { pricesIncludeTax: true, taxShipping: true, rates: [{ country: 'US', region: '', rate: 10 }] };
  await call(origin, updateTaxSettings, { token, body });
});
afterAll(() => restore());

test('[LAWPRICE-6] [LAWPRICE-7] once switched on, each price on a phone says its lowest before the sale, tax and shipping', async () => {
  const admin = await logInAdmin(origin);
  const { token } = admin;
  const category = await makeCategory(origin, token);
  const name = uniqueName('Lowest');
  const product = await makeProduct(origin, token, category._id, { name, price: 50 });
  // Sold for 50 until now, so that 60 would promise too much.
  const sale = { price: 40, compareAtPrice: 60 };
  await call(origin, updateProduct, { token, params: { id: product._id }, body: sale });
  // It costs what it always did.
  const other = await makeProduct(origin, token, category._id, { name: uniqueName('Raised'), price: 30 });
  await call(origin, updateProduct, { token, params: { id: other._id }, body: { compareAtPrice: 90 } });

  // A cart of before, which learns of it.
  const { page } = await visit({ storage: { cart: [product] } });
  await page.setViewportSize(NARROW);
  await goTo(page, `/category/${category.slug}`);
  const card = productCards(page).filter({ hasText: name });
  await expect.poll(() => card.textContent()).toMatch(/\$40\.00 .*\$60\.00 ?Save 33%/);
  await expect.poll(() => main(page).locator('.price-note').count()).toBe(0);

  const { page: merchant } = await visit({ session: admin });
  await goTo(merchant, '/dashboard/admin/settings');
  for (const name of ['Lowest price before a sale', 'Tax and shipping']) {
    const toggle = main(merchant).getByRole('switch', { name });
    await toggle.click();
    await expect.poll(() => toggle.isChecked()).toBe(true);
  }
  await merchant.getByRole('button', { name: 'Save' }).first().click();
  await merchant.getByText('What is beside prices is saved').first().waitFor();

  const law = /Save 20%Lowest price of the last 30 days: \$50\.00.*incl\. tax, plus shipping/s;
  await goTo(page, `/category/${category.slug}`);
  await expect.poll(() => card.textContent()).toMatch(law);
  const raised = productCards(page).filter({ hasText: other.name });
  await expect.poll(() => raised.locator('s, .saving').count()).toBe(0);
  await expect.poll(() => raised.textContent()).toContain('incl. tax, plus shipping');
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);

  await goTo(page, `/product/${product.slug}`);
  await expect.poll(() => main(page).textContent()).toMatch(law);
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  await page.setViewportSize(WIDE);
  await page.locator('input[name="keyword"]').first().fill(name);
  await expect.poll(() => page.getByRole('option', { name }).first().textContent()).toContain('Lowest price of the last 30 days: $50.00');

  await page.setViewportSize(NARROW);
  // The first visit says what has changed since.
  await goTo(page, '/cart');
  await main(page).getByText('Price was $50.00').waitFor();
  await goTo(page, '/cart');
  const line = main(page).locator('li').filter({ hasText: name });
  await expect.poll(() => line.textContent()).toMatch(/\$40\.00.*\$60\.00.*Lowest price of the last 30 days: \$50\.00.*plus shipping/s);
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  await goTo(page, '/checkout');
  await expect.poll(() => page.locator('[data-bottom-bar]').textContent()).toMatch(/Total to pay \$44\.90.*Order and pay \$44\.90/s);
  await orderButton(page).waitFor();

  await goTo(page, `/category/${category.slug}`);
  await card.getByRole('link', { name: 'shipping', exact: true }).click();
  await page.waitForURL('**/contact');
});
