/** Creates and updates products over HTTP as an admin. */
import type { Product } from '../../src/contract/product.ts';
import { createProduct, updateProduct } from '../../src/contract/product-admin.ts';
import type { Shop } from './harness.ts';
import { makeMultipartForm } from './multipart-form.ts';
import { makeCategory } from './products.ts';

/** Creates an admin and a category. `create` and `update` send valid requests with these overrides. */
export async function createAdminClient(shop: Shop, image: Buffer) {
  const { token } = await shop.signUp({ role: 1 });
  const category = await makeCategory(shop.deps.db);
  const fields = { name: 'Tea', description: 'Green.', price: '4.50', quantity: '7', category, shipping: '1' };
  const create = async (overrides: Record<string, string> = {}, file: Parameters<typeof makeMultipartForm>[1] | null = image) =>
    shop.call(createProduct, { token, ...(await makeMultipartForm({ ...fields, ...overrides }, file ?? undefined)) });
  /** Sends all fields of the product, with these overrides. */
  const update = (product: Product, overrides: object = {}) => {
    const { name, description, price, quantity, category, shipping } = product;
    return shop.call(updateProduct, {
      token,
      params: { id: product._id },
      body: { name, description, price, quantity, category, shipping, ...overrides },
    });
  };
  return { token, category, fields, create, update };
}
