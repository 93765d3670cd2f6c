/** Lists, counts and facets of branches, and of products in several categories. */
import { expect, test } from 'vitest';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { countProducts, listCategories } from '../../../../contract/category.ts';
import { moveCategory } from '../../../../contract/category-admin.ts';
import { filterProducts, listCategoryProducts, listProducts, type Sort } from '../../../../contract/product.ts';
import { readAdminProduct, updateProduct } from '../../../../contract/product-admin.ts';
import { searchProducts } from '../../../../contract/product-search.ts';
import { listProductTable } from '../../../../contract/product-table.ts';
import { seededRandom } from '../../../platform/secrets/random.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

const SORTS: readonly Sort[] = ['newest', 'price-up', 'price-down', 'name'];

/** Men > Shoes > Boots, Men > Hats, Women > Bags, and Sale. */
async function plantTree() {
  const men = await makeCategory(db, 'Men');
  const shoes = await makeCategory(db, 'Shoes', men);
  const boots = await makeCategory(db, 'Boots', shoes);
  const hats = await makeCategory(db, 'Hats', men);
  const women = await makeCategory(db, 'Women');
  const bags = await makeCategory(db, 'Bags', women);
  return { men, shoes, boots, hats, women, bags, sale: await makeCategory(db, 'Sale') };
}

test('[TREE-6] [TREE-7] every list of a branch has each of its products once, in its order, page by page, with the right totals', async () => {
  const tree = await plantTree();
  const ids = Object.values(tree);
  const above: Record<string, string[]> = {
    [tree.shoes]: [tree.men],
    [tree.boots]: [tree.shoes, tree.men],
    [tree.hats]: [tree.men],
    [tree.bags]: [tree.women],
  };
  const random = seededRandom(7);
  const pick = () => ids[Math.floor(random() * ids.length)] ?? tree.men;
  const rows = await makeProducts(
    db,
    Array.from({ length: 120 }, (_, n) => ({
      categoryId: pick(),
      furtherCategoryIds: random() < 0.5 ? [pick(), pick()] : [],
      priceCents: 100 * (1 + Math.floor(random() * 40)),
      name: `Item ${(n * 37) % 120}`,
      status: random() < 0.9 ? ('active' as const) : ('draft' as const),
    })),
  );
  const isIn = ({ categoryId, furtherCategoryIds = [] }: (typeof rows)[number], id: string) =>
    [categoryId, ...furtherCategoryIds].some((it) => it === id || above[it]?.includes(id));
  const active = rows.filter(({ status }) => status === 'active');
  const slugs = Object.fromEntries(Object.entries(tree).map(([name, id]) => [id, name]));
  const { category, total = countProducts(category) } = (await shop.call(listCategories)).body;
  expect(total).toBe(active.length);
  for (const id of ids) {
    const expected = active.filter((row) => isIn(row, id));
    expect(category.find(({ _id }) => _id === id)?.count).toBe(expected.length);
    for (const sort of SORTS) {
      const key = ({ createdAt, priceCents, name }: (typeof rows)[number]): number | string =>
        sort === 'newest'
          ? -(createdAt?.getTime() ?? 0)
          : sort === 'name'
            ? name.toLowerCase()
            : sort === 'price-up'
              ? priceCents
              : -priceCents;
      const sorted = expected
        .toSorted((a, b) => (sort === 'price-down' ? (b.id < a.id ? -1 : 1) : a.id < b.id ? -1 : 1))
        .toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
      const shown: string[] = [];
      for (let page = 1; page <= Math.ceil(expected.length / 7); page += 1) {
        const { body } = await shop.call(listCategoryProducts, { params: { slug: slugs[id] ?? '' }, query: { page, limit: 7, sort } });
        expect(body.total).toBe(expected.length);
        shown.push(...body.product.map(({ _id }) => _id));
      }
      expect(shown, `${slugs[id]} by ${sort}`).toEqual(sorted.map((row) => row.id));
    }
  }
  // Two branches that share products, within a price range, with a search or not.
  const isWanted = (row: (typeof rows)[number]) => isIn(row, tree.men) || isIn(row, tree.sale);
  const inRange = active.filter((row) => isWanted(row) && row.priceCents >= 500 && row.priceCents <= 2500);
  for (const keyword of ['', 'item']) {
    const body = { checked: [tree.men, tree.sale], radio: [5, 25] as [number, number], keyword, limit: 100 };
    const found = (await shop.call(filterProducts, { body })).body;
    expect([found.total, found.products.map(({ _id }) => _id).sort()]).toEqual([inRange.length, inRange.map(({ id }) => id).sort()]);
    const bags = active.filter((row) => isIn(row, tree.women) && row.priceCents >= 500 && row.priceCents <= 2500);
    expect(found.facets.categories.find(({ _id }) => _id === tree.women)?.count).toBe(bags.length);
  }
  const { token } = await shop.signUp({ role: 1 });
  const table = (await shop.call(listProductTable, { token, query: { category: tree.men, limit: 100 } })).body;
  expect(table.total).toBe(rows.filter((row) => isIn(row, tree.men)).length);
  expect(await shop.listFindings()).toEqual([]);
});

test('[TREE-6] a category without products below one that has some shows none, and the other way round', async () => {
  const { boots } = await plantTree();
  await makeProducts(db, [{ categoryId: boots, name: 'Gumboot' }]);
  const list = async (slug: string) => (await shop.call(listCategoryProducts, { params: { slug } })).body.product.map(({ name }) => name);
  expect([await list('men'), await list('boots'), await list('hats')]).toEqual([['Gumboot'], ['Gumboot'], []]);
  // Its image is one of a product below it.
  const { category } = (await shop.call(listCategories)).body;
  expect(category.map(({ name, count, image }) => [name, count, image !== null])).toEqual([
    ['Men', 1, true],
    ['Hats', 0, false],
    ['Shoes', 1, true],
    ['Boots', 1, true],
    ['Sale', 0, false],
    ['Women', 0, false],
    ['Bags', 0, false],
  ]);
});

test('[TREE-8] a search for a category finds the products of those below it', async () => {
  const { boots } = await plantTree();
  await makeProducts(db, [{ categoryId: boots, name: 'Gumboot', slug: 'gumboot' }]);
  for (const keyword of ['men', 'shoes', 'boots'])
    expect(
      (await shop.call(searchProducts, { params: { keyword } })).body.map(({ name }) => name),
      keyword,
    ).toEqual(['Gumboot']);
});

test('[TREE-9] moving a branch and changing a product below shows in every cached list at once, and in no stale one', async () => {
  const { men, women, shoes, boots, sale } = await plantTree();
  const [boot, bag] = await makeProducts(db, [
    { categoryId: boots, name: 'Gumboot', slug: 'gumboot' },
    { categoryId: women, name: 'Tote', slug: 'tote' },
  ]);
  const { token } = await shop.signUp({ role: 1 });
  const list = async (slug: string) => (await shop.call(listCategoryProducts, { params: { slug } })).body.product.map(({ name }) => name);
  const lists = async () => [await list('men'), await list('women'), await list('sale')];
  expect(await lists()).toEqual([['Gumboot'], ['Tote'], []]);
  const edit = (id = '', body: object = {}) => shop.call(updateProduct, { token, params: { id }, body });
  // Seen on the pages of the categories above it.
  expect((await edit(boot?.id, { name: 'Wellington' })).status).toBe(200);
  expect(await lists()).toEqual([['Wellington'], ['Tote'], []]);
  expect((await edit(boot?.id, { furtherCategories: [sale] })).body.product.furtherCategories).toEqual([sale]);
  expect(await lists()).toEqual([['Wellington'], ['Tote'], ['Wellington']]);
  expect((await edit(boot?.id, { name: 'Rubber boot' })).status).toBe(200);
  expect(await lists()).toEqual([['Rubber boot'], ['Tote'], ['Rubber boot']]);
  expect((await shop.call(moveCategory, { token, params: { id: shoes }, body: { parent: women } })).status).toBe(200);
  expect(await lists()).toEqual([[], ['Rubber boot', 'Tote'], ['Rubber boot']]);
  expect((await edit(bag?.id, { category: men })).status).toBe(200);
  expect(await lists()).toEqual([['Tote'], ['Rubber boot'], ['Rubber boot']]);
  expect((await edit(boot?.id, { status: 'draft' })).status).toBe(200);
  expect(await lists()).toEqual([['Tote'], [], []]);
  expect((await shop.call(listProducts)).body.total).toBe(1);
  expect((await shop.call(readAdminProduct, { token, params: { slug: 'gumboot' } })).body.product[0]?.furtherCategories).toEqual([sale]);
});
