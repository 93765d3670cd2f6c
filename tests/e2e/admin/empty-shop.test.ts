/** A shop without products, orders or a payment provider: what the admin area says. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ShopProcess, startShop } from '../../support/shop-process.ts';
import { logInAdmin, makeCategory, makeProduct, makeShopper, uniqueName } from '../support/api-client.ts';
import { button, heading } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin, makeEmptyDataDir } from '../support/worker-shop.ts';
import { findRow, main, saveChanges } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

describe('an empty shop', () => {
  let emptyShop: ShopProcess;

  beforeAll(async () => {
    emptyShop = await startShop({ dataDir: makeEmptyDataDir(), env: { DEMO: 'off' } });
  });
  afterAll(async () => {
    await emptyShop?.stop();
  });

  test('[ADM-7] [HOME-3] says NOT PRODUCT YET to the admin, and is a page for visitors all the same', { tags: ['full'] }, async () => {
    const { page } = await visit({ origin: emptyShop.origin, session: await logInAdmin(emptyShop.origin) });
    await goTo(page, '/dashboard/admin/products');
    await page.getByText('NOT PRODUCT YET').waitFor();
    for (const path of [
      '/dashboard/admin',
      '/dashboard/admin/create-category',
      '/dashboard/admin/create-product',
      '/',
      '/categories',
      '/about',
    ]) {
      await goTo(page, path);
      await expect.poll(() => heading(page).count()).toBe(1);
      await expect.poll(() => main(page).getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(0);
      await expect.poll(() => main(page).getByRole('button', { name: 'Try again' }).count(), { message: path }).toBe(0);
    }
  });

  test('[ADM-2] [ADM-7] [ADM-9] [FIG-2] [SETUP-1] [SETUP-3] each empty list says what to do next, down to the first product', {
    tags: ['full'],
  }, async () => {
    const { page } = await visit({ origin: emptyShop.origin, session: await logInAdmin(emptyShop.origin) });
    await goTo(page, '/dashboard/admin/users');
    await page.getByText('No customers yet').waitFor();
    await goTo(page, '/dashboard/admin/emails');
    await page.getByText('No emails yet').waitFor();
    await goTo(page, '/dashboard/admin');
    await page.getByText('No orders yet').waitFor();
    // What keeps it from selling, beside the steps of the setup.
    await expect
      .poll(() => main(page).getByRole('region', { name: 'Before you sell' }).getByRole('listitem').allTextContents())
      .toEqual([expect.stringMatching(/^No backups are made/)]);
    await page.getByText('No sales in this period').waitFor();
    // What is left for the merchant: each step leads to where it is done, and is done by itself.
    const setup = main(page).getByRole('region', { name: 'Set up your shop' });
    await setup.getByText('1 of 10 steps done').waitFor();
    await setup.getByRole('link', { name: 'Start: Name and logo' }).click();
    await page.waitForURL('**/dashboard/admin/settings#name');
    await expect.poll(() => page.getByLabel('Shop name').evaluate((it) => it === document.activeElement)).toBe(true);
    await page.getByLabel('Shop name').fill('Owl & Co');
    await saveChanges(page);
    await findToast(page, 'Shop details saved').waitFor();
    await page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: 'Home' }).click();
    await setup.getByText('Still missing: logo').waitFor();
    await setup.getByRole('link', { name: 'Continue: Name and logo' }).waitFor();
    await setup.getByRole('button', { name: 'Hide this list' }).click();
    await setup.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('No orders yet').waitFor();
    await expect.poll(() => setup.count()).toBe(0);
    await goTo(page, '/dashboard/admin/products');
    await main(page).getByRole('link', { name: 'Create your first category' }).click();
    await page.waitForURL('**/create-category');
    await page.getByText('No categories yet').waitFor();
    const name = uniqueName('First');
    await page.getByPlaceholder('Create a category').fill(name);
    await button(page, 'Submit').click();
    await findRow(page, name).waitFor();
    await page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: 'Products', exact: true }).click();
    await main(page).getByRole('link', { name: 'Create your first product' }).click();
    await page.waitForURL('**/create-product');
    await page.getByText('UPLAOD IMAGE').waitFor();
  });

  test('[CUR-1] a merchant sells in euros and writes prices as in Germany, and every page has it at once', { tags: ['full'] }, async () => {
    const admin = await logInAdmin(emptyShop.origin);
    const category = await makeCategory(emptyShop.origin, admin.token);
    const product = await makeProduct(emptyShop.origin, admin.token, category._id, { price: 1234.5 });
    const { page } = await visit({ origin: emptyShop.origin, session: admin, storage: { cart: [product] } });
    await goTo(page, '/dashboard/admin/settings');
    await page.getByLabel('Currency').selectOption('EUR');
    await page.getByLabel('Price format').selectOption({ label: '1.234,50\u00a0€ – German (Germany)' });
    await saveChanges(page);
    await findToast(page, 'Shop details saved').waitFor();
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Search and filters' }).click();
    await main(page).getByText('In EUR; both ends are included').waitFor();
    await goTo(page, `/product/${product.slug}`);
    await main(page).getByText('1.234,50\u00a0€').first().waitFor();
    const jsonLd = (await page.locator('script[type="application/ld+json"]').allTextContents()).join('');
    expect(jsonLd).toContain('"price":"1234.50"');
    expect(jsonLd).toContain('"priceCurrency":"EUR"');
    await goTo(page, '/cart');
    await main(page).getByText('1.234,50\u00a0€').first().waitFor();
    await expect.poll(() => main(page).textContent()).not.toContain('$');
  });

  test('[CART-8] [CART-4] [CHECKOUT-15] without a payment provider the cart says that paying is not set up yet, and nothing else breaks', {
    tags: ['full'],
  }, async () => {
    const admin = await logInAdmin(emptyShop.origin);
    const category = await makeCategory(emptyShop.origin, admin.token);
    const product = await makeProduct(emptyShop.origin, admin.token, category._id);
    const { page } = await visit({ origin: emptyShop.origin, session: await makeShopper(emptyShop.origin), storage: { cart: [product] } });
    await goTo(page, '/cart');
    await page.getByText("Checkout isn't available yet").waitFor();
    await expect.poll(() => main(page).textContent()).not.toContain('4242');
    // A guest is told once, before anything is typed.
    const { page: guest } = await visit({ origin: emptyShop.origin, storage: { cart: [product] } });
    await goTo(guest, '/cart');
    await expect.poll(() => guest.getByText("Checkout isn't available yet").count()).toBe(1);
    await expect.poll(() => guest.getByText('Check out as guest').count()).toBe(0);
    await goTo(guest, '/checkout');
    await guest.getByText("Checkout isn't available yet").waitFor();
    await expect.poll(() => main(guest).getByRole('textbox').count()).toBe(0);
  });
});
