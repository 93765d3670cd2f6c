/** Fields that the merchant defines: defining them, their values, and who sees which. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAdminClient } from '../../../../tests/support/admin.ts';
import { openShop } from '../../../../tests/support/harness.ts';
import { makeImage } from '../../../../tests/support/images.ts';
import * as contract from '../../../contract/custom-fields.ts';
import { filterProducts, listCategoryProducts, listProducts, readProduct } from '../../../contract/product.ts';
import { readAdminProduct } from '../../../contract/product-admin.ts';
import { searchProducts } from '../../../contract/product-search.ts';

const shop = await openShop();
const image = await makeImage();

const open = async () => {
  const admin = await createAdminClient(shop, image);
  const { token } = admin;
  const define = async (body: Partial<contract.CustomField> & { key: string; name: string }) => {
    const reply = await shop.call(contract.createCustomField, { token, body: { owner: 'product', ...body } });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return reply.body.field;
  };
  return { ...admin, define };
};

const readPublic = async (slug: string) => (await shop.call(readProduct, { params: { slug } })).body.product[0];

test('[CFIELD-1] a merchant defines fields with name, key, help and type, in an order, and changes them', async () => {
  const { define, token } = await open();
  const first = await define({ key: 'fabric', name: ' Fabric ', help: 'As on the label' });
  expect(first).toMatchObject({ owner: 'product', key: 'fabric', name: 'Fabric', type: 'text', choices: [], isVisible: false, version: 1 });
  const second = await define({
    key: 'fit',
    name: 'Fit',
    type: 'choice',
    choices: ['Slim', ' slim', 'Wide'],
    isVisible: true,
    isFilter: true,
  });
  expect(second.choices).toEqual(['Slim', 'Wide']);
  await define({ owner: 'order', key: 'fabric', name: 'Fabric of the order' });
  const list = async (owner?: contract.FieldOwner) =>
    (await shop.call(contract.listCustomFields, { token, query: owner ? { owner } : {} })).body.fields.map(
      ({ owner: of, key }) => `${of}:${key}`,
    );
  expect(await list()).toEqual(['order:fabric', 'product:fabric', 'product:fit']);
  await shop.call(contract.orderCustomFields, { token, body: { owner: 'product', ids: [second._id, randomUUID()] } });
  expect(await list('product')).toEqual(['product:fit', 'product:fabric']);
  const change = (body: object) => shop.call(contract.updateCustomField, { token, params: { id: first._id }, body });
  expect((await change({ name: 'Cloth', version: 1 })).body.field).toMatchObject({ name: 'Cloth', help: 'As on the label', version: 2 });
  // The same again changes nothing; another change by an old form doesn't overwrite what somebody else wrote.
  expect((await change({ name: 'Cloth', version: 1 })).status).toBe(200);
  expect(await change({ name: 'Weave', version: 1 })).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
});

test.each([
  ['a key in capitals', { key: 'Fabric', name: 'x' }, 'key'],
  ['a key of the language', { key: 'constructor', name: 'x' }, 'key'],
  ['another one', { key: '__proto__', name: 'x' }, 'key'],
  ['a key of 41 characters', { key: 'x'.repeat(41), name: 'x' }, 'key'],
  ['no name', { key: 'x', name: ' ' }, 'name'],
  ['a name with a colon', { key: 'x', name: 'Care: washing' }, 'name'],
  ['an unknown type', { key: 'x', name: 'x', type: 'json' }, 'type'],
  ['a choice without choices', { key: 'x', name: 'x', type: 'choice' }, 'choices'],
  ['201 choices', { key: 'x', name: 'x', type: 'choice', choices: Array.from({ length: 201 }, (_, n) => `c${n}`) }, 'choices'],
  ['a filter by dates', { key: 'x', name: 'x', type: 'date', isVisible: true, isFilter: true }, 'isFilter'],
  ['a filter that customers don’t see', { key: 'x', name: 'x', isFilter: true }, 'isFilter'],
  ['a filter of orders', { owner: 'order', key: 'x', name: 'x', isVisible: true, isFilter: true }, 'isFilter'],
] as const)('[CFIELD-2] a field with %s is refused at its input', async (_what, body, path) => {
  const { token } = await createAdminClient(shop, image);
  const reply = await shop.call(contract.createCustomField, { token, body: { owner: 'product', ...body } as never });
  expect([reply.status, reply.body.issues?.[0]?.path]).toEqual([400, path]);
});

test('[CFIELD-2] a key is taken once for each kind of thing, also by two at once', async () => {
  const { token } = await createAdminClient(shop, image);
  const create = () => shop.call(contract.createCustomField, { token, body: { owner: 'product', key: 'width', name: 'Width' } });
  const replies = await Promise.all([create(), create()]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'key_taken', issues: [{ path: 'key', code: 'taken' }] });
});

const GOOD = {
  text: ['text', ' Wool ', 'Wool'],
  long: ['long_text', 'One\r\nTwo', 'One\nTwo'],
  num: ['number', 12.5, 12.5],
  day: ['date', '2028-02-29', '2028-02-29'],
  flag: ['boolean', false, false],
  pick: ['choice', 'wide', 'Wide'],
  hue: ['color', '#ABC', '#aabbcc'],
  link: ['url', 'https://example.com/a?b=c', 'https://example.com/a?b=c'],
} as const;

test('[CFIELD-3] values of every type are stored as they are meant, stay where a call doesn’t name them, and go where it clears them', async () => {
  const { define, create, update, token } = await open();
  for (const [key, [type]] of Object.entries(GOOD))
    await define({ key, name: key, type, ...(type === 'choice' && { choices: ['Slim', 'Wide'] }) });
  await define({ key: 'goes_with', name: 'Goes with', type: 'product' });
  const other = (await create({ name: 'Belt' })).body.product;
  const sent = Object.fromEntries(Object.entries(GOOD).map(([key, [, value]]) => [key, value]));
  const stored = Object.fromEntries(Object.entries(GOOD).map(([key, [, , value]]) => [key, value]));
  const made = await create({ customFields: JSON.stringify({ ...sent, goes_with: other._id }) });
  expect(made.body.product.customFields).toEqual({ ...stored, goes_with: other._id });
  const { product } = made.body;
  expect((await update(product, { name: 'Renamed' })).body.product.customFields).toEqual({ ...stored, goes_with: other._id });
  const cleared = await update(product, { customFields: { text: '', num: null, hue: ' ' } });
  const { text: _t, num: _n, hue: _h, ...left } = stored;
  expect(cleared.body.product.customFields).toEqual({ ...left, goes_with: other._id });
  // Sent back as it was read, nothing changes.
  const { version } = cleared.body;
  expect((await update(product, { customFields: cleared.body.product.customFields, version })).body.version).toBe(version);
  const all = Object.fromEntries(Object.keys({ ...left, goes_with: 0 }).map((key) => [key, null]));
  expect((await update(product, { customFields: all })).body.product).not.toHaveProperty('customFields');
  expect((await shop.call(readAdminProduct, { token, params: { slug: product.slug } })).body.product[0]).not.toHaveProperty('customFields');
});

test.each([
  ['an unknown key', { nothing: 'x' }, 'nothing', 'unknown'],
  ['a key in other case', { Text: 'x' }, 'Text', 'unknown'],
  ['the key constructor', { constructor: 'x' }, 'constructor', 'unknown'],
  ['a number as text', { num: '12' }, 'num', 'not_a_number'],
  ['a number without end', { num: 1e300 }, 'num', 'too_large'],
  ['yes as text', { flag: 'yes' }, 'flag', 'invalid_choice'],
  ['a text that is a number', { text: 5 }, 'text', 'wrong_type'],
  ['a text of 256 characters', { text: 'x'.repeat(256) }, 'text', 'too_long'],
  ['a line break in a short text', { text: 'a\nb' }, 'text', 'invalid_format'],
  ['a day that no calendar has', { day: '2027-02-29' }, 'day', 'invalid_format'],
  ['a value that is no choice', { pick: 'Loose' }, 'pick', 'invalid_choice'],
  ['a color by name', { hue: 'red' }, 'hue', 'invalid_format'],
  ['a script as link', { link: 'javascript:alert(1)' }, 'link', 'invalid_format'],
  ['a link with a password', { link: 'https://a:b@example.com' }, 'link', 'invalid_format'],
  ['a product that isn’t there', { goes_with: randomUUID() }, 'goes_with', 'unknown'],
] as const)('[CFIELD-4] %s is refused by its path, and nothing is written', async (_what, customFields, key, code) => {
  const { define, create, update } = await open();
  for (const [name, [type]] of Object.entries(GOOD))
    await define({ key: name, name, type, ...(type === 'choice' && { choices: ['Slim', 'Wide'] }) });
  await define({ key: 'goes_with', name: 'Goes with', type: 'product' });
  const { product, version } = (await create({})).body;
  const reply = await update(product, { name: 'Renamed', customFields });
  expect([reply.status, reply.body.issues?.[0]]).toMatchObject([400, { path: `customFields.${key}`, code }]);
  expect((await update(product, {})).body).toMatchObject({ version, product: { name: product.name } });
});

test('[CFIELD-4] 10,000 letters, nested values and prototype keys are refused', async () => {
  const { define, create, update } = await open();
  await define({ key: 'long', name: 'Long', type: 'long_text' });
  const { product } = (await create({})).body;
  for (const customFields of [{ long: 'x'.repeat(10_000) }, { long: { a: 1 } }, { long: ['a'] }, [], 'text', 5])
    expect((await update(product, { customFields })).status).toBe(400);
  const raw = await create({ customFields: '{"__proto__": "x"}' });
  expect(raw.status).toBe(400);
});

test('[CFIELD-5] customers see what the merchant shows them: hidden values are on no public wire', async () => {
  const { define, create } = await open();
  await define({ key: 'shown', name: 'Shown', isVisible: true, isFilter: true });
  await define({ key: 'cost', name: 'Supplier', isVisible: false });
  await define({ owner: 'variant', key: 'batch', name: 'Batch' });
  await define({ owner: 'variant', key: 'care', name: 'Care', isVisible: true });
  const options = JSON.stringify([{ name: 'Size', values: ['S'] }]);
  const variants = JSON.stringify([
    { options: { Size: 'S' }, price: 5, quantity: 1, customFields: { batch: 'HIDDEN-77', care: 'Hand wash' } },
  ]);
  const customFields = JSON.stringify({ shown: 'Visible', cost: 'HIDDEN-42' });
  const { product } = (await create({ name: 'Coat', customFields, options, variants })).body;
  const seen = await readPublic(product.slug);
  expect(seen?.customFields).toEqual({ shown: 'Visible' });
  expect(seen?.shownFields).toEqual([
    { owner: 'product', key: 'shown', name: 'Shown', type: 'text' },
    { owner: 'variant', key: 'care', name: 'Care', type: 'text' },
  ]);
  expect(seen?.variants?.[0]?.customFields).toEqual({ care: 'Hand wash' });
  const { body: category } = await shop.call(filterProducts, { body: { checked: [], radio: [] } });
  const wires = [
    seen,
    category,
    (await shop.call(listProducts)).body,
    (await shop.call(searchProducts, { params: { keyword: 'coat' } })).body,
    (await shop.call(filterProducts, { body: { checked: [], radio: [], keyword: 'coat' } })).body,
    (await shop.call(filterProducts, { body: { checked: [], radio: [], filters: [{ name: 'Supplier', values: ['HIDDEN-42'] }] } })).body,
    (await shop.call(listCategoryProducts, { params: { slug: 'demo' } })).body,
  ];
  expect(JSON.stringify(wires.slice(0, 5))).not.toContain('HIDDEN');
  expect(JSON.stringify(wires)).not.toContain('Batch');
  // Nobody finds out by filtering what a hidden field has.
  expect((wires[5] as { total: number }).total).toBe(0);
});
