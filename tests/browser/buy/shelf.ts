/** Products to buy, what is left of them, and the cart as it is shown. */
import type { Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { startCheckout } from '../../../src/contract/order.ts';
import { type Product, readProduct, updateProduct } from '../../../src/contract/product.ts';
import { ownOrigin } from '../own.ts';
import { call, logInAdmin, makeCategory, makeProduct, type Session } from '../wire.ts';

const origin = ownOrigin();

export const checkout = (page: Page) => page.getByRole('button', { name: 'Checkout for payment' });
export const totalShown = (page: Page) => page.getByTestId('cart-total').textContent();

export async function stockOf(product: Product): Promise<number | undefined> {
  const answer = await call(origin, readProduct, { params: { slug: product.slug } });
  return answer.product[0]?.quantity;
}

/** Checks out so many of each, and gives the order that now waits for its payment. */
export async function openOrder(session: Session, ...wanted: [Product, number][]): Promise<{ order: string; url: string }> {
  const products = wanted.flatMap(([{ _id }, count]) => Array.from({ length: count }, () => ({ _id })));
  return call(origin, startCheckout, { token: session.token, body: { products } });
}

/** Call it once at the top of a file: a category of its own, by which the other journeys' products stay as they are. */
export function prepareShelf() {
  let admin: string;
  let shelf: string;

  beforeAll(async () => {
    admin = (await logInAdmin(origin)).token;
    shelf = (await makeCategory(origin, admin))._id;
  });

  return {
    admin: () => admin,
    newProduct: (details: Parameters<typeof makeProduct>[3] = {}) => makeProduct(origin, admin, shelf, details),
    setStock: async ({ _id, name, description, category }: Product, quantity: number): Promise<void> => {
      await call(origin, updateProduct, { token: admin, params: { id: _id }, body: { name, description, category, quantity } });
    },
  };
}
