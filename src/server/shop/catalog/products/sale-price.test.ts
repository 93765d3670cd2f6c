import { expect, test } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { listProducts, readProduct } from '../../../../contract/product.ts';
import { readAdminProduct } from '../../../../contract/product-admin.ts';
import { products } from '../../database/schema/catalog.ts';

const shop = await openShop();
const { db } = shop.deps;
const image = await makeImage();

test('[SALE-1] a product on sale has its compare-at price wherever it is listed; ending the sale is a change of its own', async () => {
  const { create, update } = await createAdminClient(shop, image);
  const { product } = (await create({ compareAtPrice: '6.25' })).body;
  expect(product).toMatchObject({ price: 4.5, compareAtPrice: 6.25 });
  expect((await shop.call(listProducts)).body.products[0]).toMatchObject({ compareAtPrice: 6.25 });
  for (const compareAtPrice of [null, '', 0]) {
    expect((await update(product, { compareAtPrice: 5 })).body.product.compareAtPrice).toBe(5);
    expect((await update(product, { compareAtPrice })).body.product.compareAtPrice).toBe(null);
  }
  expect((await shop.call(readProduct, { params: { slug: 'tea' } })).body.product[0]?.compareAtPrice).toBe(null);
});

test.each([4.5, 4.49, 0.01])(
  '[SALE-1] a compare-at price of %s that isn’t above the price is refused, and nothing is saved',
  async (compareAtPrice) => {
    const { create, update } = await createAdminClient(shop, image);
    const refused = { code: 'invalid_request', issues: [{ path: 'compareAtPrice', code: 'not_above', limit: 4.5 }] };
    const made = await create({ compareAtPrice: String(compareAtPrice) });
    expect(made).toMatchObject({ status: 400, body: refused });
    expect(await db.$count(products)).toBe(0);
    const { product } = (await create()).body;
    expect(await update(product, { compareAtPrice, name: 'Other' })).toMatchObject({ status: 400, body: refused });
    expect(await update(product, { price: 9, compareAtPrice: 9 })).toMatchObject({ status: 400 });
    const { body } = await shop.call(readProduct, { params: { slug: 'tea' } });
    expect(body).toMatchObject({ product: [product], version: 1 });
  },
);

test.each([-1, 12.345, 1_000_000, '5', [], {}])('[SALE-1] a price before the sale of %j is refused', async (compareAtPrice) => {
  const { create, update } = await createAdminClient(shop, image);
  const { product } = (await create()).body;
  const { status, body } = await update(product, { compareAtPrice });
  expect(status).toBe(400);
  expect(body.issues?.[0]?.path).toBe('compareAtPrice');
});

test('[SALE-1] a caller that knows no sales can raise the price: the sale ends and stays ended', async () => {
  const { create, update } = await createAdminClient(shop, image);
  const { product } = (await create({ compareAtPrice: '6.25' })).body;
  expect((await update(product, { price: 5.25 })).body.product).toMatchObject({ price: 5.25, compareAtPrice: 6.25 });
  expect((await update(product, { price: 6.25 })).body.product).toMatchObject({ price: 6.25, compareAtPrice: null });
  expect((await update(product, { price: 4.5 })).body.product).toMatchObject({ price: 4.5, compareAtPrice: null });
});

test('[SALE-1] raising the price by SQL, as the version before does, ends the sale', async () => {
  const { create, token } = await createAdminClient(shop, image);
  await create({ compareAtPrice: '6.25' });
  await db.update(products).set({ priceCents: 700 });
  const { body } = await shop.call(readAdminProduct, { token, params: { slug: 'tea' } });
  expect(body.product[0]).toMatchObject({ price: 7, compareAtPrice: null });
});

test('[DRAFT-1] a new product is active unless its call says otherwise, and an update without a status keeps it', async () => {
  const { create, update } = await createAdminClient(shop, image);
  expect((await create({ name: 'Plain' })).body.product.status).toBe('active');
  expect((await create({ name: 'Empty', status: '' })).body.product.status).toBe('active');
  const { product } = (await create({ status: 'draft' })).body;
  expect(product.status).toBe('draft');
  expect((await update(product, { name: 'Other' })).body.product.status).toBe('draft');
  expect((await update(product, { status: 'archived' })).body.product.status).toBe('archived');
  for (const status of ['', 'gone', 'ACTIVE', null, 1, ['active']]) {
    expect((await update(product, { status })).body).toMatchObject({ code: 'invalid_request', issues: [{ path: 'status' }] });
  }
});
