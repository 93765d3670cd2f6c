/** The checkout's own page: how few steps it takes, and what it keeps. By the demo's zones and tax rates. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { listOrders } from '../../../src/contract/order.ts';
import { readSettings, updateSettings } from '../../../src/contract/settings.ts';
import { call, logInAdmin, makeShopper } from '../support/api-client.ts';
import { button, cartBadge, getPath, payWithCard, VALID_CARD } from '../support/steps.ts';
import { goTo, hasNoHorizontalScroll, NARROW, prepareVisits, waitForHydration } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { fillAddress, VIRGINIA } from './address-form.ts';
import { orderButton, prepareProducts, readCartTotal } from './test-products.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const { newParcel, newProduct } = prepareProducts();

const main = (page: Page) => page.locator('main');
const form = (page: Page) => main(page).getByRole('form', { name: 'Checkout' });
const email = (page: Page) => form(page).getByLabel('Email', { exact: true });
const summary = (page: Page) => main(page).getByRole('region', { name: 'Your order' });
const isFocused = (field: Locator) => field.evaluate((it) => it === document.activeElement);

describe('the page of the checkout', () => {
  test('[CHECKOUT-11] keeps what was typed when it is reloaded, left and come back to, and when another tab changes the cart', async () => {
    const [first, second] = [await newParcel({ price: 40 }), await newParcel({ price: 5 })];
    const { page, context } = await visit({ storage: { cart: [first] } });
    await goTo(page, '/checkout');
    const reload = async () => {
      await page.reload();
      await waitForHydration(page);
    };
    await email(page).fill('grace@example.com');
    await reload();
    await expect.poll(() => email(page).inputValue()).toBe('grace@example.com');
    await fillAddress(form(page), VIRGINIA);
    await reload();
    await expect.poll(() => form(page).getByLabel('ZIP code').inputValue()).toBe('22202');
    await expect.poll(() => form(page).getByLabel('State').inputValue()).toBe('VA');
    await form(page).getByLabel('Express').check();
    await reload();
    await expect.poll(() => form(page).getByLabel('Express').isChecked()).toBe(true);
    await expect.poll(() => readCartTotal(page)).toBe('$54.99');
    await page.getByRole('link', { name: /Back to cart/ }).click();
    await page.waitForURL('**/cart');
    await page.goBack();
    await expect.poll(() => form(page).getByLabel('Street and house number').inputValue()).toBe('1 Compiler Way');
    const other = await context.newPage();
    await goTo(other, `/product/${second.slug}`);
    await button(other, 'Add to Cart').first().click();
    await expect.poll(() => summary(page).textContent()).toContain(second.name);
    await expect.poll(() => orderButton(page).textContent()).toBe('Order and pay $59.99');
    await other.evaluate(() => localStorage.removeItem('cart'));
    await main(page).getByText('Your cart is empty').waitFor();
    await other.evaluate((it) => localStorage.setItem('cart', it), JSON.stringify([first]));
    await expect.poll(() => email(page).inputValue()).toBe('grace@example.com');
  });

  test('[CHECKOUT-11] [CHECKOUT-12] takes what a password manager fills in at once, and a name of 200 letters', async () => {
    const product = await newParcel();
    const { page, expectBrowserErrors } = await visit({ viewport: NARROW, storage: { cart: [product] } });
    expectBrowserErrors(/status of 400/);
    await goTo(page, '/checkout');
    await form(page).getByLabel('ZIP code').waitFor();
    const recipient = 'Ø'.repeat(200);
    const values = {
      email: 'grace@example.com',
      'shipping name': recipient,
      'shipping address-line1': '1 Compiler Way',
      'shipping address-line2': 'Suite 3',
      'shipping address-level2': 'Arlington',
      'shipping address-level1': 'VA',
      'shipping postal-code': '22202',
      'shipping country': 'US',
    };
    // All fields within one task, by the tokens that say what each of them is for.
    await page.evaluate((filled) => {
      for (const [token, value] of Object.entries(filled)) {
        const field = document.querySelector<HTMLInputElement>(`main form [autocomplete="${token}"]`);
        const proto = field instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
        Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(field, value);
        for (const name of ['input', 'change']) field?.dispatchEvent(new Event(name, { bubbles: true }));
      }
    }, values);
    const readTyped = () =>
      page.evaluate(
        (tokens) => tokens.map((token) => document.querySelector<HTMLInputElement>(`main form [autocomplete="${token}"]`)?.value),
        Object.keys(values),
      );
    await expect.poll(readTyped).toEqual(Object.values(values));
    await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
    await orderButton(page).click();
    const name = form(page).getByLabel('Recipient');
    await form(page).getByText('Use at most 100 characters').waitFor();
    await expect.poll(() => isFocused(name)).toBe(true);
    await name.fill(recipient.slice(0, 100));
    await orderButton(page).click();
    await payWithCard(page, VALID_CARD);
    await page.waitForURL('**/success?**');
    await expect.poll(() => main(page).textContent()).toContain(`${recipient.slice(0, 100)}\n1 Compiler Way\nSuite 3`);
    await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  });

  test('[CHECKOUT-12] a refusal stands at its field and takes the focus, whoever refuses', async () => {
    const { page, expectBrowserErrors } = await visit({ storage: { cart: [await newParcel()] } });
    expectBrowserErrors(/status of 400/);
    await goTo(page, '/checkout');
    await orderButton(page).click();
    await expect.poll(() => isFocused(email(page))).toBe(true);
    await expect.poll(() => form(page).locator('[aria-invalid="true"]').count()).toBe(6);
    await fillAddress(form(page), { ...VIRGINIA, postcode: '90001' });
    await email(page).fill('grace@example.com');
    await orderButton(page).click();
    await form(page).getByText("This postcode isn't in Virginia").waitFor();
    await expect.poll(() => isFocused(form(page).getByLabel('ZIP code'))).toBe(true);
    expect(getPath(page)).toBe('/checkout');
  });

  test('[CHECKOUT-10] on a phone the order folds under one line with its total, and opens', async () => {
    const product = await newParcel({ price: 40 });
    const { page } = await visit({ viewport: NARROW, storage: { cart: [product] } });
    await goTo(page, '/checkout');
    const line = summary(page).getByRole('button', { name: /Show order summary/ });
    await expect.poll(() => line.textContent()).toContain('$40.00');
    await expect.poll(() => summary(page).getByText(product.name).isVisible()).toBe(false);
    await line.click();
    await expect.poll(() => summary(page).getByText(product.name).isVisible()).toBe(true);
    await summary(page).getByRole('button', { name: 'Add a discount code' }).waitFor();
    await page.setViewportSize({ width: 900, height: 800 });
    await expect.poll(async () => (await summary(page).boundingBox())?.x ?? 0).toBeGreaterThan(450);
    await expect.poll(() => summary(page).getByText(product.name).isVisible()).toBe(true);
  });

  test('[CHECKOUT-13] has a slim header and footer, as the pages that the payment leads back to', { tags: ['full'] }, async () => {
    const { page } = await visit({ session: await makeShopper(origin), storage: { cart: [await newProduct()] } });
    for (const url of ['/checkout', '/success', '/cancel']) {
      await goTo(page, url);
      await expect.poll(() => page.locator('header').getByRole('link').allTextContents(), { message: url }).toHaveLength(2);
      await expect.poll(() => cartBadge(page).textContent()).toBe('1');
      await expect.poll(() => page.getByRole('searchbox').count()).toBe(0);
      await page.locator('footer').getByText('All Right Reserved').waitFor();
      await expect.poll(() => page.locator('footer').getByRole('link').allTextContents()).toEqual(['About', 'Contact', 'Privacy Policy']);
    }
    await page.getByRole('link', { name: 'Back to checkout' }).click();
    await page.waitForURL('**/checkout');
    await main(page).getByText("We'll ship your order here.").waitFor();
  });

  test('[CHECKOUT-13] who has an account is told so without being stopped: after the login the page goes on', {
    tags: ['full'],
  }, async () => {
    const shopper = await makeShopper(origin);
    const { page } = await visit({ storage: { cart: [await newParcel()] } });
    await goTo(page, '/checkout');
    await email(page).fill('grace@example.com');
    await form(page).getByRole('link', { name: 'Log in' }).click();
    await page.waitForURL('**/login');
    await page.getByLabel('Email', { exact: true }).fill(shopper.email);
    await page.getByLabel('Password', { exact: true }).fill(shopper.password);
    await button(page, 'Login').click();
    await page.waitForURL('**/checkout');
    await form(page).getByText(shopper.email).waitFor();
    await orderButton(page).click();
    await page.waitForURL('**/pay/**');
    expect((await call(origin, listOrders, { token: shopper.token, query: { status: 'unpaid' } })).orders).toHaveLength(1);
  });

  test('[CHECKOUT-13] says without JavaScript that it needs it', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    await page.goto('/checkout');
    // Playwright finds no text within noscript.
    await main(page).locator('noscript p').waitFor();
  });

  test('[CHECKOUT-14] delivery time, returns and ways to pay stand at the product, in the cart and at the checkout, where they are set', async () => {
    const product = await newParcel();
    const { settings } = await call(origin, readSettings);
    const info = {
      deliveryTime: 'Delivered in 2–4 working days',
      returnsLine: 'Free returns within 30 days',
      paymentMarks: ['Visa', 'PayPal'],
    };
    const { page } = await visit({ storage: { cart: [product] } });
    const token = (await logInAdmin(origin)).token;
    const save = (changes: object) => call(origin, updateSettings, { token, body: { ...settings, ...changes } });
    await save(info);
    try {
      for (const url of [`/product/${product.slug}`, '/cart', '/checkout']) {
        await goTo(page, url);
        for (const text of [/^Arrives /, info.returnsLine, 'Secure payment']) await main(page).getByText(text).first().waitFor();
        // The days of the rate replace it.
        await expect.poll(() => main(page).getByText(info.deliveryTime).count(), { message: url }).toBe(0);
        await expect.poll(() => main(page).getByRole('list', { name: 'Ways to pay' }).textContent(), { message: url }).toBe('VisaPayPal');
      }
      await save({ deliveryTime: '', returnsLine: '', paymentMarks: [] });
      await goTo(page, `/product/${product.slug}`);
      await main(page).getByText('Secure payment').waitFor();
      await expect.poll(() => main(page).getByRole('list', { name: 'Ways to pay' }).count()).toBe(0);
      await expect.poll(() => main(page).textContent()).not.toContain(info.returnsLine);
    } finally {
      await save({ deliveryTime: '', returnsLine: '', paymentMarks: [], ...settings });
    }
  });
});
