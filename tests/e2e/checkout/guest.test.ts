/** Buying without an account, and what becomes of the order. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { listOrders } from '../../../src/contract/order.ts';
import { readAnyOrder } from '../../../src/contract/order-admin.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { readSettings, updateSettings } from '../../../src/contract/settings.ts';
import { saveChanges } from '../admin/locators.ts';
import { call, logInAdmin, makeShopper } from '../support/api-client.ts';
import { cartBadge, heading, payWithCard, VALID_CARD } from '../support/steps.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits, waitForHydration } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { fillAddress, VIRGINIA } from './address-form.ts';
import { orderButton, prepareProducts, readCartTotal, readStock } from './test-products.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const { adminToken, newProduct } = prepareProducts();

const main = (page: Page) => page.locator('main');
const guestButton = (page: Page) => page.getByRole('link', { name: 'Check out as guest' });
const guestForm = (page: Page) => page.getByRole('form', { name: 'Checkout' });

async function fillForm(page: Page, email: string): Promise<void> {
  await guestForm(page).getByLabel('Email', { exact: true }).fill(email);
  await fillAddress(guestForm(page), VIRGINIA);
}

const submit = (page: Page) => orderButton(page).click();

async function expectInView(page: Page, text: string): Promise<void> {
  const alert = page.getByRole('alert').filter({ hasText: text });
  await expect.poll(async () => (await alert.boundingBox())?.y ?? -1).toBeGreaterThan(0);
  await expect.poll(async () => (await alert.boundingBox())?.y ?? NARROW.height).toBeLessThan(NARROW.height - 40);
}

/** On the guest's page of the paid order. */
async function buy(page: Page, email: string): Promise<{ id: string; link: string }> {
  await goTo(page, '/cart');
  await guestButton(page).click();
  await fillForm(page, email);
  await submit(page);
  await payWithCard(page, VALID_CARD);
  await page.waitForURL('**/success?**');
  await expect.poll(() => heading(page).textContent()).toBe('Payment successful');
  // This shop has no mail server, so the link is given here, and no email is promised.
  const given = await main(page).getByLabel('Link to your order').inputValue();
  await expect.poll(() => main(page).textContent()).not.toContain('email');
  await main(page).getByRole('link', { name: 'View order' }).click();
  await page.waitForURL('**/guest/orders/**');
  const link = page.url();
  expect(given).toBe(link);
  await main(page).getByRole('button', { name: 'Copy link' }).waitFor();
  return { id: /orders\/([\w-]+)#/.exec(link)?.[1] ?? '', link };
}

const newEmail = () => `guest-${Date.now()}-${Math.floor(performance.now())}@example.com`;

describe('a guest', () => {
  test('[GUEST-1] [GUEST-5] [GUEST-9] [ORDER-9] buys beside the button to log in, sees the order, and opens it by its link elsewhere', async () => {
    const product = await newProduct({ price: 24.5, quantity: 5 });
    const { page } = await visit({ storage: { cart: [product, product] } });
    await goTo(page, '/cart');
    await page.getByText('Please Login to Checkout').waitFor();
    const email = newEmail();
    const { id, link } = await buy(page, email);
    await expect.poll(() => heading(page).textContent()).toMatch(/^Order #\d+$/);
    await expect.poll(() => main(page).textContent()).toContain(product.name);
    await expect.poll(() => main(page).textContent()).toContain('Grace Guest\n1 Compiler Way\nArlington, VA 22202\nUnited States');
    await expect.poll(() => cartBadge(page).textContent()).toBe('0');
    await expect.poll(() => readStock(product)).toBe(3);
    const { page: elsewhere } = await visit({});
    await goTo(elsewhere, new URL(link).pathname + new URL(link).hash);
    await expect.poll(() => heading(elsewhere).textContent()).toMatch(/^Order #\d+$/);
    await elsewhere.setViewportSize(NARROW);
    await expect.poll(() => hasNoHorizontalScroll(elsewhere)).toBe(true);
    // The invoice, by the same link, and back.
    await main(elsewhere).getByRole('link', { name: 'Invoice' }).click();
    const sheet = main(elsewhere).getByRole('article');
    for (const text of ['Grace Guest', email, '1 Compiler Way', product.name]) await sheet.getByText(text).first().waitFor();
    await expect.poll(() => hasNoHorizontalScroll(elsewhere)).toBe(true);
    expect((await elsewhere.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await main(elsewhere).getByRole('link', { name: 'Your order' }).click();
    await expect.poll(() => heading(elsewhere).textContent()).toMatch(/^Order #\d+$/);
    const { page: stranger, expectBrowserErrors } = await visit({});
    expectBrowserErrors(/status of 404|Order not found/);
    await goTo(stranger, `/guest/orders/${id}`);
    await stranger.getByText('Open the whole link').waitFor();
    await goTo(stranger, `/guest/orders/${id}#${'A'.repeat(43)}`);
    await stranger.getByText('Order not found').waitFor();
    await goTo(stranger, `/guest/orders/${id}?invoice#${'A'.repeat(43)}`);
    await stranger.getByText('No invoice').waitFor();
    const admin = await logInAdmin(origin);
    const { order } = await call(origin, readAnyOrder, { token: admin.token, params: { id } });
    expect(order.buyer).toMatchObject({ _id: null, name: 'Grace Guest' });
    const { page: adminPage } = await visit({ session: admin });
    await goTo(adminPage, `/dashboard/admin/orders/${id}`);
    await main(adminPage).getByText('Guest', { exact: true }).waitFor();
    await goTo(adminPage, `/dashboard/admin/orders?keyword=${encodeURIComponent(order.buyer.email)}`);
    await main(adminPage).getByText(`Guest · ${order.buyer.email}`).waitFor();
  });

  test('[GUEST-1] [FORM-1] is told beside the fields what is wrong, and keeps what was typed', { tags: ['full'] }, async () => {
    const product = await newProduct({ quantity: 5 });
    const { page, expectBrowserErrors } = await visit({ storage: { cart: [product] } });
    expectBrowserErrors(/status of 400/);
    await goTo(page, '/cart');
    await guestButton(page).click();
    // The browser lets it pass, the shop doesn't.
    await fillForm(page, 'grace@example');
    await submit(page);
    const email = guestForm(page).getByLabel('Email', { exact: true });
    await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => guestForm(page).getByLabel('Street and house number').inputValue()).toBe('1 Compiler Way');
    await email.fill(newEmail());
    await submit(page);
    await page.waitForURL('**/pay/**');
    // Back again, what waits can be paid, and cancelled.
    await page.goBack();
    const waiting = main(page).getByRole('region', { name: 'A checkout is waiting for your payment' });
    await waiting.getByRole('link', { name: 'View checkout' }).click();
    await page.getByRole('button', { name: 'Cancel checkout' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel checkout' }).click();
    await findToast(page, 'Checkout cancelled').waitFor();
    await expect.poll(() => readStock(product)).toBe(5);
  });

  test('[GUEST-8] [PRICE-5] [PAY-5] keeps what was typed over a reload and the way back, and is told at the button what is in the way', async () => {
    const product = await newProduct({ price: 24.5 });
    const { page, expectBrowserErrors } = await visit({ storage: { cart: [product] }, viewport: NARROW });
    expectBrowserErrors(/status of 502/, /console:.*provider/);
    await goTo(page, '/cart');
    await guestButton(page).click();
    await page.getByLabel('Express').check();
    await fillForm(page, newEmail());
    // Who has another address with the same rates keeps the one that they chose.
    await guestForm(page).getByLabel('State').selectOption('');
    await expect.poll(() => page.getByLabel('Express').isChecked()).toBe(true);
    // No parcel arrives in the United States without a state.
    await submit(page);
    await guestForm(page).getByLabel('State').and(page.locator(':focus:invalid')).selectOption('Virginia');
    await expect.poll(() => page.getByLabel('Express').isChecked()).toBe(true);
    await page.reload();
    await waitForHydration(page);
    const street = guestForm(page).getByLabel('Street and house number');
    await expect.poll(() => street.inputValue()).toBe('1 Compiler Way');
    await expect.poll(() => readCartTotal(page)).toBe('$39.49');
    await call(origin, updateProduct, { token: adminToken(), params: { id: product._id }, body: { price: 30 } });
    await submit(page);
    await expectInView(page, 'The total is now $44.99');
    await expect.poll(() => readCartTotal(page)).toBe('$44.99');
    await main(page)
      .getByRole('button', { name: /order summary/ })
      .click();
    await main(page).getByText('Price was $24.50, is now $30.00').waitFor();
    await page.route('**/create-checkout-session', (route) =>
      route.fulfill({ status: 502, json: { success: false, message: "The payment provider doesn't answer." } }),
    );
    // Far above the button.
    await guestForm(page).getByLabel('Email', { exact: true }).press('Enter');
    await expectInView(page, "provider doesn't answer");
    await page.unroute('**/create-checkout-session');
    await submit(page);
    await page.waitForURL('**/pay/**');
    await expect.poll(() => page.locator('body').textContent()).toContain('$44.99');
    await page.goBack();
    await expect.poll(() => street.inputValue()).toBe('1 Compiler Way');
    await submit(page);
    await payWithCard(page, VALID_CARD);
    await page.waitForURL('**/success?**');
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('guest'))).toBeNull();
  });

  test('[GUEST-10] [ACCT-14] makes an account after the payment by a password alone, and has the order and the address there', {
    tags: ['full'],
  }, async () => {
    const { page } = await visit({ storage: { cart: [await newProduct()] } });
    await goTo(page, '/cart');
    await guestButton(page).click();
    await fillForm(page, newEmail());
    await submit(page);
    await payWithCard(page, VALID_CARD);
    await page.waitForURL('**/success?**');
    const account = main(page).getByRole('region', { name: 'Keep this order in an account' });
    await account.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await account.getByRole('button', { name: 'Create account' }).click();
    await account.getByText("You'll find this order under Orders.").waitFor();
    await account.getByRole('link', { name: 'Answer the security question' }).click();
    const question = main(page).getByRole('region', { name: 'Security question' });
    await question.getByText("Without an answer you can't reset a forgotten password.").waitFor();
    await question.getByLabel('favorite sport').fill('Chess');
    await question.getByRole('button', { name: 'Save answer' }).click();
    await expect.poll(() => question.textContent()).not.toContain("You haven't answered yet");
    await goTo(page, '/dashboard/user/orders');
    await expect.poll(() => main(page).getByRole('article').count()).toBe(1);
    await goTo(page, '/dashboard/user/addresses');
    await main(page).getByText('1 Compiler Way').first().waitFor();
  });

  test('[GUEST-6] adds the order to an account made afterwards, from its page', { tags: ['full'] }, async () => {
    const product = await newProduct({ quantity: 5 });
    const { page } = await visit({ storage: { cart: [product] } });
    const email = newEmail();
    const { id } = await buy(page, email);
    await main(page).getByRole('link', { name: 'Create an account' }).click();
    await page.waitForURL('**/register');
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
    await page.getByLabel('Name', { exact: true }).fill('Grace');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByLabel('Phone').fill('+1 555 0100');
    await page.getByLabel('Address').fill('1 Compiler Way');
    await page.getByLabel(/favorite sport/i).fill('chess');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.waitForURL('**/login');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.waitForURL('**/guest/orders/**');
    await main(page).getByRole('button', { name: 'Add to my account' }).click();
    await findToast(page, 'Added to your account').waitFor();
    await main(page).getByRole('link', { name: 'View in my account' }).click();
    await page.waitForURL(`**/dashboard/user/orders/${id}`);
    await expect.poll(() => heading(page).textContent()).toMatch(/^Order #\d+$/);
  });

  test('[GUEST-7] [GUEST-9] a link to add other orders adds them; one that can’t be emailed isn’t offered', {
    tags: ['full'],
  }, async () => {
    const session = await makeShopper(origin);
    const { page, expectBrowserErrors } = await visit({ session });
    expectBrowserErrors(/status of 404/);
    await goTo(page, '/dashboard/user/orders');
    await main(page).getByText('No orders yet').waitFor();
    await expect.poll(() => main(page).getByText('Bought as a guest before?').count()).toBe(0);
    await goTo(page, '/dashboard/user/orders#claim=abc.def');
    await findToast(page, 'This link has expired').waitFor();
    await expect.poll(() => new URL(page.url()).hash).toBe('');
    expect((await call(origin, listOrders, { token: session.token })).orders).toEqual([]);
  });

  test('[GUEST-3] a merchant switches guests off in the settings, and the cart has no such button', { tags: ['full'] }, async () => {
    const admin = await logInAdmin(origin);
    const product = await newProduct();
    const { page } = await visit({ session: admin });
    await goTo(page, '/dashboard/admin/settings/checkout');
    await page.getByRole('switch', { name: 'Guest checkout' }).uncheck();
    await saveChanges(page);
    await findToast(page, 'Settings saved').waitFor();
    try {
      const { page: cart } = await visit({ storage: { cart: [product] } });
      await goTo(cart, '/cart');
      await cart.getByText('Please Login to Checkout').waitFor();
      await expect.poll(() => guestButton(cart).count()).toBe(0);
    } finally {
      const { settings } = await call(origin, readSettings);
      await call(origin, updateSettings, { token: admin.token, body: { ...settings, guestCheckout: true } });
    }
  });
});
