/** Buy again: the items of an earlier order are added to the cart. */
import { describe, expect, test } from 'vitest';
import { cancelOrder } from '../../../src/contract/order.ts';
import type { Product } from '../../../src/contract/product.ts';
import { deleteProduct } from '../../../src/contract/product-admin.ts';
import { main } from '../admin/locators.ts';
import { createPendingOrder, prepareProducts } from '../checkout/test-products.ts';
import { call, makeShopper, type Session } from '../support/api-client.ts';
import { button, cartBadge } from '../support/steps.ts';
import { findToast, goTo, prepareVisits, readLocalStorage } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const { adminToken, newProduct, setStock } = prepareProducts();

async function createCancelledOrder(session: Session, ...items: [Product, number][]): Promise<string> {
  const { order: id } = await createPendingOrder(session, ...items);
  await call(origin, cancelOrder, { token: session.token, params: { id } });
  return id;
}

describe('buying again', () => {
  test('[USER-3] [ORDER-7] Buy again adds what is still sold, at current prices and as far as in stock, and lists the rest', {
    tags: ['full'],
  }, async () => {
    const [inStock, lowStock, soldOut, deletedProduct] = await Promise.all([
      newProduct({ price: 10 }),
      newProduct({ quantity: 5 }),
      newProduct(),
      newProduct(),
    ]);
    const session = await makeShopper(origin);
    const id = await createCancelledOrder(session, [inStock, 2], [lowStock, 3], [soldOut, 1], [deletedProduct, 1]);
    await setStock(lowStock, 2);
    await setStock(soldOut, 0);
    await call(origin, deleteProduct, { token: adminToken(), params: { id: deletedProduct._id } });
    // One of the products is in the cart already.
    const { page } = await visit({ session, storage: { cart: [lowStock] } });
    await goTo(page, `/dashboard/user/orders/${id}`);
    await button(page, 'Buy again').click();
    await findToast(page, 'Added To Cart Successfully').waitFor();
    const summary = main(page).getByRole('status').filter({ hasText: '3 items were added to your cart' });
    await summary.waitFor();
    const summaryRows = summary.getByRole('listitem');
    await expect.poll(() => summaryRows.filter({ hasText: lowStock.name }).textContent()).toContain('only 1 of 3');
    await expect.poll(() => summaryRows.filter({ hasText: soldOut.name }).textContent()).toContain('sold out');
    await expect.poll(() => summaryRows.filter({ hasText: deletedProduct.name }).textContent()).toContain('no longer available');
    await expect.poll(() => summaryRows.filter({ hasText: inStock.name }).count()).toBe(0);
    await expect.poll(() => cartBadge(page).textContent()).toBe('4');
    await expect
      .poll(() => readLocalStorage(page, 'cart'))
      .toMatchObject([lowStock, inStock, inStock, lowStock].map(({ _id }) => ({ _id })));
    await summary.getByRole('link', { name: 'Go to cart' }).click();
    await page.waitForURL('**/cart');
  });

  test('[USER-3] [ORDER-7] Buy again leaves the cart unchanged if nothing is left, or if the request fails', {
    tags: ['full'],
  }, async () => {
    const product = await newProduct();
    const session = await makeShopper(origin);
    const id = await createCancelledOrder(session, [product, 1]);
    const { page, expectBrowserErrors } = await visit({ session });
    expectBrowserErrors(/status of 503/, /console:.*busy/);
    await page.route('**/cart/price', (route) => route.fulfill({ status: 503, json: { success: false, message: 'busy' } }));
    await goTo(page, `/dashboard/user/orders/${id}`);
    await button(page, 'Buy again').click();
    await main(page).getByText("couldn't check what's available").waitFor();
    await page.unroute('**/cart/price');
    await setStock(product, 0);
    await button(page, 'Buy again').click();
    await main(page).getByText('None of these items are available right now').waitFor();
    await expect.poll(() => cartBadge(page).textContent()).toBe('0');
  });
});
