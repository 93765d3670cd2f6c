import { expect, test } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { listProducts, readProduct, TAG_ATTRIBUTE } from '../../../../contract/product.ts';
import { readAdminProduct, updateProduct } from '../../../../contract/product-admin.ts';
import { readSettings, updateSettings } from '../../../../contract/settings.ts';

const shop = await openShop();
const image = await makeImage();

const MATERIAL = { name: 'Material', value: 'Wool' };
const COLOR = { name: 'Color', value: 'Dark red' };
const readAttributes = async () => (await shop.call(readProduct, { params: { slug: 'tea' } })).body.product[0]?.attributes;

test('[ATTR-1] attributes keep their order and are changed all at once; a call without them leaves them', async () => {
  const { create, update } = await createAdminClient(shop, image);
  const made = await create({ attributes: JSON.stringify([{ name: ' Material ', value: ' Wool\n' }, COLOR]) });
  expect(made.body.product.attributes).toEqual([MATERIAL, COLOR]);
  const { product } = made.body;
  expect((await update(product, { name: 'Other' })).body.product.attributes).toEqual([MATERIAL, COLOR]);
  const twice = [COLOR, MATERIAL, { name: 'Color', value: '<b>"茶"</b> & more' }];
  expect((await update(product, { attributes: twice })).body.product.attributes).toEqual(twice);
  expect(await readAttributes()).toEqual(twice);
  expect((await update(product, { attributes: [] })).body.product.attributes).toEqual([]);
  expect((await create({ name: 'Plain' })).body.product.attributes).toEqual([]);
  // Lists do without.
  expect((await shop.call(listProducts)).body.products.every((it) => !('attributes' in it))).toBe(true);
});

test('[ATTR-5] customers see no tags, unless the merchant uses them as a filter', async () => {
  const { create, token } = await createAdminClient(shop, image);
  const tags = [
    { name: TAG_ATTRIBUTE, value: 'supplier-7' },
    { name: TAG_ATTRIBUTE, value: 'clearance' },
  ];
  const attributes = JSON.stringify([...tags, MATERIAL]);
  const { product } = (await create({ name: 'Tagged', attributes })).body;
  const params = { slug: product.slug };
  const read = async () => (await shop.call(readProduct, { params })).body.product[0]?.attributes;
  expect(product.attributes).toEqual([...tags, MATERIAL]);
  expect(await read()).toEqual([MATERIAL]);
  expect((await shop.call(readAdminProduct, { token, params })).body.product[0]?.attributes).toEqual([...tags, MATERIAL]);
  const { body } = await shop.call(readSettings);
  const save = (filterAttributes: string[]) => shop.call(updateSettings, { token, body: { ...body.settings, filterAttributes } });
  expect((await save([TAG_ATTRIBUTE])).status).toBe(200);
  expect(await read()).toEqual([...tags, MATERIAL]);
  await save([]);
  expect(await read()).toEqual([MATERIAL]);
});

test.each([
  ['no list', 'Material: Wool', 'attributes'],
  ['null', null, 'attributes'],
  ['301 of them', Array.from({ length: 301 }, () => MATERIAL), 'attributes'],
  ['a blank name', [{ name: ' ', value: 'x' }], 'attributes.0.name'],
  ['a name of 256 characters', [{ name: 'x'.repeat(256), value: 'x' }], 'attributes.0.name'],
  ['no value', [MATERIAL, { name: 'Color' }], 'attributes.1.value'],
  ['a value of 256 characters', [{ name: 'Color', value: 'x'.repeat(256) }], 'attributes.0.value'],
  ['a number', [{ name: 'Size', value: 5 }], 'attributes.0.value'],
  ['NUL', [{ name: 'Size', value: 'a\u0000' }], 'attributes.0.value'],
])('[ATTR-1] attributes that are %s are refused by name, and nothing is written', async (_what, attributes, path) => {
  const { create, update } = await createAdminClient(shop, image);
  const { product } = (await create({ attributes: JSON.stringify([MATERIAL]) })).body;
  expect(await update(product, { attributes })).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  const made = await create({ name: 'Second', attributes: JSON.stringify(attributes) });
  expect(made).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  expect(await readAttributes()).toEqual([MATERIAL]);
});

test('[ATTR-1] 30 attributes of the greatest length can be saved', async () => {
  const { create, update } = await createAdminClient(shop, image);
  const { product } = (await create()).body;
  const attributes = Array.from({ length: 30 }, () => ({ name: '名'.repeat(60), value: '🍵'.repeat(200) }));
  expect((await update(product, { attributes })).body.product.attributes).toEqual(attributes);
});

test('[ATTR-1] [VERSION-2] an outdated form changes no attributes; saving the same ones makes no new version', async () => {
  const { create, token } = await createAdminClient(shop, image);
  const { product, version } = (await create({ attributes: JSON.stringify([MATERIAL]) })).body;
  const change = (attributes: object[], shown: number) =>
    shop.call(updateProduct, { token, params: { id: product._id }, body: { attributes, version: shown } });
  expect((await change([MATERIAL], version)).body.version).toBe(version);
  const changed = await change([COLOR], version);
  expect(changed.body.version).toBe(version + 1);
  const conflict = await change([], version);
  expect(conflict).toMatchObject({ status: 409, body: { code: 'version_conflict', current: { product: [{ attributes: [COLOR] }] } } });
  // The answer was lost, and it is sent again.
  expect((await change([COLOR], version)).status).toBe(200);
  const { body } = await shop.call(readAdminProduct, { token, params: { slug: 'tea' } });
  expect(body).toMatchObject({ version: version + 1, product: [{ attributes: [COLOR] }] });
});
