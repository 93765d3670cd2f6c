/** Brand, vendor, tags, cost, origin, contents and related products: who sees what of them, and how they are sent. */
import { expect, test } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { listBrands, readBrand } from '../../../../contract/brand.ts';
import { listProducts, readProduct } from '../../../../contract/product.ts';
import { readAdminProduct } from '../../../../contract/product-admin.ts';

const shop = await openShop();
const imageBytes = await makeImage();

const FIELDS = {
  brand: ' Acme  Teas ',
  vendor: 'Leaf & Co',
  cost: 1.25,
  countryOfOrigin: 'jp',
  hsCode: '0902.10.00',
  contents: 250,
  contentsUnit: 'g',
};

test('[MERCH-1] [MERCH-2] brand, vendor, tags, cost, origin, HS code and contents are kept; customers get brand, origin, contents and unit price', async () => {
  const client = await createAdminClient(shop, imageBytes);
  const { product: other } = (await client.create({ name: 'Cup' })).body;
  const sent = Object.fromEntries(Object.entries(FIELDS).map(([name, value]) => [name, String(value)]));
  const created = await client.create({ ...sent, tags: '["New", "new ", "Loose leaf"]', relatedProducts: `["${other._id}"]` });
  expect(created.body).toMatchObject({ success: true });
  const { product } = created.body;
  expect(product).toMatchObject({
    brand: { name: 'Acme Teas', slug: 'acme-teas' },
    vendor: 'Leaf & Co',
    tags: ['New', 'Loose leaf'],
    cost: 1.25,
    countryOfOrigin: 'JP',
    hsCode: '09021000',
    contents: 250,
    contentsUnit: 'g',
    unitPrice: { price: 18, per: 'kg' },
    relatedProducts: [other._id],
  });
  const { body } = await shop.call(readProduct, { params: { slug: product.slug } });
  expect(body.product[0]).toMatchObject({ brand: product.brand, countryOfOrigin: 'JP', hsCode: '09021000', unitPrice: product.unitPrice });
  for (const name of ['cost', 'vendor', 'tags', 'relatedProducts']) expect(body.product[0]).not.toHaveProperty(name);
  const listed = (await shop.call(listProducts)).body.products.find(({ _id }) => _id === product._id);
  expect(listed?.unitPrice).toEqual({ price: 18, per: 'kg' });
  expect(listed).not.toHaveProperty('brand');
  const cup = (await shop.call(readAdminProduct, { token: client.token, params: { slug: other.slug } })).body.product[0];
  const absent = Object.keys({ ...FIELDS, tags: 0, relatedProducts: 0, unitPrice: 0 });
  expect(Object.keys(cup ?? {}).filter((name) => absent.includes(name))).toEqual([]);
  const cleared = await client.update(product, {
    ...Object.fromEntries(Object.keys(FIELDS).map((name) => [name, ''])),
    tags: [],
    relatedProducts: [],
  });
  expect(Object.keys(cleared.body.product).filter((name) => absent.includes(name))).toEqual([]);
});

test('[MERCH-3] a brand is made by its name, once in any case; its page leads on from a former address', async () => {
  const client = await createAdminClient(shop, imageBytes);
  await client.create({ name: 'One', brand: 'Nordlicht' });
  await client.create({ name: 'Two', brand: 'NORDLICHT' });
  const { brands } = (await shop.call(listBrands, { token: client.token, query: { keyword: 'nordl' } })).body;
  expect(brands).toMatchObject([{ name: 'Nordlicht', slug: 'nordlicht', count: 2 }]);
  expect((await shop.call(readBrand, { params: { slug: 'nordlicht' } })).body.brand).toMatchObject({ name: 'Nordlicht', image: null });
});
