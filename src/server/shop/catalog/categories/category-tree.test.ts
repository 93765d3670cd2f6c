/** The tree of categories as a merchant changes it. */
import { beforeEach, expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { listCategories } from '../../../../contract/category.ts';
import { createCategory, deleteCategory, moveCategory, updateCategory } from '../../../../contract/category-admin.ts';
import { updateProduct } from '../../../../contract/product-admin.ts';

const shop = await openShop();
const { db } = shop.deps;
let token = '';
beforeEach(async () => {
  token = (await shop.signUp({ role: 1 })).token;
});

async function create(name: string, parent?: string): Promise<string> {
  const { status, body } = await shop.call(createCategory, { token, body: { name, ...(parent && { parent }) } });
  expect([status, body.message]).toEqual([200, `${name} category created`]);
  return body.category._id;
}
const move = (id: string, parent: string | null, after?: string | null) =>
  shop.call(moveCategory, { token, params: { id }, body: { parent, ...(after !== undefined && { after }) } });
const remove = (id: string) => shop.call(deleteCategory, { token, params: { id } });
/** `Men`, `. Shoes`, `.. Boots`: as lists show the tree. */
async function draw(): Promise<string[]> {
  const { category } = (await shop.call(listCategories)).body;
  const levels = new Map<string, number>();
  return category.map(({ _id, name, parent }) => {
    const level = parent ? (levels.get(parent) ?? -9) + 1 : 0;
    levels.set(_id, level);
    return `${'.'.repeat(level)} ${name}`.trim();
  });
}

test('[TREE-1] [TREE-2] categories lie below each other, in the order of their names until a merchant orders them', async () => {
  const women = await create('Women');
  const men = await create('Men');
  const boots = await create('Boots', men);
  const shoes = await create('Shoes', men);
  await create('Running', shoes);
  expect(await draw()).toEqual(['Men', '. Boots', '. Shoes', '.. Running', 'Women']);
  expect((await move(women, null, null)).status).toBe(200);
  expect((await move(boots, men, shoes)).status).toBe(200);
  expect(await draw()).toEqual(['Women', 'Men', '. Shoes', '.. Running', '. Boots']);
  await create('Kids');
  expect((await move(shoes, women)).body.category).toMatchObject({ parent: women, slug: 'shoes', version: 2 });
  expect(await draw()).toEqual(['Women', '. Shoes', '.. Running', 'Men', '. Boots', 'Kids']);
  expect((await move(shoes, null, women)).body.category.parent).toBeUndefined();
  expect(await draw()).toEqual(['Women', 'Shoes', '. Running', 'Men', '. Boots', 'Kids']);
  // The same once more changes nothing.
  expect((await move(shoes, null, women)).status).toBe(200);
  expect(await draw()).toEqual(['Women', 'Shoes', '. Running', 'Men', '. Boots', 'Kids']);
});

test('[TREE-1] Men > Shoes and Women > Shoes are two categories with addresses of their own; two of one parent are refused', async () => {
  const [men, women] = [await create('Men'), await create('Women')];
  const first = await create('Shoes', men);
  await create('Shoes', women);
  const { category } = (await shop.call(listCategories)).body;
  expect(category.flatMap(({ name, slug }) => (name === 'Shoes' ? [slug] : [])).sort()).toEqual(['shoes', 'women-shoes']);
  for (const parent of [men, null]) {
    const again = await shop.call(createCategory, { token, body: { name: parent ? 'sHOES' : 'men', parent } });
    expect(again).toMatchObject({ status: 409, body: { code: 'name_taken', issues: [{ path: 'name', code: 'taken' }] } });
  }
  expect(await move(first, women)).toMatchObject({ status: 409, body: { code: 'name_taken' } });
});

test('[TREE-3] a circle, a sixth level and a parent that is gone are refused in words, and the tree stays as it is', async () => {
  const ids: string[] = [];
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) ids.push(await create(name, ids.at(-1)));
  const [one = '', two = '', , , five = ''] = ids;
  const before = await draw();
  const circle = { code: 'invalid_request', issues: [{ path: 'parent', code: 'invalid_choice' }] };
  for (const below of [one, two, five]) expect(await move(one, below)).toMatchObject({ status: 400, body: circle });
  const deep = { code: 'invalid_request', issues: [{ path: 'parent', code: 'nested_too_deeply' }] };
  const sixth = await shop.call(createCategory, { token, body: { name: 'Six', parent: five } });
  expect(sixth).toMatchObject({ status: 400, body: { ...deep, message: expect.stringContaining('5 levels') } });
  const pair = await create('Pair');
  const child = await create('Child', pair);
  expect(await move(pair, ids[3] ?? '')).toMatchObject({ status: 400, body: deep });
  expect((await move(child, null)).status).toBe(200);
  expect((await remove(child)).status).toBe(200);
  const gone = { code: 'invalid_request', issues: [{ path: 'parent', code: 'unknown' }] };
  expect(await move(pair, child)).toMatchObject({ status: 400, body: gone });
  expect(await shop.call(createCategory, { token, body: { name: 'New', parent: child } })).toMatchObject({ status: 400, body: gone });
  expect(await move(pair, null, child)).toMatchObject({ status: 400, body: { issues: [{ path: 'after', code: 'unknown' }] } });
  expect((await move(child, null)).status).toBe(404);
  for (const parent of ['x', 7, {}, [], 'x'.repeat(100_000)])
    expect((await shop.call(moveCategory, { token, params: { id: pair }, body: { parent } as never })).status).toBe(400);
  expect(await draw()).toEqual([...before, 'Pair']);
});

test('[TREE-3] two moves at once that would make a circle together: one is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [a, b] = [await create(`A${round}`), await create(`B${round}`)];
    const answers = await Promise.all([move(a, b), move(b, a)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  }
  expect(await draw()).toHaveLength(10);
});

test('[TREE-4] a category with others below it, or with products, stays, and the answer says what is in it', async () => {
  const men = await create('Men');
  const shoes = await create('Shoes', men);
  const sale = await create('Sale');
  const [product] = await makeProducts(db, [{ categoryId: shoes, furtherCategoryIds: [sale] }]);
  const words = async (id: string) => {
    const answer = await remove(id);
    expect(answer).toMatchObject({ status: 409, body: { code: 'category_not_empty' } });
    return answer.body.message;
  };
  expect(await words(men)).toBe('A sub-category is in this category. Move or delete them first.');
  expect(await words(shoes)).toBe('A product is in this category. Move or delete them first.');
  expect(await words(sale)).toBe('A product is in this category. Move or delete them first.');
  await makeProducts(db, [{ categoryId: men }, { categoryId: men }]);
  expect(await words(men)).toBe('A sub-category and 2 products are in this category. Move or delete them first.');
  await shop.call(updateProduct, { token, params: { id: product?.id ?? '' }, body: { furtherCategories: [] } });
  expect((await remove(sale)).status).toBe(200);
});

test('[TREE-5] an old form that moves a category is told what somebody else changed; one that repeats what is there is not', async () => {
  const [men, women, shoes] = [await create('Men'), await create('Women'), await create('Shoes')];
  const params = { id: shoes };
  expect((await shop.call(updateCategory, { token, params, body: { name: 'Shoes', parent: men, version: 1 } })).body.category.version).toBe(
    2,
  );
  expect((await shop.call(updateCategory, { token, params, body: { name: 'Shoes', parent: men, version: 1 } })).status).toBe(200);
  const current = { category: { parent: men, version: 2 } };
  const old = await shop.call(updateCategory, { token, params, body: { name: 'Shoes', parent: women, version: 1 } });
  expect(old).toMatchObject({ status: 409, body: { code: 'version_conflict', current } });
  expect(await shop.call(moveCategory, { token, params, body: { parent: null, version: 1 } })).toMatchObject({
    status: 409,
    body: { current },
  });
  // What knows nothing of parents leaves them.
  expect((await shop.call(updateCategory, { token, params, body: { name: 'Footwear' } })).body.category).toMatchObject({ parent: men });
});

test('[TREE-3] whoever writes to the database meets the same rules', async () => {
  const top = await makeCategory(db, 'Top');
  const below = await makeCategory(db, 'Below', top);
  await expect(db.execute(`update categories set parent_id = '${below}' where id = '${top}'`)).rejects.toThrow();
  await expect(db.execute(`update categories set parent_id = id where id = '${top}'`)).rejects.toThrow();
  await expect(db.execute(`delete from categories where id = '${top}'`)).rejects.toThrow();
});
