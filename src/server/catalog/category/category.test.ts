import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { createCategory, deleteCategory, listCategories, updateCategory } from '../../../contract/category.ts';

const shop = await openShop();

test('[API-11] [API-16] anyone reads the categories by name, with how many products each holds', async () => {
  const { token } = await shop.signUp({ role: 1 });
  await shop.call(createCategory, { token, body: { name: 'Shoes' } });
  await shop.call(createCategory, { token, body: { name: 'Audio & Hi-Fi' } });
  const { status, body } = await shop.call(listCategories);
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    category: [
      { _id: expect.any(String), name: 'Audio & Hi-Fi', slug: 'audio-hi-fi', count: 0, image: null },
      { _id: expect.any(String), name: 'Shoes', slug: 'shoes', count: 0, image: null },
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

test('[CATEG-1] two admins create the same name at once: one category, one clear 409', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const answers = await Promise.all(['Shoes', 'SHOES', 'shoes'].map((name) => shop.call(createCategory, { token, body: { name } })));
  expect(answers.map((it) => it.status).sort()).toEqual([200, 409, 409]);
  expect((await shop.call(listCategories)).body.category).toHaveLength(1);
});

test('[SLUG-1] two names that give the same slug both get one of their own', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const answers = await Promise.all(['Tea!', 'Tea?', 'Tea.', '茶'].map((name) => shop.call(createCategory, { token, body: { name } })));
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
