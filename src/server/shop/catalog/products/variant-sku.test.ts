/** SKUs of variants: each is given once in the shop, to a product or to a variant. */
import { expect, test } from 'vitest';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { openShoeForm, toSent } from '../../../../../tests/support/shoe-form.ts';
import { makeShoe, SHOE_OPTIONS, shoe } from '../../../../../tests/support/variants.ts';
import { filterProducts } from '../../../../contract/product.ts';
import { updateProduct } from '../../../../contract/product-admin.ts';
import { listSuggestions, searchProducts } from '../../../../contract/product-search.ts';
import { products } from '../../database/schema/catalog.ts';
import { productVariants } from '../../database/schema/variant.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;
const image = await makeImage();

const taken = (...paths: string[]) => ({
  status: 409,
  body: { code: 'sku_taken', issues: paths.map((path) => ({ path, code: 'taken' })) },
});

test('[VAR-15] a SKU of another variant or product, in any case, is refused at its field, and nothing is changed', async () => {
  const { save, read, create } = await openShoeForm(shop, image);
  await makeShoe(db, [shoe('41', 'Red', { sku: 'V-1' }), shoe('42', 'Red', { sku: 'V-2' })]);
  expect((await create({ name: 'Tea', sku: 'Tea-1' })).status).toBe(200);
  const before = await read();
  const [red, second, third] = toSent(before).variants;
  const refused = await save({
    variants: [
      { ...red, sku: ' v-1 ' },
      { ...second, sku: 'free' },
      { ...third, sku: 'TEA-1' },
    ],
  });
  expect(refused).toMatchObject(taken('variants.0.sku', 'variants.2.sku'));
  expect(refused.body.message).toContain('v-1, TEA-1');
  expect(await save({ sku: 'V-2' })).toMatchObject(taken('sku'));
  expect(await read()).toEqual(before);
  const form = { options: JSON.stringify(SHOE_OPTIONS), variants: JSON.stringify([shoe('41', 'Red'), shoe('42', 'Red', { sku: 'V-2' })]) };
  const count = await db.$count(products);
  expect(await create({ name: 'Copy', ...form })).toMatchObject(taken('variants.1.sku'));
  expect(await create({ name: 'Copy', sku: 'S-42-B' })).toMatchObject(taken('sku'));
  expect(await db.$count(products)).toBe(count);
  // Twice in one form, and that of the product itself.
  const twice = await save({
    variants: [
      { ...red, sku: 'X' },
      { ...second, sku: 'x' },
    ],
  });
  expect(twice).toMatchObject({ status: 400, body: { issues: [{ path: 'variants.1.sku', code: 'taken' }] } });
  expect(await save({ sku: 'own', variants: [{ ...red, sku: 'OWN' }, second] })).toMatchObject(taken('variants.0.sku'));
});

test('[VAR-15] variants of a product can swap their SKUs, take the product’s SKU and give it back', async () => {
  const { save, read } = await openShoeForm(shop, image);
  const skus = async () => (await read()).variants.map(({ sku }) => sku);
  const change = async (sent: (string | null)[], own?: string | null) => {
    const shown = toSent(await read());
    const variants = shown.variants.map((it, index) => ({ ...it, sku: sent[index] }));
    return (await save({ ...shown, variants, ...(own !== undefined && { sku: own }) })).status;
  };
  expect(await change(['A', 'B', 'C'])).toBe(200);
  expect(await change(['B', 'C', 'a'])).toBe(200);
  expect(await skus()).toEqual(['B', 'C', 'a']);
  expect(await change(['B', 'C', null], 'A')).toBe(200);
  expect(await change(['A', 'C', null], null)).toBe(200);
  expect(await skus()).toEqual(['A', 'C', null]);
  // With its options the product loses its variants, and takes one of their SKUs.
  expect((await save({ options: [], sku: 'C' })).status).toBe(200);
});

test('[VAR-15] if eight products and variants take one SKU at once, one gets it', { tags: ['full'] }, async () => {
  const { token, create } = await openShoeForm(shop, image);
  for (let round = 0; round < 5; round += 1) {
    const sku = `RACE-${round}`;
    const shoes = await Promise.all([0, 1, 2, 3].map(() => makeShoe(db, [shoe('41', 'Red')])));
    const plain = await Promise.all([0, 1, 2, 3].map(async (nth) => (await create({ name: `Plain ${round} ${nth}` })).body.product._id));
    const bodies = [
      ...shoes.map(({ id }) => ({ id, body: { variants: [shoe('41', 'Red', { sku })] } })),
      ...plain.map((id) => ({ id, body: { sku: sku.toLowerCase() } })),
    ];
    const answers = await Promise.all(bodies.map(({ id, body }) => shop.call(updateProduct, { token, params: { id }, body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    const owners = [
      ...(await db.select({ sku: products.sku }).from(products)),
      ...(await db.select({ sku: productVariants.sku }).from(productVariants)),
    ];
    expect(owners.filter((it) => it.sku?.toUpperCase() === sku)).toHaveLength(1);
  }
});

test("[VAR-15] a search for a variant's SKU, whatever its case, finds its product first", async () => {
  const { slug } = await makeShoe(db, [shoe('41', 'Red', { sku: 'QX_07.z/K' })], 'Slipper');
  expect((await shop.call(searchProducts, { params: { keyword: ' qx_07.Z/k ' } })).body.map((it) => it.slug)).toEqual([slug]);
  expect((await shop.call(listSuggestions, { params: { keyword: 'qx_07.z/k' } })).body.products.map((it) => it.slug)).toEqual([slug]);
  const filtered = await shop.call(filterProducts, { body: { checked: [], radio: [], keyword: 'qx_07.z/k' } });
  expect([filtered.body.products[0]?.slug, filtered.body.total]).toEqual([slug, 1]);
});
