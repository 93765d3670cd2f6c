/** Bundles: what may be a part, and what is in stock of one. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithBundles } from '../../../../../tests/support/bundles.ts';
import { seedProducts } from '../../../../../tests/support/checkout.ts';
import { makeShoe, readVariantStock } from '../../../../../tests/support/variants.ts';
import { listProducts } from '../../../../contract/product.ts';
import { deleteProduct, duplicateProduct, readAdminProduct, updateProduct } from '../../../../contract/product-admin.ts';
import { products } from '../../database/schema/catalog.ts';
import { productVariants } from '../../database/schema/variant.ts';

const { shop, db, change, owner, makeSet, buy, stocks, readOne } = await openShopWithBundles();

async function refuse(id: string, body: object, status = 400) {
  const { token } = await owner();
  const answer = await shop.call(updateProduct, { token, params: { id }, body });
  expect([answer.status, answer.body.message]).toEqual([status, expect.any(String)]);
  return answer.body;
}

test('[BUNDLE-1] a bundle has as many in stock as its least part allows, whoever changes that', async () => {
  const { cup, pot, set } = await makeSet();
  expect(await stocks(set)).toEqual([3]);
  await change(cup, { quantity: 3 });
  expect(await stocks(set)).toEqual([1]);
  await change(pot, { status: 'archived' });
  expect(await stocks(set)).toEqual([0]);
  await change(pot, { status: 'active', quantity: 0 });
  await change(cup, { quantity: 100 });
  expect(await stocks(set)).toEqual([0]);
  await change(pot, { quantity: 40 });
  expect(await stocks(set)).toEqual([40]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[BUNDLE-2] its page names the parts, with how many of each', async () => {
  const { id: shoe, variantIds } = await makeShoe(db);
  const { cup, pot, set } = await makeSet([{ product: shoe, variant: variantIds[1] ?? '', count: 3 }]);
  expect(await readOne(set)).toMatchObject({
    quantity: 1,
    parts: [
      { product: cup, name: 'Cup', count: 2, price: 5, quantity: 9 },
      { product: pot, name: 'Pot', count: 1, price: 20, quantity: 3 },
      { product: shoe, variant: variantIds[1], options: 'Size: 42, Colour: Red', count: 3 },
    ],
  });
  expect(await readOne(cup)).not.toHaveProperty('bundles');
});

test('[BUNDLE-6] what cannot be a part is refused, with the reason', async () => {
  const { id: shoe, variantIds } = await makeShoe(db);
  const { cup, pot, set } = await makeSet();
  const [draft = '', other = ''] = await seedProducts(shop, [{ name: 'Draft' }, { name: 'Other set' }]);
  await change(draft, { status: 'draft' });
  const tryParts = (id: string, ...parts: object[]) => refuse(id, { parts });
  const part = { product: cup, count: 1 };
  expect(await tryParts(set, { product: set, count: 1 })).toMatchObject({ issues: [{ path: 'parts.0', code: 'not_allowed' }] });
  expect(await tryParts(other, part, { product: set, count: 1 })).toMatchObject({
    message: expect.stringContaining('is a bundle itself'),
    issues: [{ path: 'parts.1', code: 'not_allowed' }],
  });
  expect(await tryParts(cup, { product: pot, count: 1 })).toMatchObject({ message: expect.stringContaining('Cup is a part of Tea set') });
  expect(await tryParts(other, { product: draft, count: 1 })).toMatchObject({ issues: [{ path: 'parts.0', code: 'unavailable' }] });
  expect(await tryParts(other, { product: shoe, count: 1 })).toMatchObject({ issues: [{ path: 'parts.0', code: 'variant_required' }] });
  expect(await tryParts(other, { product: shoe, variant: cup, count: 1 })).toMatchObject({
    issues: [{ path: 'parts.0', code: 'unknown' }],
  });
  expect(await tryParts(other, { product: cup, variant: variantIds[0], count: 1 })).toMatchObject({ issues: [{ code: 'unknown' }] });
  expect(await tryParts(other, { product: randomUUID(), count: 1 })).toMatchObject({ issues: [{ path: 'parts.0', code: 'unknown' }] });
  expect(await tryParts(other, part, part)).toMatchObject({ issues: [{ path: 'parts.1', code: 'invalid_choice' }] });
  for (const count of [0, -1, 1.5, 1001, 1e12, null, 'two'])
    expect(await tryParts(other, { product: cup, count })).toMatchObject({ issues: [{ path: 'parts.0.count' }] });
  for (const parts of [null, 'cup', [null], [{}], [{ product: 'cup', count: 1 }], Array(51).fill(part)]) await refuse(other, { parts });
  expect(await tryParts(shoe, part)).toMatchObject({ issues: [{ path: 'parts', code: 'not_allowed' }] });
  const options = { options: [{ name: 'Size', values: ['S'] }], variants: [{ options: { Size: 'S' }, price: 1, quantity: 1 }] };
  expect(await refuse(set, options)).toMatchObject({ issues: [{ path: 'options', code: 'not_allowed' }] });
  expect(await stocks(cup, pot, set, other)).toEqual([9, 3, 3, 5]);
});

test('[BUNDLE-6] of two products that are made parts of each other at once, one is; an old form is told of a newer one', async () => {
  const [one = '', other = ''] = await seedProducts(shop, [{ name: 'One' }, { name: 'Other' }]);
  const { token } = await owner();
  const save = (id: string, body: object) => shop.call(updateProduct, { token, params: { id }, body });
  const both = await Promise.all([
    save(one, { parts: [{ product: other, count: 1 }] }),
    save(other, { parts: [{ product: one, count: 1 }] }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  const [bundle, part] = both[0]?.status === 200 ? [one, other] : [other, one];
  const old = await save(bundle, { version: 1, parts: [{ product: part, count: 2 }] });
  expect(old).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', current: { product: [{ parts: [{ product: part, count: 1 }] }] } },
  });
  expect(await shop.listFindings()).toEqual([]);
});

test('[BUNDLE-7] the stock of a bundle is not edited, but follows: its own is taken off, and it begins with nothing when it is one no more', async () => {
  const { set } = await makeSet();
  const { token } = await owner();
  expect(await refuse(set, { quantity: 9 })).toMatchObject({ issues: [{ path: 'quantity', code: 'not_allowed' }] });
  expect(await refuse(set, { stock: { policy: 'untracked' } })).toMatchObject({ issues: [{ path: 'stock', code: 'not_allowed' }] });
  const same = await shop.call(updateProduct, { token, params: { id: set }, body: { quantity: 3, name: 'Set' } });
  expect(same.body).toMatchObject({ success: true, product: { quantity: 3, name: 'Set' } });
  const ended = await shop.call(updateProduct, { token, params: { id: set }, body: { parts: [], quantity: 4, shownQuantity: 3 } });
  expect(ended.body.product.quantity).toBe(4);
  expect(ended.body.product).not.toHaveProperty('parts');
  expect(await shop.listFindings()).toEqual([]);
});

test('[BUNDLE-8] a part that changes later sells the bundle out, and its form says why', async () => {
  const { id: shoe, variantIds } = await makeShoe(db);
  const { cup, set } = await makeSet([{ product: shoe, variant: variantIds[0] ?? '', count: 1 }]);
  const options = [{ name: 'Colour', values: ['Red'] }];
  await change(cup, { options, variants: [{ options: { Colour: 'Red' }, price: 5, quantity: 9 }] });
  await change(shoe, { variants: [{ options: { Size: '42', Colour: 'Blue' }, price: 5, quantity: 9 }] });
  expect(await readOne(set)).toMatchObject({
    quantity: 0,
    parts: [{ quantity: 0, problem: 'variant_required' }, { quantity: 3 }, { quantity: 0, problem: 'variant_gone' }],
  });
  expect(await buy([{ _id: set }])).toMatchObject({ status: 404, body: { code: 'product_unavailable' } });
  expect(await shop.listFindings()).toEqual([]);
});

test('[BUNDLE-9] a part of a bundle is not deleted, and its page tells the bundles', async () => {
  const { cup, set } = await makeSet();
  const { token } = await owner();
  const refused = await shop.call(deleteProduct, { token, params: { id: cup } });
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('Cup is a part of Tea set') } });
  const [row] = await db.select({ slug: products.slug }).from(products).where(eq(products.id, cup));
  const read = await shop.call(readAdminProduct, { token, params: { slug: row?.slug ?? '' } });
  expect(read.body.product[0]).toMatchObject({ bundles: [{ _id: set, name: 'Tea set' }] });
  await shop.call(deleteProduct, { token, params: { id: set } });
  expect((await shop.call(deleteProduct, { token, params: { id: cup } })).status).toBe(200);
});

test('[BUNDLE-15] a copy of a bundle has the same parts', async () => {
  const { cup, set } = await makeSet();
  const { token } = await owner();
  const { body } = await shop.call(duplicateProduct, { token, params: { id: set } });
  expect(body.product).toMatchObject({ name: 'Copy of Tea set', quantity: 3, parts: [{ product: cup, count: 2 }, { count: 1 }] });
  expect(await shop.listFindings()).toEqual([]);
});

test('[BUNDLE-1] a variant that is sold alone takes the bundle with it, even where its product keeps its sum', async () => {
  const { id: shoe, variantIds } = await makeShoe(db);
  const [red = '', other = ''] = variantIds;
  const { set } = await makeSet([{ product: shoe, variant: red, count: 1 }]);
  const before = await readVariantStock(db, shoe);
  await db.update(productVariants).set({ quantity: 1 }).where(eq(productVariants.id, red));
  await db
    .update(products)
    .set({ quantity: (before[0] ?? 0) - 4 })
    .where(eq(products.id, shoe));
  expect(await stocks(set)).toEqual([1]);
  const { body, buyer } = await buy([{ _id: shoe, variant: red }]);
  expect(await stocks(set)).toEqual([0]);
  expect(body.order).toBeTruthy();
  await buy([{ _id: shoe, variant: other }], buyer);
  expect(await stocks(set)).toEqual([1]);
});

test('[BUNDLE-1] a list that is cached shows what is left of a bundle once a part is sold', async () => {
  const { cup, set } = await makeSet();
  const readListed = async () =>
    (await shop.call(listProducts, { query: { limit: 50 } })).body.products.find(({ _id }) => _id === set)?.quantity;
  expect(await readListed()).toBe(3);
  expect((await buy([{ _id: cup, count: 7 }])).status).toBe(200);
  await expect.poll(readListed, { timeout: 10_000 }).toBe(1);
});
