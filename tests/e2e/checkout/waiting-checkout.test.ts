/** A checkout that waits for its payment, and what can be put into the cart meanwhile. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Product } from '../../../src/contract/product.ts';
import { logInAdmin, makeShopper } from '../support/api-client.ts';
import { button, cartBadge, getPath, heading, payWithCard, VALID_CARD } from '../support/steps.ts';
import { findToast, goTo, NARROW, prepareVisits, readLocalStorage } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { checkOut, createPendingOrder, orderButton, prepareProducts, readStock } from './test-products.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const { newProduct } = prepareProducts();

const main = (page: Page) => page.locator('main');
const waitingCheckout = (page: Page) => main(page).getByRole('region', { name: 'A checkout is waiting for your payment' });
const quantityField = (page: Page) => main(page).getByRole('textbox', { name: /^Quantity/ });

/** As the browser does for a page that the back button shows as it was left: other pages have changed the storage meanwhile. */
async function comeBackFromCache(page: Page, cart: Product[]): Promise<void> {
  await page.evaluate((text) => {
    localStorage.setItem('cart', text);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  }, JSON.stringify(cart));
}

describe('a checkout that waits', () => {
  test('[CHECKOUT-2] [CHECKOUT-6] back from the payment page, the last two are still in the cart and for sale; Pay now goes on', async () => {
    const product = await newProduct({ quantity: 2 });
    const { page } = await visit({ session: await makeShopper(origin), storage: { cart: [product, product] } });
    await goTo(page, '/cart');
    await checkOut(page);
    await page.waitForURL('**/pay/**');
    await page.goBack();
    await waitingCheckout(page).waitFor();
    expect(getPath(page)).toBe('/checkout');
    await orderButton(page).waitFor();
    await goTo(page, '/cart');
    await waitingCheckout(page).waitFor();
    await main(page).getByText('In stock').waitFor();
    await expect.poll(() => quantityField(page).inputValue()).toBe('2');
    await expect.poll(() => readStock(product)).toBe(0);
    await comeBackFromCache(page, [product]);
    await expect.poll(() => cartBadge(page).textContent()).toBe('1');
    await expect.poll(() => quantityField(page).inputValue()).toBe('1');
    await waitingCheckout(page).getByRole('button', { name: 'Pay now' }).click();
    await payWithCard(page, VALID_CARD);
    await page.waitForURL('**/success?**');
    await expect.poll(() => heading(page).textContent()).toBe('Payment successful');
  });

  test('[CHECKOUT-1] [CHECKOUT-2] the orders are empty, above them it can be paid, and a filter shows it', { tags: ['full'] }, async () => {
    const session = await makeShopper(origin);
    const { order } = await createPendingOrder(session, [await newProduct({ quantity: 5 }), 3]);
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/user/orders');
    await waitingCheckout(page).getByText('3 items for').waitFor();
    await main(page).getByText('No orders yet').waitFor();
    await main(page).getByRole('link', { name: 'Unpaid checkouts' }).click();
    const link = main(page).getByRole('article').getByRole('link', { name: 'Checkout', exact: true });
    await expect.poll(() => link.getAttribute('href')).toBe(`/dashboard/user/orders/${order}`);
    await link.click();
    await expect.poll(() => heading(page).textContent()).toBe('Checkout');
    const payment = main(page).getByRole('region', { name: 'Payment' });
    await expect.poll(() => payment.textContent()).toMatch(/\$\d.*held for you for 15 more minutes/);
    await payment.getByRole('button', { name: 'Pay now' }).click();
    await page.waitForURL('**/pay/**');
  });

  test('[CHECKOUT-1] [CHECKOUT-3] an admin finds it under the checkouts and ends it', { tags: ['full'] }, async () => {
    const name = `Left ${Date.now()}`;
    const product = await newProduct({ quantity: 5 });
    await createPendingOrder(await makeShopper(origin, name), [product, 2]);
    const { page } = await visit({ session: await logInAdmin(origin) });
    await goTo(page, `/dashboard/admin/orders?keyword=${encodeURIComponent(name)}`);
    await main(page).getByText('No matching orders').waitFor();
    await main(page).getByLabel('Status', { exact: true }).selectOption({ label: 'All checkouts' });
    await main(page).getByRole('link', { name: 'Checkout', exact: true }).click();
    await button(page, 'End checkout').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End checkout' }).click();
    await findToast(page, 'Checkout ended').waitFor();
    await main(page).getByText('Cancelled before it was paid').waitFor();
    await expect.poll(() => readStock(product)).toBe(5);
  });
});

describe('no more than there is', () => {
  test('[CHECKOUT-7] [CHECKOUT-9] the fourth press at "Only 3 left" says so, and on a phone no toast covers the cart', {
    tags: ['full'],
  }, async () => {
    const product = await newProduct({ quantity: 3 });
    const { page } = await visit({ viewport: NARROW });
    await goTo(page, `/product/${product.slug}`);
    const add = button(page, 'Add to Cart').first();
    await add.click();
    const header = await page.locator('header').first().boundingBox();
    const headerBottom = (header?.y ?? 0) + (header?.height ?? Number.POSITIVE_INFINITY);
    const toast = findToast(page, 'Added To Cart Successfully');
    await expect.poll(async () => (await toast.boundingBox())?.y).toBeGreaterThanOrEqual(headerBottom);
    await add.click();
    await add.click();
    await expect.poll(() => cartBadge(page).textContent()).toBe('3');
    await add.click();
    await findToast(page, 'Only 3 left, and all of them are in your cart already').waitFor();
    await expect.poll(() => readLocalStorage(page, 'cart')).toHaveLength(3);
    await quantityField(page).fill('9');
    await page.keyboard.press('Enter');
    await findToast(page, 'Only 3 available: quantity set to 3').waitFor();
  });

  test('[CHECKOUT-7] [CHECKOUT-8] in the cart, a typed quantity that is cut is told; a whole line leaves by one press and comes back', async () => {
    const [product, other] = [await newProduct({ quantity: 4 }), await newProduct()];
    const { page } = await visit({ storage: { cart: [product, other] } });
    await goTo(page, '/cart');
    const line = main(page).locator('li').filter({ hasText: product.name });
    await line.getByText('In stock').waitFor();
    await expect.poll(() => line.getByRole('button', { name: /^Remove all/ }).count()).toBe(0);
    await line.getByRole('textbox').fill('50');
    await page.keyboard.press('Enter');
    await findToast(page, 'Only 4 available: quantity set to 4').waitFor();
    await expect.poll(() => cartBadge(page).textContent()).toBe('5');
    await line.getByRole('button', { name: /^Remove all 4/ }).click();
    await expect.poll(() => cartBadge(page).textContent()).toBe('1');
    await line.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(() => cartBadge(page).textContent()).toBe('5');
    const readStored = async () => ((await readLocalStorage(page, 'cart')) as Product[]).filter(({ _id }) => _id === product._id);
    await expect.poll(readStored).toHaveLength(4);
  });

  test('[CHECKOUT-9] at 768 x 1024 the button to buy is in sight at once', async () => {
    const { page } = await visit({ viewport: { width: 768, height: 1024 } });
    await goTo(page, `/product/${(await newProduct()).slug}`);
    const readBottom = async () => {
      const box = await button(page, 'Add to Cart').first().boundingBox();
      return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0);
    };
    await expect.poll(readBottom).toBeLessThanOrEqual(1024);
  });
});
