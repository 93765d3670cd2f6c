/** What cannot be bought, and what comes between a cart and its payment. */
import { describe, expect, test } from 'vitest';
import { startCheckout } from '../../../src/contract/order.ts';
import { deleteProduct } from '../../../src/contract/product.ts';
import { ownOrigin } from '../own.ts';
import { badge, path } from '../steps.ts';
import { goTo, prepareVisits, stored, toastOf } from '../visitor.ts';
import { ask, call, makeShopper } from '../wire.ts';
import { checkout, prepareShelf, stockOf, totalShown } from './shelf.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);
const { admin, newProduct, setStock } = prepareShelf();

describe('what cannot be bought', () => {
  test('[PROD-1] [HOME-7] [STOCK-1] a sold out product cannot be added anywhere', async () => {
    const name = `Sold ${Date.now()}`;
    const product = await newProduct({ name, quantity: 0 });
    const { page } = await visit();
    for (const place of [`/product/${product.slug}`, `/searched/products?keyword=${encodeURIComponent(name)}`, '/']) {
      await goTo(page, place);
      const button = page
        .locator('main')
        .getByRole('button', { name: /^Out of stock/ })
        .first();
      expect([place, await button.isDisabled()]).toEqual([place, true]);
    }
    await expect.poll(() => badge(page).textContent()).toBe('0');
  });

  test('[CART-8] [STOCK-3] too few left: the cart says which product and how many, and nothing is taken', async () => {
    const product = await newProduct({ quantity: 3 });
    const { page, expectComplaints } = await visit({ session: await makeShopper(origin), storage: { cart: [product, product, product] } });
    expectComplaints(/status of 409/, /console:.*Not enough/);
    await setStock(product, 1);
    await goTo(page, '/cart');
    await checkout(page).click();
    const alert = page.getByRole('alert').filter({ hasText: product.name });
    await alert.waitFor();
    await expect.poll(() => alert.textContent()).toContain('1 left');
    expect(path(page)).toBe('/cart');
    await expect.poll(() => badge(page).textContent()).toBe('3');
    await expect.poll(() => stockOf(product)).toBe(1);
    const remove = page.getByRole('button', { name: /^Remove Item/ });
    await remove.click();
    await remove.click();
    await checkout(page).click();
    await page.waitForURL('**/pay/**');
  });

  test('[CART-8] a product that is no longer sold is named, and can be taken out', async () => {
    const gone = await newProduct();
    const there = await newProduct();
    const { page, expectComplaints } = await visit({ session: await makeShopper(origin), storage: { cart: [gone, there] } });
    expectComplaints(/status of 404/, /console:.*sold/);
    await call(origin, deleteProduct, { token: admin(), params: { id: gone._id } });
    await goTo(page, '/cart');
    await checkout(page).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /sold any more/ })
      .waitFor();
    const line = page.locator('main li').filter({ hasText: gone.name });
    await expect.poll(() => line.textContent()).toMatch(/sold any more/);
    await line.getByRole('button', { name: /^Remove Item/ }).click();
    await checkout(page).click();
    await page.waitForURL('**/pay/**');
  });

  test('[CART-8] a visitor cannot check out, whatever is sent', async () => {
    const product = await newProduct();
    expect((await ask(origin, startCheckout, { body: { products: [{ _id: product._id }] } })).status).toBe(401);
  });

  test('[CART-8] a login that ran out is told at the checkout, and the cart stays', async () => {
    const product = await newProduct();
    const session = await makeShopper(origin);
    const { page, expectComplaints } = await visit({
      session: { ...session, token: `${session.token.slice(0, -4)}AAAA` },
      storage: { cart: [product] },
    });
    expectComplaints(/status of 401/, /console:.*log in/i);
    await goTo(page, '/cart');
    await checkout(page).click();
    await page.getByText('Your login has ended, please log in again').first().waitFor();
    await page.getByText('Please Login to Checkout').waitFor();
    await expect.poll(() => badge(page).textContent()).toBe('1');
    expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull();
  });
});

describe('what is forged', () => {
  test('[CART-8] a price and a name changed in local storage change nothing: the shop asks its own price', async () => {
    const product = await newProduct({ price: 240 });
    const { page, expectComplaints } = await visit({
      session: await makeShopper(origin),
      storage: { cart: [{ ...product, price: 0.01, name: 'Cheap', quantity: 999 }] },
    });
    expectComplaints(/status of 503/);
    // The cart would mend itself: whoever forges a price keeps it from asking.
    await page.route('**/product/single-product/**', (route) => route.fulfill({ status: 503, json: { success: false, message: 'busy' } }));
    await goTo(page, '/cart');
    expect(await totalShown(page)).toBe('$0.01');
    await checkout(page).click();
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
    await expect.poll(() => totalShown(page)).toBe('$240.00');
    expect(await page.locator('main').textContent()).not.toContain('Cheap');
    expect(await stored(page, 'cart')).toEqual([product]);
  });

  test('[CART-8] [PAY-6] threat 14: an answer that leads to a strange address is not followed', async () => {
    const { page } = await visit({ session: await makeShopper(origin), storage: { cart: [await newProduct()] } });
    const asked: string[] = [];
    page.on('request', (it) => !it.url().startsWith(origin) && asked.push(it.url()));
    let url = '';
    await page.route('**/create-checkout-session', (route) => route.fulfill({ json: { id: 'x', url, order: crypto.randomUUID() } }));
    for (url of [
      'https://evil.example/pay',
      '//evil.example',
      'javascript:alert(1)',
      'https://checkout.stripe.com.evil.example',
      'data:text/html,x',
      '',
      '/somewhere',
    ]) {
      // Anew each time: the toast about the address before would answer for this one.
      await goTo(page, '/cart');
      await checkout(page).click();
      await toastOf(page, /Nothing was charged/).waitFor();
      await expect.poll(() => checkout(page).getAttribute('aria-busy')).toBeNull();
      expect([url, page.url()]).toEqual([url, `${origin}/cart`]);
    }
    expect(asked).toEqual([]);
  });

  test('[CART-8] [PAY-5] a provider that fails is told, with Try again', async () => {
    const { page, expectComplaints } = await visit({ session: await makeShopper(origin), storage: { cart: [await newProduct()] } });
    expectComplaints(/status of 502/, /console:.*provider/);
    await page.route('**/create-checkout-session', (route) =>
      route.fulfill({ status: 502, json: { success: false, message: "The payment provider doesn't answer." } }),
    );
    await goTo(page, '/cart');
    await checkout(page).click();
    await page.getByRole('alert').filter({ hasText: "provider doesn't answer" }).waitFor();
    await page.unroute('**/create-checkout-session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL('**/pay/**');
  });
});
