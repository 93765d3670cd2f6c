import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import {
  filterProducts,
  listCategoryProducts,
  listProducts,
  listSimilarProducts,
  readProduct,
  type Sort,
} from '../../../../contract/product.ts';

const shop = await openShop();
const { db } = shop.deps;

const namesOf = (products: { name: string }[]) => products.map((it) => it.name);

/** `count` products, newest first, named 'Product 1'… and priced 1, 2… dollars. */
async function createShelf(count: number) {
  const categoryId = await makeCategory(db);
  return makeProducts(
    db,
    Array.from({ length: count }, (_, index) => ({ categoryId, priceCents: (index + 1) * 100 })),
  );
}

test('[API-1] [API-16] [CONST-1] a visitor gets the first page of 8 products, newest first, and the total', async () => {
  const [first] = await createShelf(20);
  const { status, body } = await shop.call(listProducts);
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, total: 20, page: 1, limit: 8 });
  expect(namesOf(body.products)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((it) => `Product ${it}`));
  expect(body.products[0]).toEqual({
    _id: first?.id,
    name: 'Product 1',
    slug: first?.slug,
    description: 'Well made and long lasting.',
    price: 1,
    quantity: 5,
    shipping: 0,
    category: first?.categoryId,
    image: `/uploads/${first?.imageId}-640.webp`,
    compareAtPrice: null,
    sku: null,
    weight: null,
    status: 'active',
  });
});

test('[API-1] [HOME-4] [LIST-1] the pages together show every product once, also with other products around it', async () => {
  const categoryId = await makeCategory(db);
  const createdAt = new Date();
  // All the same in every way that could order them.
  await makeProducts(
    db,
    Array.from({ length: 25 }, () => ({ categoryId, createdAt, name: 'Twin' })),
  );
  const sorts: Sort[] = ['newest', 'price-up', 'price-down', 'name'];
  for (const sort of sorts) {
    const seen: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { body } = await shop.call(listProducts, { query: { page, limit: 8, sort } });
      seen.push(...body.products.map((it) => it._id));
    }
    expect(seen).toHaveLength(25);
    expect(new Set(seen).size).toBe(25);
  }
});

test('[API-1] the page after the last one is empty and still has the total', async () => {
  await createShelf(3);
  const { status, body } = await shop.call(listProducts, { query: { page: 1_000_000, limit: 100 } });
  expect(status).toBe(200);
  expect(body).toEqual({ success: true, products: [], total: 3, page: 1_000_000, limit: 100 });
});

test('[API-1] a shop without products answers with an empty page', async () => {
  expect((await shop.call(listProducts)).body).toEqual({ success: true, products: [], total: 0, page: 1, limit: 8 });
});

test('[API-1] [LIST-1] products are sorted by price in both directions, and by name regardless of case', async () => {
  const categoryId = await makeCategory(db);
  await makeProducts(db, [
    { categoryId, name: 'banana', priceCents: 300 },
    { categoryId, name: 'Cherry', priceCents: 100 },
    { categoryId, name: 'Apple', priceCents: 200 },
  ]);
  const sorted = async (sort: Sort) => namesOf((await shop.call(listProducts, { query: { sort } })).body.products);
  expect(await sorted('price-up')).toEqual(['Cherry', 'Apple', 'banana']);
  expect(await sorted('price-down')).toEqual(['banana', 'Apple', 'Cherry']);
  expect(await sorted('name')).toEqual(['Apple', 'banana', 'Cherry']);
  expect(await sorted('newest')).toEqual(['banana', 'Cherry', 'Apple']);
});

test.each([
  'page=0',
  'page=-1',
  'page=x',
  'page=1.5',
  'page=1e3',
  'page=1000001',
  'limit=0',
  'limit=101',
  'sort=random',
  'page=1&page=2',
  'page[]=1',
])('[LIST-4] a page asked for by ?%s is refused, or what makes no sense in it is dropped', async (query) => {
  const answer = await shop.send({ method: 'GET', url: `/api/v1/product/get-products?${query}` });
  expect(answer.status).toBe(query === 'page[]=1' ? 200 : 400);
  expect(answer.body.success).toBe(query === 'page[]=1');
});

async function fillThreeCategories() {
  const [shoes, hats, empty] = [await makeCategory(db, 'Shoes'), await makeCategory(db, 'Hats'), await makeCategory(db, 'Empty')];
  await makeProducts(db, [
    { categoryId: shoes, name: 'Sandal', priceCents: 9899 },
    { categoryId: shoes, name: 'Boot', priceCents: 9900 },
    { categoryId: hats, name: 'Cap', priceCents: 19_900 },
    { categoryId: hats, name: 'Bowler', priceCents: 19_901 },
  ]);
  return { shoes, hats, empty };
}

test('[API-2] [CONST-2] a price range includes both ends, to the cent', async () => {
  await fillThreeCategories();
  const { body } = await shop.call(filterProducts, { body: { checked: [], radio: [99, 199] } });
  expect(body).toMatchObject({ success: true, total: 2, page: 1, limit: 8 });
  expect(namesOf(body.products)).toEqual(['Boot', 'Cap']);
  const unusual = await shop.call(filterProducts, { body: { checked: [], radio: [98.99, 98.99] } });
  expect(namesOf(unusual.body.products)).toEqual(['Sandal']);
});

test('[API-2] [HOME-6] a product in any of the checked categories is listed; with a price range too, it must match both', async () => {
  const { shoes, hats, empty } = await fillThreeCategories();
  const filter = async (checked: string[], radio: [] | [number, number]) =>
    namesOf((await shop.call(filterProducts, { body: { checked, radio } })).body.products);
  expect(await filter([], [])).toEqual(['Sandal', 'Boot', 'Cap', 'Bowler']);
  expect(await filter([shoes], [])).toEqual(['Sandal', 'Boot']);
  expect(await filter([shoes, hats], [])).toHaveLength(4);
  expect(await filter([shoes, shoes, empty], [])).toEqual(['Sandal', 'Boot']);
  expect(await filter([empty], [])).toEqual([]);
  expect(await filter([randomUUID()], [])).toEqual([]);
  expect(await filter([hats], [0, 199])).toEqual(['Cap']);
});

test('[API-2] a range whose minimum is above its maximum is empty; a huge one has everything', async () => {
  await fillThreeCategories();
  const upsideDown = await shop.call(filterProducts, { body: { checked: [], radio: [199, 99] } });
  expect(upsideDown).toMatchObject({ status: 200, body: { success: true, products: [], total: 0 } });
  const huge = await shop.call(filterProducts, { body: { checked: [], radio: [0, 1e308] } });
  expect(huge.body.total).toBe(4);
  expect((await shop.call(filterProducts, { body: { checked: [], radio: [1e308, 1e308] } })).body.total).toBe(0);
});

test('[API-2] a filtered list has pages and sorting like the full one', async () => {
  await createShelf(20);
  const { body } = await shop.call(filterProducts, { body: { checked: [], radio: [5, 15], page: 2, limit: 4, sort: 'price-down' } });
  expect(body).toMatchObject({ total: 11, page: 2, limit: 4 });
  expect(body.products.map((it) => it.price)).toEqual([11, 10, 9, 8]);
});

test.each([
  ['nothing', undefined, ''],
  ['null', 'null', ''],
  ['no checked', { radio: [] }, 'checked'],
  ['no radio', { checked: [] }, 'radio'],
  ['one bound', { checked: [], radio: [1] }, 'radio'],
  ['three bounds', { checked: [], radio: [1, 2, 3] }, 'radio'],
  ['bounds as texts', { checked: [], radio: ['1', '2'] }, 'radio'],
  ['a bound below zero', { checked: [], radio: [-1, 2] }, 'radio.0'],
  ['a bound of null', { checked: [], radio: [null, 2] }, 'radio'],
  ['a bound of another kind', { checked: [], radio: [{ $gt: 0 }, 2] }, 'radio'],
  ['an id that is none', { checked: ['shoes'], radio: [] }, 'checked.0'],
  ['an id in an object', { checked: { id: 1 }, radio: [] }, 'checked'],
  ['201 ids', { checked: Array.from({ length: 201 }, () => randomUUID()), radio: [] }, 'checked'],
  ['page 0', { checked: [], radio: [], page: 0 }, 'page'],
  ['a page as text', { checked: [], radio: [], page: '2' }, 'page'],
])('[API-2] [LIST-4] a filter with %s is refused with what is wrong', async (_what, body, path) => {
  const answer = await shop.send({
    method: 'POST',
    url: '/api/v1/product/filter-products',
    headers: { 'content-type': 'application/json' },
    payload: typeof body === 'string' ? body : JSON.stringify(body ?? ''),
  });
  expect(answer.status).toBe(400);
  expect(answer.body.success).toBe(false);
  expect(answer.body.issues?.map((it) => it.path)).toContain(path);
});

test('[API-4] one product is returned as a list of one; an unknown slug is a 404 with a message', async () => {
  const [product] = await createShelf(2);
  const { status, body } = await shop.call(readProduct, { params: { slug: String(product?.slug) } });
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, product: [{ _id: product?.id, price: 1 }] });
  expect(body.product).toHaveLength(1);
  const unknown = await shop.call(readProduct, { params: { slug: 'no-such-thing' } });
  expect(unknown).toMatchObject({ status: 404, body: { success: false, message: 'There is no such product' } });
});

test('[API-5] [PROD-2] four other products of the category are similar, closest in price first', async () => {
  const shoes = await makeCategory(db, 'Shoes');
  const hats = await makeCategory(db, 'Hats');
  const prices = [5000, 4900, 5200, 9000, 100, 5000];
  const [product] = await makeProducts(db, [
    ...prices.map((priceCents, index) => ({ categoryId: shoes, priceCents, name: `Shoe ${index}` })),
    { categoryId: hats, priceCents: 5000, name: 'Hat' },
  ]);
  const { body } = await shop.call(listSimilarProducts, { params: { productId: String(product?.id), categoryId: shoes } });
  expect(namesOf(body)).toEqual(['Shoe 5', 'Shoe 1', 'Shoe 2', 'Shoe 3']);
});

test('[API-5] a product that doesn’t exist has no similar products', async () => {
  const [product] = await createShelf(3);
  const known = { productId: String(product?.id), categoryId: String(product?.categoryId) };
  const ask = (params: typeof known) => shop.call(listSimilarProducts, { params });
  expect(await ask({ ...known, productId: randomUUID() })).toMatchObject({ status: 200, body: [] });
  expect(await ask({ ...known, categoryId: randomUUID() })).toMatchObject({ status: 200, body: [] });
  expect((await ask({ ...known, productId: 'not-a-uuid' })).status).toBe(404);
});

test('[API-6] [CAT-1] a category is returned with its products, newest first, 100 at a time', async () => {
  await createShelf(101);
  const { status, body } = await shop.call(listCategoryProducts, { params: { slug: 'shoes' } });
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, category: { name: 'Shoes', slug: 'shoes' }, total: 101, page: 1, limit: 100 });
  expect(body.product).toHaveLength(100);
  expect(body.product[0]?.name).toBe('Product 1');
  const rest = await shop.call(listCategoryProducts, { params: { slug: 'shoes' }, query: { page: 2 } });
  expect(namesOf(rest.body.product)).toEqual(['Product 101']);
});

test('[API-6] an empty category has no products; an unknown one is a 404 with a message', async () => {
  await makeCategory(db, 'Hats');
  const empty = await shop.call(listCategoryProducts, { params: { slug: 'hats' } });
  expect(empty).toMatchObject({ status: 200, body: { category: { name: 'Hats' }, product: [], total: 0 } });
  const unknown = await shop.call(listCategoryProducts, { params: { slug: 'Hats' } });
  expect(unknown).toMatchObject({ status: 404, body: { success: false, message: 'There is no such category' } });
});
