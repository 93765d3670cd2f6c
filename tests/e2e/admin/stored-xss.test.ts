/** Stored cross-site scripting: markup in names and texts is shown as text and never runs. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { logInAdmin, makeCategory, makeProduct, makeShopper, type Session, uniqueName } from '../support/api-client.ts';
import { fillFields } from '../support/steps.ts';
import { goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let session: Session;

beforeAll(async () => {
  session = await logInAdmin(origin);
});

describe('hostile words', () => {
  const MARKUP = '<img src=x onerror=alert(1)>"\'><script>alert(2)</script>{{7*7}}';

  test('[SAFE-17] [ADM-2] [ADM-6] [TEXT-1] [NAV-3] [PROD-1] [CAT-1] CVE-2026-44212, CVE-2026-22849: markup in names and texts is shown as text on every screen, and nothing of it runs', {
    tags: ['full'],
  }, async () => {
    const category = await makeCategory(origin, session.token, uniqueName(MARKUP));
    const product = await makeProduct(origin, session.token, category._id, { name: uniqueName(MARKUP), description: `${MARKUP} and more` });
    const secondProduct = await makeProduct(origin, session.token, category._id, { name: uniqueName(MARKUP), description: MARKUP });
    const shopper = await makeShopper(origin, MARKUP.slice(0, 60));
    const shopperVisit = await visit({ session: shopper, storage: { cart: [product, secondProduct] } });
    const adminVisit = await visit({ session });
    shopperVisit.expectBrowserErrors(/status of 402/);
    const screens: [Page, string, string][] = [
      [shopperVisit.page, '/', product.name],
      [shopperVisit.page, `/product/${product.slug}`, product.name],
      [shopperVisit.page, `/category/${category.slug}`, category.name],
      [shopperVisit.page, '/categories', category.name],
      [shopperVisit.page, `/?category=${category.slug}`, category.name],
      [shopperVisit.page, `/searched/products?keyword=${encodeURIComponent(MARKUP.slice(0, 28))}`, MARKUP.slice(0, 28)],
      [shopperVisit.page, '/cart', product.name],
      [shopperVisit.page, '/dashboard/user', shopper.user.name],
      [shopperVisit.page, '/dashboard/user/profile', 'My Profile'],
      [adminVisit.page, '/dashboard/admin/create-category', category.name],
      [adminVisit.page, '/dashboard/admin/products', product.name],
      [adminVisit.page, `/dashboard/admin/update-product/${product.slug}`, 'Update Product'],
      [adminVisit.page, '/dashboard/admin/users', shopper.user.name],
      [adminVisit.page, '/dashboard/admin', session.user.name],
    ];
    for (const [page, path, text] of screens) {
      await goTo(page, path);
      await expect.poll(() => main(page).textContent(), { message: path }).toContain(text);
      await expect.poll(() => page.locator('[onerror], img[src="x"]').count(), { message: path }).toBe(0);
    }
    const { page } = shopperVisit;
    await goTo(page, '/cart');
    await page.getByRole('button', { name: 'Checkout for payment' }).click();
    await page.getByRole('button', { name: /^Order and pay/ }).click();
    await page.waitForURL('**/pay/**');
    await expect.poll(() => page.locator('body').textContent()).toContain(product.name);
    await fillFields(page, { 'Card number': '4000 0000 0000 0002', 'Expiry (MM/YY)': '12/40', CVC: '123', 'Name on card': MARKUP });
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await page.getByRole('alert').waitFor();
    await expect.poll(() => page.getByLabel('Name on card').inputValue()).toBe(MARKUP);
    await fillFields(page, { 'Card number': '4242 4242 4242 4242', CVC: '123' });
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await page.waitForURL('**/success?**');
    await expect.poll(() => main(page).textContent()).toContain(product.name);
    await goTo(page, '/dashboard/user/orders');
    await expect.poll(() => main(page).textContent()).toContain(product.name);
    await goTo(adminVisit.page, '/dashboard/admin');
    await expect.poll(() => main(adminVisit.page).textContent()).toContain(shopper.user.name);
    for (const it of [page, adminVisit.page]) await expect.poll(() => it.locator('[onerror], img[src="x"]').count()).toBe(0);
  });
});
