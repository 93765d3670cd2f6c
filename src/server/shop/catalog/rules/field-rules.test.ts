/** Rules about the merchant's own fields. */
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { listCollectionProducts } from '../../../../contract/collection.ts';
import { createCollection, previewCollection, updateCollection } from '../../../../contract/collection-admin.ts';
import { createCustomField, deleteCustomField, readFieldUsage, updateCustomField } from '../../../../contract/custom-fields.ts';
import { updateProduct } from '../../../../contract/product-admin.ts';
import type { Condition, ConditionOf, Rule } from '../../../../contract/rules.ts';

const shop = await openShop();

type Asked = Omit<ConditionOf<'custom-field'>, 'field'>;
const ruleOf = (...conditions: Asked[]): Rule => ({
  match: 'all',
  conditions: conditions.map((it): Condition => ({ field: 'custom-field', ...it })),
});

const FIELDS = [
  { key: 'material', type: 'text' },
  { key: 'width', type: 'number' },
  { key: 'season', type: 'date' },
  { key: 'waterproof', type: 'boolean' },
  { key: 'fit', type: 'choice', choices: ['Slim', 'Wide'] },
  { key: 'shade', type: 'color' },
  { key: 'maker', type: 'url' },
  { key: 'pair', type: 'product' },
] as const;

/** Boot, Hat and Sock, of which Sock has no value of any field. */
async function openShelf() {
  const { token } = await shop.signUp({ role: 1, teamRole: 'owner' });
  const categoryId = await makeCategory(shop.deps.db);
  const [boot, hat] = await makeProducts(
    shop.deps.db,
    ['Boot', 'Hat', 'Sock'].map((name) => ({ categoryId, name, priceCents: 1000 })),
  );
  const ids = new Map<string, string>();
  for (const { key, ...field } of FIELDS) {
    const body = { owner: 'product' as const, key, name: key, ...field, ...('choices' in field && { choices: [...field.choices] }) };
    ids.set(key, (await shop.call(createCustomField, { token, body })).body.field._id);
  }
  const set = (id: string | undefined, customFields: Record<string, string | number | boolean | null>) =>
    shop.call(updateProduct, { token, params: { id: id ?? '' }, body: { customFields } });
  const url = `https://maker.example/${'long-'.repeat(60)}`;
  const ofBoot = {
    material: 'Wool, washed',
    width: -2.5,
    season: '2026-09-01',
    waterproof: true,
    fit: 'Slim',
    shade: '#1e90ff',
    maker: url,
  };
  await set(boot?.id, { ...ofBoot, pair: hat?.id ?? '' });
  await set(hat?.id, { material: 'Felt', width: 30, season: '2026-12-24', waterproof: false, fit: 'Wide', shade: '#000000' });
  const preview = async (rule: Rule) => {
    const { status, body } = await shop.call(previewCollection, { token, body: { rule, sort: 'name' } });
    return status === 200 ? { names: body.products.map(({ name }) => name), gone: body.gone } : { refused: body.issues?.[0] };
  };
  return { token, ids, boot: boot?.id ?? '', hat: hat?.id ?? '', url, set, preview };
}

test('[COLL-11] a rule asks a custom field of any type: is, is none of, between, yes or no', async () => {
  const { preview, hat, url } = await openShelf();
  const cases: [Asked, string[]][] = [
    [{ key: 'material', values: ['Felt', 'Wool, washed'] }, ['Boot', 'Hat']],
    [{ key: 'material', values: ['Wool'] }, []],
    // What has no value isn't wool either.
    [{ key: 'material', values: ['Wool, washed'], not: true }, ['Hat', 'Sock']],
    [{ key: 'width', values: [-2.5] }, ['Boot']],
    [{ key: 'width', atLeast: -2.5, atMost: 29.99 }, ['Boot']],
    [{ key: 'width', atLeast: -2.4 }, ['Hat']],
    [{ key: 'width', atMost: 30 }, ['Boot', 'Hat']],
    [{ key: 'season', atLeast: '2026-09-01', atMost: '2026-12-23' }, ['Boot']],
    [{ key: 'season', values: ['2026-12-24'] }, ['Hat']],
    [{ key: 'waterproof', values: [true] }, ['Boot']],
    [{ key: 'waterproof', values: [false] }, ['Hat']],
    [{ key: 'waterproof', values: [true], not: true }, ['Hat', 'Sock']],
    [{ key: 'fit', values: ['slim'] }, ['Boot']],
    [{ key: 'shade', values: ['#1E90FF', '#fff'] }, ['Boot']],
    [{ key: 'maker', values: [url] }, ['Boot']],
    [{ key: 'maker', values: [url], not: true }, ['Hat', 'Sock']],
    [{ key: 'pair', values: [hat.toUpperCase()] }, ['Boot']],
  ];
  for (const [asked, names] of cases) expect(await preview(ruleOf(asked)), JSON.stringify(asked).slice(0, 80)).toEqual({ names, gone: [] });
  expect(await preview(ruleOf({ key: 'width', atLeast: 0 }, { key: 'fit', values: ['Wide'] }))).toMatchObject({ names: ['Hat'] });
});

test('[COLL-8] [COLL-11] a condition that a field can’t be asked is refused, with the field', async () => {
  const { preview } = await openShelf();
  const cases: [Asked, string, string][] = [
    [{ key: 'width' }, 'values', 'required'],
    [{ key: 'width', values: [1], atLeast: 1 }, 'values', 'not_allowed'],
    [{ key: 'width', atLeast: 1, not: true }, 'not', 'not_allowed'],
    [{ key: 'width', atLeast: 2, atMost: 1 }, 'atMost', 'range_not_rising'],
    [{ key: 'width', atLeast: 2, atMost: '2026-01-01' }, 'atMost', 'range_not_rising'],
    [{ key: 'width', values: ['wide'] }, 'values', 'not_a_number'],
    [{ key: 'season', atMost: '2026-02-30' }, 'atMost', 'invalid_format'],
    [{ key: 'material', atLeast: 1 }, 'atLeast', 'not_allowed'],
    [{ key: 'waterproof', values: ['perhaps'] }, 'values', 'invalid_choice'],
  ];
  for (const [asked, name, code] of cases)
    expect(await preview(ruleOf(asked)), JSON.stringify(asked)).toEqual({
      refused: expect.objectContaining({ path: `rule.conditions.0.${name}`, code }),
    });
});

test('[COLL-3] [COLL-11] a product is in the collection as soon as its value is saved', async () => {
  const { token, preview: _preview, set, hat } = await openShelf();
  const body = { title: 'Waterproof', isPublished: true, rule: ruleOf({ key: 'waterproof', values: [true] }) };
  const { slug } = (await shop.call(createCollection, { token, body })).body.collection;
  const list = async () => (await shop.call(listCollectionProducts, { params: { slug } })).body.products.map(({ name }) => name);
  expect(await list()).toEqual(['Boot']);
  await set(hat, { waterproof: true });
  expect((await list()).toSorted()).toEqual(['Boot', 'Hat']);
  await set(hat, { waterproof: null });
  expect(await list()).toEqual(['Boot']);
});

test('[COLL-4] [COLL-11] who deletes a field is told which collections name it; the rule says what is gone and holds nothing for it', async () => {
  const { token, ids, preview } = await openShelf();
  const rule = ruleOf({ key: 'fit', values: ['Slim', 'Wide'] });
  const { _id } = (await shop.call(createCollection, { token, body: { title: 'Fitting', isPublished: true, rule } })).body.collection;
  await shop.call(createCollection, { token, body: { title: 'Other', rule: ruleOf({ key: 'width', atLeast: 1 }) } });
  const params = { id: ids.get('fit') ?? '' };
  const usage = (await shop.call(readFieldUsage, { token, params })).body;
  expect(usage).toMatchObject({ values: 2, collections: ['Fitting'] });
  await shop.call(updateCustomField, { token, params, body: { choices: ['Slim'] } });
  expect(await preview(rule)).toEqual({ names: ['Boot'], gone: [0] });
  expect((await shop.call(deleteCustomField, { token, params })).status).toBe(200);
  expect(await preview(rule)).toEqual({ names: [], gone: [0] });
  expect(await preview(ruleOf({ key: 'fit', values: ['Slim'], not: true }))).toEqual({ names: [], gone: [0] });
  expect(await preview({ ...ruleOf({ key: 'fit', values: ['Slim'] }, { key: 'width', atLeast: 1 }), match: 'any' })).toEqual({
    names: ['Hat'],
    gone: [0],
  });
  // It may be saved again, as one that names a deleted category.
  expect((await shop.call(updateCollection, { token, params: { id: _id }, body: { title: 'Fits', rule } })).status).toBe(200);
});
