/** An admin at work on products, over HTTP. */
import { createProduct, type Product, updateProduct } from '../src/contract/product.ts';
import { makeForm } from './form.ts';
import type { Shop } from './harness.ts';
import { makeCategory } from './products.ts';

/** Makes an admin and a category; `create` and `update` send the forms as the admin's pages do, with a change. */
export async function openAdmin(shop: Shop, picture: Buffer) {
  const { token } = await shop.signUp({ role: 1 });
  const category = await makeCategory(shop.deps.db);
  const fields = { name: 'Tea', description: 'Green.', price: '4.50', quantity: '7', category, shipping: '1' };
  const create = async (change: Record<string, string> = {}, file: Parameters<typeof makeForm>[1] | null = picture) =>
    shop.call(createProduct, { token, ...(await makeForm({ ...fields, ...change }, file ?? undefined)) });
  /** A product's update as the form sends it, with a change. */
  const update = (product: Product, change: object = {}) => {
    const { name, description, price, quantity, category, shipping } = product;
    return shop.call(updateProduct, {
      token,
      params: { id: product._id },
      body: { name, description, price, quantity, category, shipping, ...change },
    });
  };
  return { token, category, fields, create, update };
}
