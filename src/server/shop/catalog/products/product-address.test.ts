/** The address of a product's page, and its texts for search engines. */
import { expect, test } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { openImporter, toText } from '../../../../../tests/support/product-imports.ts';
import { readProduct } from '../../../../contract/product.ts';
import { duplicateProduct, readAdminProduct } from '../../../../contract/product-admin.ts';

const shop = await openShop();
const imageBytes = await makeImage();
const open = (slug: string) => shop.call(readProduct, { params: { slug } });

test('[GOODS-1] a product gets the address that the merchant chooses; links with the one before still lead to it', async () => {
  const { create, update } = await createAdminClient(shop, imageBytes);
  const { product } = (await create({ name: 'Green tea', slug: 'finest-green' })).body;
  expect(product.slug).toBe('finest-green');
  const moved = await update(product, { slug: 'green-tea-100g' });
  expect([moved.status, moved.body.product.slug]).toEqual([200, 'green-tea-100g']);
  expect((await open('finest-green')).body.product).toEqual([moved.body.product]);
  expect((await update(product, { slug: '' })).body.product.slug).toBe('green-tea-100g');
  expect((await update(product, { slug: 'finest-green' })).body.product.slug).toBe('finest-green');
  expect((await open('green-tea-100g')).body.product?.[0]?.slug).toBe('finest-green');
});

test('[GOODS-1] an address that another product has is refused at its field, for new products too; nothing is changed', async () => {
  const { create, update, token } = await createAdminClient(shop, imageBytes);
  const { product } = (await create({ name: 'Cup' })).body;
  await create({ name: 'Saucer' });
  const refused = await update(product, { name: 'Other name', slug: 'saucer' });
  const taken = { code: 'slug_taken', issues: [{ path: 'slug', code: 'taken', message: 'is taken' }] };
  expect(refused).toMatchObject({ status: 409, body: { ...taken, message: 'Another product already has the address /product/saucer' } });
  expect((await shop.call(readAdminProduct, { token, params: { slug: 'cup' } })).body.product).toEqual([product]);
  expect(await create({ name: 'Third', slug: 'saucer' })).toMatchObject({ status: 409, body: taken });
});

test.each(['Großes', 'a b', '-a', 'a--b', '../x', 'a'.repeat(81), '茶', 'A'])('[GOODS-1] “%s” is no address', async (slug) => {
  const { create, update } = await createAdminClient(shop, imageBytes);
  const { product } = (await create({ name: 'Cup' })).body;
  const answer = await update(product, { slug });
  expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, 'slug']);
});

test('[GOODS-1] two products that take one address at once: one gets it, the other is refused', async () => {
  const { create, update } = await createAdminClient(shop, imageBytes);
  const made = [(await create({ name: 'One' })).body.product, (await create({ name: 'Two' })).body.product];
  const answers = await Promise.all(made.map((product) => update(product, { slug: 'wanted' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('[GOODS-2] title and description for search engines are stored, cleared, copied and checked; without them nothing is sent', async () => {
  const { create, update, token } = await createAdminClient(shop, imageBytes);
  const { product } = (await create({ name: 'Pot', seoTitle: ' Teapots for two ', seoDescription: 'Handmade 茶.' })).body;
  expect(product).toMatchObject({ seoTitle: 'Teapots for two', seoDescription: 'Handmade 茶.' });
  expect((await open('pot')).body.product).toEqual([product]);
  const copy = await shop.call(duplicateProduct, { token, params: { id: product._id } });
  expect(copy.body.product).toMatchObject({ seoTitle: 'Teapots for two' });
  expect((await update(product, { name: 'Pot' })).body.product).toEqual(product);
  const { seoTitle: _title, seoDescription: _text, ...without } = product;
  expect((await update(product, { seoTitle: null, seoDescription: '' })).body.product).toEqual(without);
  for (const bad of [{ seoTitle: 'a'.repeat(121) }, { seoDescription: 'a'.repeat(321) }, { seoTitle: 'a\nb' }, { seoTitle: 7 }]) {
    const { status, body } = await update(product, bad);
    expect([status, body.issues?.[0]?.path]).toEqual([400, Object.keys(bad)[0]]);
  }
});

test('[GOODS-2] somebody else’s change of such a text is a conflict, as of any other field', async () => {
  const { create, update } = await createAdminClient(shop, imageBytes);
  const { product, version } = (await create({ name: 'Jar' })).body;
  expect((await update(product, { seoTitle: 'First', version })).status).toBe(200);
  const late = await update(product, { seoTitle: 'Second', version });
  expect(late).toMatchObject({ status: 409, body: { code: 'version_conflict', current: { product: [{ seoTitle: 'First' }] } } });
});

test('[GOODS-2] [PWORK-11] the product file has them, and an import changes what a cell holds and leaves what it leaves empty', async () => {
  const { importFile, token } = await openImporter(shop);
  const { create } = await createAdminClient(shop, imageBytes);
  await create({ name: 'Mug', seoTitle: 'Mugs, large', seoDescription: 'A mug.' });
  const counts = async (file: string) => {
    const { created, updated, unchanged } = (await importFile(file)).import;
    return { created, updated, unchanged };
  };
  const file = toText(await shop.send({ url: '/api/v1/product/export.csv?keyword=Mug', headers: { authorization: token } }));
  expect(await counts(file)).toEqual({ created: 0, updated: 0, unchanged: 1 });
  expect(await counts('slug,seo_title,seo_description\nmug,Mugs for tea,\n')).toEqual({ created: 0, updated: 1, unchanged: 0 });
  expect((await open('mug')).body.product?.[0]).toMatchObject({ seoTitle: 'Mugs for tea', seoDescription: 'A mug.' });
});
