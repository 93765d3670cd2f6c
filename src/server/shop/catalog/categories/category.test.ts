import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { listCategories } from '../../../../contract/category.ts';
import { createCategory, deleteCategory, updateCategory } from '../../../../contract/category-admin.ts';

const shop = await openShop();

test('[API-11] [API-16] anyone can read the categories, sorted by name, with their number of products', async () => {
  const { token } = await shop.signUp({ role: 1 });
  await shop.call(createCategory, { token, body: { name: 'Shoes' } });
  await shop.call(createCategory, { token, body: { name: 'Audio & Hi-Fi' } });
  const { status, body } = await shop.call(listCategories);
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    category: [
      {
        _id: expect.any(String),
        name: 'Audio & Hi-Fi',
        slug: 'audio-hi-fi',
        count: 0,
        image: null,
        description: '',
        ownImage: null,
        version: 1,
      },
      { _id: expect.any(String), name: 'Shoes', slug: 'shoes', count: 0, image: null, description: '', ownImage: null, version: 1 },
    ],
  });
});

test('[API-12] [SLUG-1] an admin creates, renames and deletes a category; its slug stays when it is renamed', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const made = await shop.call(createCategory, { token, body: { name: ' Shoes ' } });
  expect(made.body).toMatchObject({ success: true, message: 'Shoes category created', category: { name: 'Shoes', slug: 'shoes' } });
  const params = { id: made.body.category._id };
  const renamed = await shop.call(updateCategory, { token, params, body: { name: 'Footwear' } });
  expect(renamed.body).toMatchObject({ success: true, category: { name: 'Footwear', slug: 'shoes' } });
  expect((await shop.call(deleteCategory, { token, params })).body).toEqual({ success: true, message: 'category deleted' });
  expect((await shop.call(deleteCategory, { token, params })).status).toBe(404);
});

test('[CATEG-1] if two admins create the same category at once, there is one category and one clear 409', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const answers = await Promise.all(['Shoes', 'SHOES', 'shoes'].map((name) => shop.call(createCategory, { token, body: { name } })));
  expect(answers.map((it) => it.status).sort()).toEqual([200, 409, 409]);
  expect((await shop.call(listCategories)).body.category).toHaveLength(1);
});

test('[SLUG-1] two names with the same slug get different slugs', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const answers = await Promise.all(['Tea!', 'Tea?', 'Tea.', '!?'].map((name) => shop.call(createCategory, { token, body: { name } })));
  expect(answers.map((it) => it.body.category.slug).sort()).toEqual(['category', 'tea', 'tea-2', 'tea-3']);
});

test.each([
  ['no name', {}],
  ['an empty name', { name: '' }],
  ['blanks', { name: '   ' }],
  ['a number', { name: 7 }],
  ['a list', { name: ['Shoes'] }],
  ['101 characters', { name: 'x'.repeat(101) }],
  ['a NUL character', { name: 'a\u0000b' }],
])('[SAFE-5] a category with %s is refused with what is wrong', async (_what, body) => {
  const { token } = await shop.signUp({ role: 1 });
  const answer = await shop.call(createCategory, { token, body });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ success: false, issues: [{ path: 'name' }] });
});

test('an id that is none names nothing: 404', async () => {
  const { token } = await shop.signUp({ role: 1 });
  expect((await shop.call(updateCategory, { token, params: { id: 'not-a-uuid' }, body: { name: 'x' } })).status).toBe(404);
});

test('[VERSION-2] a category that somebody else has renamed keeps the new name, and the second admin is told', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const { category } = (await shop.call(createCategory, { token, body: { name: 'Shoes' } })).body;
  const rename = (name: string, version?: number) =>
    shop.call(updateCategory, { token, params: { id: category._id }, body: { name, ...(version !== undefined && { version }) } });
  const answers = await Promise.all(['Boots', 'Sandals'].map((name) => rename(name, category.version)));
  expect(answers.map((it) => it.status).sort()).toEqual([200, 409]);
  const winner = answers.find((it) => it.status === 200)?.body.category;
  const loser = answers.find((it) => it.status === 409);
  expect(loser?.body).toMatchObject({ code: 'version_conflict', current: { category: winner } });
  expect((await shop.call(listCategories)).body.category).toMatchObject([{ name: winner?.name, version: category.version + 1 }]);
});

test('[VERSION-3] [VERSION-5] repeating a rename whose answer was lost is no conflict; without a version the last one wins', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const { category } = (await shop.call(createCategory, { token, body: { name: 'Shoes' } })).body;
  const params = { id: category._id };
  const body = { name: 'Boots', version: category.version };
  const [first, repeated] = [
    await shop.call(updateCategory, { token, params, body }),
    await shop.call(updateCategory, { token, params, body }),
  ];
  expect(repeated).toMatchObject({ status: 200, body: first.body });
  expect((await shop.call(updateCategory, { token, params, body: { name: 'Sandals' } })).body.category.name).toBe('Sandals');
});
