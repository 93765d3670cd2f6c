/** Products for checkout tests, their stock, and locators of the cart. */
import type { Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { listOrders, startCheckout } from '../../../src/contract/order.ts';
import type { Order } from '../../../src/contract/order-fields.ts';
import { type Product, readProduct } from '../../../src/contract/product.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { call, logInAdmin, makeCategory, makeProduct, type Session } from '../support/api-client.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();

export const checkoutButton = (page: Page) => page.getByRole('button', { name: 'Checkout for payment' });
/** On the page of the checkout: the button that orders. */
export const orderButton = (page: Page) => page.getByRole('button', { name: /^(Order and pay|Place order)/ });

/** From the cart over the checkout to the payment page. */
export async function checkOut(page: Page): Promise<void> {
  await checkoutButton(page).click();
  await page.waitForURL('**/checkout');
  await orderButton(page).click();
}
export const readCartTotal = (page: Page) => page.getByTestId('cart-total').textContent();

export async function readStock(product: Product): Promise<number | undefined> {
  const response = await call(origin, readProduct, { params: { slug: product.slug } });
  return response.product[0]?.quantity;
}

/** Checks out these quantities and returns the pending order. */
export async function createPendingOrder(session: Session, ...items: [Product, number][]): Promise<{ order: string; url: string }> {
  const products = items.flatMap(([{ _id }, quantity]) => Array.from({ length: quantity }, () => ({ _id })));
  return call(origin, startCheckout, { token: session.token, body: { products } });
}

/** The customer's orders, then the checkouts that were never paid. */
export async function listOrdersAndCheckouts({ token }: Session): Promise<Order[]> {
  const { orders: paid } = await call(origin, listOrders, { token });
  const { orders: unpaid } = await call(origin, listOrders, { token, query: { status: 'unpaid' } });
  return [...paid, ...unpaid];
}

/** Call it once at the top of a file. The products get a category of their own, so that other tests' lists don't change. */
export function prepareProducts() {
  let adminToken: string;
  let categoryId: string;

  beforeAll(async () => {
    adminToken = (await logInAdmin(origin)).token;
    categoryId = (await makeCategory(origin, adminToken))._id;
  });

  return {
    adminToken: () => adminToken,
    newProduct: (overrides: Parameters<typeof makeProduct>[3] = {}) => makeProduct(origin, adminToken, categoryId, overrides),
    /** One that has to be sent. */
    newParcel: async (overrides: Parameters<typeof makeProduct>[3] = {}): Promise<Product> => {
      const product = await makeProduct(origin, adminToken, categoryId, overrides);
      await call(origin, updateProduct, { token: adminToken, params: { id: product._id }, body: { shipping: 1 } });
      return { ...product, shipping: 1 };
    },
    setStock: async ({ _id, name, description, category }: Product, quantity: number): Promise<void> => {
      await call(origin, updateProduct, { token: adminToken, params: { id: _id }, body: { name, description, category, quantity } });
    },
  };
}
