import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { listProductTable, type TableProduct } from '../../../../contract/product-table.ts';
import { products } from '../../database/schema/catalog.ts';
import { productVariants } from '../../database/schema/variant.ts';
import { requirePlaceholder } from '../import/images/placeholder-image.ts';

const shop = await openShop();
const { db } = shop.deps;

type Query = NonNullable<Parameters<typeof shop.call<typeof listProductTable>>[1]>['query'];

async function openTable() {
  const { token } = await shop.signUp({ role: 1 });
  const list = async (query: Query = {}) => {
    const { status, body } = await shop.call(listProductTable, { token, query });
    expect(status).toBe(200);
    return body;
  };
  const names = async (query: Query = {}) => (await list(query)).products.map(({ name }) => name);
  return { token, list, names };
}

async function makeShelf() {
  const [tea, shoes] = [await makeCategory(db, 'Tea'), await makeCategory(db)];
  const rows = await makeProducts(db, [
    { categoryId: tea, name: 'Green Tea 50%', sku: 'TEA-001', priceCents: 450, quantity: 0 },
    { categoryId: tea, name: 'Black tea', sku: 'tea-002', priceCents: 450, quantity: 3, status: 'draft' },
    { categoryId: shoes, name: 'Blue shoe', priceCents: 9900, quantity: 40, status: 'archived' },
    { categoryId: shoes, name: 'Árbol teak', priceCents: 12_000, quantity: 500 },
  ]);
  return { tea, shoes, rows };
}

test('[PWORK-1] the table has products of every status and is searched by parts of names and SKUs, in any order and case', async () => {
  const { shoes, rows } = await makeShelf();
  const { list, names } = await openTable();
  expect(await names()).toEqual(['Green Tea 50%', 'Black tea', 'Blue shoe', 'Árbol teak']);
  expect(await names({ keyword: ' TEA bla ' })).toEqual(['Black tea']);
  expect(await names({ keyword: 'ea-00' })).toEqual(['Green Tea 50%', 'Black tea']);
  expect(await names({ keyword: 'árb' })).toEqual(['Árbol teak']);
  // One or two letters begin a word.
  expect(await names({ keyword: 'bl' })).toEqual(['Black tea', 'Blue shoe']);
  expect(await names({ keyword: 'ea' })).toEqual([]);
  for (const keyword of ['50%', '50']) expect(await names({ keyword })).toEqual(['Green Tea 50%']);
  for (const keyword of ['%', '_ea', '\\', "'; drop table products; --", '茶']) expect(await names({ keyword })).toEqual([]);
  await db.insert(productVariants).values({
    id: randomUUID(),
    productId: rows[2]?.id ?? '',
    position: 0,
    optionValues: ['42'],
    sku: 'SHOE-42',
    priceCents: 9900,
    quantity: 40,
  });
  expect(await names({ keyword: 'shoe-42' })).toEqual(['Blue shoe']);
  const [row] = (await list({ keyword: 'Blue' })).products;
  expect(row).toMatchObject({
    _id: rows[2]?.id,
    category: shoes,
    status: 'archived',
    price: 99,
    quantity: 40,
    sku: null,
    version: expect.any(Number),
  });
});

test('[PWORK-1] the table is filtered by category, status, stock and price, also all at once', async () => {
  const { tea } = await makeShelf();
  const { names, list } = await openTable();
  expect(await names({ category: tea })).toEqual(['Green Tea 50%', 'Black tea']);
  expect(await names({ status: 'archived' })).toEqual(['Blue shoe']);
  expect(await names({ status: 'active' })).toEqual(['Green Tea 50%', 'Árbol teak']);
  expect(await names({ stock: 'sold_out' })).toEqual(['Green Tea 50%']);
  expect(await names({ stock: 'low' })).toEqual(['Black tea']);
  expect(await names({ stock: 'in_stock' })).toEqual(['Black tea', 'Blue shoe', 'Árbol teak']);
  expect(await names({ minPrice: 4.5, maxPrice: 99 })).toEqual(['Green Tea 50%', 'Black tea', 'Blue shoe']);
  expect(await names({ category: tea, status: 'draft', stock: 'low', minPrice: 4.5, maxPrice: 4.5, keyword: 'tea' })).toEqual([
    'Black tea',
  ]);
  expect(await list({ category: randomUUID() })).toMatchObject({ products: [], total: 0, isAbout: false, hasNext: false });
});

test('[PWORK-1] the filter by stock follows every change of it', async () => {
  const { rows } = await makeShelf();
  const { names } = await openTable();
  const setQuantity = (quantity: number) => db.execute(sql`update products set quantity = ${quantity} where id = ${rows[3]?.id}`);
  for (const [quantity, filter] of [
    [0, 'sold_out'],
    [1, 'low'],
    [5, 'low'],
    [6, 'in_stock'],
    [101, 'in_stock'],
    [2, 'low'],
  ] as const) {
    await setQuantity(quantity);
    expect([quantity, await names({ stock: filter, minPrice: 120 })]).toEqual([quantity, ['Árbol teak']]);
  }
  const levels = await db.select({ level: products.stockLevel }).from(products).orderBy(products.priceCents, products.name);
  expect(levels.map(({ level }) => level)).toEqual([2, 0, 5, 1]);
});

test('[PWORK-2] every sorting lists all products once, page by page in both directions, also if many are equal', async () => {
  const category = await makeCategory(db);
  const at = new Date('2026-01-01');
  const rows = Array.from({ length: 23 }, (_, index) => ({
    categoryId: category,
    name: `Tea ${index % 4}`,
    priceCents: 100 * (index % 3),
    createdAt: index % 2 ? at : new Date(at.getTime() + index),
  }));
  await makeProducts(db, rows);
  const { list } = await openTable();
  const keys = (it: TableProduct) => ({ name: it.name, price: it.price, createdAt: it.createdAt });
  for (const sort of ['newest', 'oldest', 'name', 'name-down', 'price-up', 'price-down'] as const) {
    const all = (await list({ sort, limit: 100 })).products;
    expect(all).toHaveLength(23);
    const field = sort.startsWith('name') ? 'name' : sort.startsWith('price') ? 'price' : 'createdAt';
    const values = all.map((it) => keys(it)[field]);
    const direction = sort.endsWith('down') || sort === 'newest' ? -1 : 1;
    expect(values).toEqual([...values].sort((a, b) => (a < b ? -direction : a > b ? direction : 0)));
    const forward: string[] = [];
    let page = await list({ sort, limit: 5 });
    for (let turns = 0; turns < 10; turns += 1) {
      forward.push(...page.products.map(({ _id }) => _id));
      if (!page.hasNext) break;
      page = await list({ sort, limit: 5, after: forward.at(-1) ?? '' });
    }
    expect(forward).toEqual(all.map(({ _id }) => _id));
    expect((await list({ sort, limit: 5, before: forward[10] ?? '' })).products.map(({ _id }) => _id)).toEqual(forward.slice(5, 10));
    expect((await list({ sort, limit: 5, page: 2 })).products.map(({ _id }) => _id)).toEqual(forward.slice(5, 10));
  }
  // The row that the page began behind was deleted: the page is found by its number.
  expect((await list({ limit: 5, page: 3, after: randomUUID() })).products).toHaveLength(5);
  expect(await list({ limit: 50, page: 1_000_000 })).toMatchObject({ products: [], total: 23 });
});

test('[PWORK-1] invalid filters are named, and only admins see the table', async () => {
  const { token } = await openTable();
  const wrong = {
    status: 'sold',
    stock: 'much',
    sort: 'stock',
    category: 'Tea',
    minPrice: '-1',
    maxPrice: '1.234',
    after: 'x',
    limit: '101',
  };
  for (const [name, value] of Object.entries(wrong)) {
    const { status, body } = await shop.send({
      method: 'GET',
      url: `/api/v1/product/table?${name}=${value}`,
      headers: { authorization: token },
    });
    expect([name, status, body.issues]).toMatchObject([name, 400, [{ path: name }]]);
  }
  expect((await shop.call(listProductTable)).status).toBe(401);
  expect((await shop.call(listProductTable, { token: (await shop.signUp()).token })).status).toBe(403);
});

test('[PWORK-1] a filter finds the products that have only the placeholder image', async () => {
  const { rows } = await makeShelf();
  const { names } = await openTable();
  expect(await names({ image: 'missing' })).toEqual([]);
  const placeholder = await requirePlaceholder(shop.deps);
  await db
    .update(products)
    .set({ imageId: placeholder })
    .where(eq(products.id, rows[1]?.id ?? ''));
  expect(await names({ image: 'missing' })).toEqual(['Black tea']);
  expect(await names({ image: 'missing', status: 'active' })).toEqual([]);
});
