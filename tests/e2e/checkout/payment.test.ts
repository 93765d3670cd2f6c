/** Payment on the demo provider's page: paid, declined, cancelled. */
import { describe, expect, test } from 'vitest';
import { listOrders, startCheckout } from '../../../src/contract/order.ts';
import { call, HOME, makeShopper } from '../support/api-client.ts';
import { cartBadge, DECLINED_CARD, heading, INSUFFICIENT_FUNDS_CARD, payWithCard, VALID_CARD } from '../support/steps.ts';
import { goTo, prepareVisits, readLocalStorage } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { checkOut, listOrdersAndCheckouts, prepareProducts, readStock } from './test-products.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const { newProduct } = prepareProducts();

describe('paying', () => {
  test('[CART-8] [ROUTE-4] [USER-3] a good card pays: the order is shown as paid, the bought items leave the cart, the order stays', async () => {
    const boughtProduct = await newProduct({ price: 24.5, quantity: 5 });
    const session = await makeShopper(origin);
    const { page } = await visit({ session, storage: { cart: [boughtProduct, boughtProduct] } });
    const checkoutRequests: unknown[] = [];
    page.on('request', async (it) => {
      if (!it.url().endsWith('/create-checkout-session')) return;
      checkoutRequests.push({ how: `${it.method()} ${it.url()}`, token: (await it.allHeaders()).authorization, ...it.postDataJSON() });
    });
    await goTo(page, '/cart');
    await checkOut(page);
    await page.waitForURL('**/pay/**');
    const how = `POST ${origin}/api/v1/product/api/create-checkout-session`;
    await expect
      .poll(() => checkoutRequests)
      .toEqual([{ how, token: session.token, products: [boughtProduct, boughtProduct], shipTo: HOME }]);
    await expect.poll(() => page.locator('body').textContent()).toContain(boughtProduct.name);
    await payWithCard(page, VALID_CARD);
    await page.waitForURL('**/success?**');
    await expect.poll(() => heading(page).textContent()).toMatch(/success/i);
    await expect.poll(() => page.locator('main').textContent()).toContain(boughtProduct.name);
    await expect.poll(() => page.locator('main').textContent()).toContain('$49.00');
    await expect.poll(() => page.title()).toContain('eCommerce App');
    await expect.poll(() => cartBadge(page).textContent()).toBe('0');
    await expect.poll(() => readStock(boughtProduct)).toBe(3);
    const { orders } = await call(origin, listOrders, { token: session.token });
    expect(orders).toMatchObject([{ status: 'paid', total: 49, lines: [{ product: boughtProduct._id, quantity: 2, price: 24.5 }] }]);
    await page.reload();
    await expect.poll(() => heading(page).textContent()).toMatch(/success/i);
    await goTo(page, '/dashboard/user/orders');
    const order = page.locator('main article').first();
    await order.getByText('Paid', { exact: true }).waitFor();
    await expect.poll(() => order.textContent()).toContain(boughtProduct.name);
    await goTo(page, `/success?order=${orders[0]?._id}`);
    await page.getByText('Back to home page').click();
    await page.waitForURL(`${origin}/`);
  });

  test('[CART-8] what was put in after the checkout began stays in the cart', { tags: ['full'] }, async () => {
    const boughtProduct = await newProduct();
    const laterProduct = await newProduct();
    const { page, context } = await visit({ session: await makeShopper(origin), storage: { cart: [boughtProduct] } });
    await goTo(page, '/cart');
    await checkOut(page);
    await page.waitForURL('**/pay/**');
    const otherPage = await context.newPage();
    await goTo(otherPage, `/product/${laterProduct.slug}`);
    await otherPage.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await payWithCard(page, VALID_CARD);
    await page.waitForURL('**/success?**');
    await expect.poll(() => cartBadge(page).textContent()).toBe('1');
    await expect.poll(() => readLocalStorage(page, 'cart')).toMatchObject([{ _id: laterProduct._id }]);
  });

  test('[CART-8] [PAY-2] a declined card and one without funds are told so; the next card pays the same order', async () => {
    const product = await newProduct();
    const session = await makeShopper(origin);
    const { page, expectBrowserErrors } = await visit({ session, storage: { cart: [product] } });
    expectBrowserErrors(/status of 402/);
    await goTo(page, '/cart');
    await checkOut(page);
    await payWithCard(page, DECLINED_CARD);
    await page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).waitFor();
    await payWithCard(page, INSUFFICIENT_FUNDS_CARD);
    await page.getByRole('alert').filter({ hasText: 'insufficient funds' }).waitFor();
    expect((await listOrdersAndCheckouts(session)).map((it) => it.status)).toEqual(['pending']);
    await payWithCard(page, VALID_CARD);
    await page.waitForURL('**/success?**');
    await expect.poll(() => heading(page).textContent()).toMatch(/success/i);
    await expect.poll(async () => (await listOrdersAndCheckouts(session)).map((it) => it.status)).toEqual(['paid']);
  });

  test('[ROUTE-4] [STOCK-4] the way back cancels: the stock is there again, and the cart as it was', { tags: ['full'] }, async () => {
    const product = await newProduct({ quantity: 4 });
    const session = await makeShopper(origin);
    const { page } = await visit({ session, storage: { cart: [product, product, product] } });
    await goTo(page, '/cart');
    await checkOut(page);
    await page.waitForURL('**/pay/**');
    await expect.poll(() => readStock(product)).toBe(1);
    await page.getByRole('link', { name: /Back to eCommerce App/ }).click();
    await page.waitForURL('**/cancel?**');
    await expect.poll(() => heading(page).textContent()).toBe('Cancel Payment');
    await expect.poll(() => readStock(product)).toBe(4);
    await expect.poll(() => cartBadge(page).textContent()).toBe('3');
    await expect.poll(async () => (await listOrdersAndCheckouts(session)).map((it) => it.status)).toEqual(['cancelled']);
  });

  test('[ROUTE-4] [PAY-3] threat 10: opening /success without paying pays nothing and takes nothing out of the cart', async () => {
    const product = await newProduct();
    const session = await makeShopper(origin);
    const { order } = await call(origin, startCheckout, { token: session.token, body: { products: [{ _id: product._id }] } });
    const { page } = await visit({ session, storage: { cart: [product] } });
    await goTo(page, `/success?order=${order}`);
    await page.getByText(/Waiting for your payment/).waitFor();
    await expect.poll(() => page.locator('main').textContent()).not.toMatch(/successful/i);
    await expect.poll(() => cartBadge(page).textContent()).toBe('1');
    expect((await listOrdersAndCheckouts(session)).map((it) => it.status)).toEqual(['pending']);
    const stranger = await visit({ session: await makeShopper(origin) });
    stranger.expectBrowserErrors(/status of 404/);
    await goTo(stranger.page, `/success?order=${order}`);
    await stranger.page.getByText('Order not found').waitFor();
  });
});
