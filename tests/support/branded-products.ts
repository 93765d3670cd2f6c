/** Products with brand, vendor, tags, cost, origin and contents, as an admin makes and finds them. */
import { readAdminProduct } from '../../src/contract/product-admin.ts';
import { listProductTable, type ProductTableFilter } from '../../src/contract/product-table.ts';
import { createAdminClient } from './admin.ts';
import type { Shop } from './harness.ts';

export const FIELDS = {
  brand: ' Acme  Teas ',
  vendor: 'Leaf & Co',
  cost: 1.25,
  countryOfOrigin: 'jp',
  hsCode: '0902.10.00',
  contents: 250,
  contentsUnit: 'g',
};
export const NONE = { ...Object.fromEntries(Object.keys(FIELDS).map((name) => [name, ''])), tags: [], relatedProducts: [] };
const toForm = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
export const size = (value: string, rest: object) => ({ options: { Size: value }, price: 5, quantity: 9, ...rest });
export const sizes = (...variants: object[]) => ({ options: [{ name: 'Size', values: ['S', 'M'] }], variants });

export async function openBrandedProducts(shop: Shop, imageBytes: Buffer) {
  const client = await createAdminClient(shop, imageBytes);
  const create = async (name: string, fields: object = {}) => {
    const { body } = await client.create(toForm({ name, ...fields }));
    if (!body.success) throw new Error(JSON.stringify(body));
    return body.product;
  };
  const read = async (slug: string) => (await shop.call(readAdminProduct, { token: client.token, params: { slug } })).body.product[0];
  const find = async (query: ProductTableFilter) =>
    (await shop.call(listProductTable, { token: client.token, query })).body.products.map(({ name }) => name);
  return { ...client, create, read, find };
}
