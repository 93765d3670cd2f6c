/** Checkouts that are refused: sold out, deleted, changed price, no address. */
import { describe, expect, test } from 'vitest';
import { logout } from '../../../src/contract/auth.ts';
import { startCheckout } from '../../../src/contract/order.ts';
import { deleteProduct } from '../../../src/contract/product-admin.ts';
import { takeFirst } from '../../support/projects.ts';
import { call, makeShopper, sendRequest } from '../support/api-client.ts';
import { cartBadge, getPath } from '../support/steps.ts';
import { findToast, goTo, prepareVisits, readLocalStorage } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { checkOut, checkoutButton, orderButton, prepareProducts, readCartTotal, readStock } from './test-products.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const { adminToken, newProduct, setStock } = prepareProducts();

/** What a payment page's address can't be. */
const STRANGE_URLS = [
  'https://checkout.stripe.com.evil.example',
  'javascript:alert(1)',
  'https://evil.example/pay',
  '//evil.example',
  'data:text/html,x',
  '',
  '/somewhere',
];

describe('what cannot be bought', () => {
  test('[PROD-1] [HOME-7] [STOCK-1] a sold out product cannot be added anywhere', { tags: ['full'] }, async () => {
    const name = `Sold ${Date.now()}`;
    const product = await newProduct({ name, quantity: 0 });
    const { page } = await visit();
    for (const url of [`/product/${product.slug}`, `/searched/products?keyword=${encodeURIComponent(name)}`, '/']) {
      await goTo(page, url);
      const button = page
        .locator('main')
        .getByRole('button', { name: /^Out of stock/ })
        .first();
      await expect.poll(() => button.isDisabled(), { message: url }).toBe(true);
    }
    await expect.poll(() => cartBadge(page).textContent()).toBe('0');
  });

  test('[CART-8] [STOCK-3] too few left: the checkout says which product and how many, and nothing is taken', async () => {
    const product = await newProduct({ quantity: 3 });
    const { page, expectBrowserErrors } = await visit({
      session: await makeShopper(origin),
      storage: { cart: [product, product, product] },
    });
    expectBrowserErrors(/status of 409/, /console:.*Not enough/);
    await setStock(product, 1);
    await goTo(page, '/cart');
    await checkOut(page);
    const alert = page.getByRole('alert').filter({ hasText: product.name });
    await alert.waitFor();
    await expect.poll(() => alert.textContent()).toContain('1 left');
    expect(getPath(page)).toBe('/checkout');
    await expect.poll(() => cartBadge(page).textContent()).toBe('3');
    await expect.poll(() => readStock(product)).toBe(1);
    await page.getByRole('button', { name: `Reduce to 1: ${product.name}` }).click();
    await expect.poll(() => cartBadge(page).textContent()).toBe('1');
    await orderButton(page).click();
    await page.waitForURL('**/pay/**');
  });

  test('[CART-8] a product that is no longer sold is named, and can be taken out', { tags: ['full'] }, async () => {
    const deletedProduct = await newProduct();
    const availableProduct = await newProduct();
    const { page, expectBrowserErrors } = await visit({
      session: await makeShopper(origin),
      storage: { cart: [deletedProduct, availableProduct] },
    });
    expectBrowserErrors(/status of 404/, /console:.*available/);
    await call(origin, deleteProduct, { token: adminToken(), params: { id: deletedProduct._id } });
    await goTo(page, '/cart');
    await checkOut(page);
    await page
      .getByRole('alert')
      .filter({ hasText: /no longer available/i })
      .waitFor();
    const cartLine = page.locator('main li').filter({ hasText: deletedProduct.name });
    await expect.poll(() => cartLine.textContent()).toMatch(/no longer available/i);
    await cartLine.getByRole('button', { name: /^Remove Item/ }).click();
    await orderButton(page).click();
    await page.waitForURL('**/pay/**');
  });

  test('[CART-8] a visitor cannot check out, whatever is sent', async () => {
    const product = await newProduct();
    expect((await sendRequest(origin, startCheckout, { body: { products: [{ _id: product._id }] } })).status).toBe(401);
  });

  test('[CART-8] a login that ran out is told at the checkout, and the cart stays', { tags: ['full'] }, async () => {
    const product = await newProduct();
    const session = await makeShopper(origin);
    const { page, expectBrowserErrors } = await visit({ session, storage: { cart: [product] } });
    expectBrowserErrors(/status of 401/, /console:.*log in/i);
    await goTo(page, '/cart');
    await page.getByText('In stock').waitFor();
    await checkoutButton(page).click();
    await page.waitForURL('**/checkout');
    await page.getByText("We'll ship your order here.").waitFor();
    await call(origin, logout, { token: session.token });
    await orderButton(page).click();
    await page.getByText('Your session has expired. Please log in again.').first().waitFor();
    await page.getByText('Have an account?').waitFor();
    await expect.poll(() => cartBadge(page).textContent()).toBe('1');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('auth'))).toBeNull();
  });
});

describe('what is forged', () => {
  test('[CART-8] a price and a name changed in local storage change nothing: the shop asks its own price', { tags: ['full'] }, async () => {
    const product = await newProduct({ price: 240 });
    const { page, expectBrowserErrors } = await visit({
      session: await makeShopper(origin),
      storage: { cart: [{ ...product, price: 0.01, name: 'Cheap', quantity: 999 }] },
    });
    expectBrowserErrors(/status of 503/, /console:.*busy/);
    // The cart would correct the price itself, so this test blocks its request.
    await page.route('**/cart/price', (route) => route.fulfill({ status: 503, json: { success: false, message: 'busy' } }));
    await goTo(page, '/cart');
    await expect.poll(() => readCartTotal(page)).toBe('—');
    await checkOut(page);
    await page.waitForURL('**/pay/**');
    const text = await page.locator('body').textContent();
    expect(text).toContain('$240.00');
    expect(text).toContain(product.name);
    expect(text).not.toContain('$0.01');
  });

  test('[CART-3] [CART-8] a price and a name changed in local storage are the shop’s again as soon as the cart has asked', async () => {
    const product = await newProduct({ price: 240 });
    const { page } = await visit({ storage: { cart: [{ ...product, price: 0.01, name: 'Cheap', quantity: 999 }] } });
    await goTo(page, '/cart');
    await expect.poll(() => readCartTotal(page)).toBe('$240.00');
    await expect.poll(() => page.locator('main').textContent()).not.toContain('Cheap');
    await expect.poll(() => readLocalStorage(page, 'cart')).toEqual([product]);
  });

  test('[CART-8] [PAY-6] threat 14: an answer that leads to a strange address is not followed', async () => {
    const { page } = await visit({ session: await makeShopper(origin), storage: { cart: [await newProduct()] } });
    const requestedUrls: string[] = [];
    page.on('request', (it) => !it.url().startsWith(origin) && requestedUrls.push(it.url()));
    let url = '';
    await page.route('**/create-checkout-session', (route) => route.fulfill({ json: { id: 'x', url, order: crypto.randomUUID() } }));
    for (url of takeFirst(STRANGE_URLS, 2)) {
      // A new page each time: otherwise the previous toast would still be shown.
      await goTo(page, '/checkout');
      await orderButton(page).click();
      await findToast(page, /You have not been charged/).waitFor();
      await expect.poll(() => orderButton(page).getAttribute('aria-busy')).toBeNull();
      expect([url, page.url()]).toEqual([url, `${origin}/checkout`]);
    }
    expect(requestedUrls).toEqual([]);
  });

  test('[CART-8] [PAY-5] a provider that fails is told, and the same button tries again', { tags: ['full'] }, async () => {
    const { page, expectBrowserErrors } = await visit({ session: await makeShopper(origin), storage: { cart: [await newProduct()] } });
    expectBrowserErrors(/status of 502/, /console:.*provider/);
    await page.route('**/create-checkout-session', (route) =>
      route.fulfill({ status: 502, json: { success: false, message: "The payment provider doesn't answer." } }),
    );
    await goTo(page, '/checkout');
    await orderButton(page).click();
    await page.getByRole('alert').filter({ hasText: "provider doesn't answer" }).waitFor();
    await page.unroute('**/create-checkout-session');
    await orderButton(page).click();
    await page.waitForURL('**/pay/**');
  });
});
