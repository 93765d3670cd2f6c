/** The calls as a stranger's program would make them: methods, paths and keys written out, none taken from the contract. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openShopWithPayments } from '../../../../tests/support/checkout.ts';
import { makeImage } from '../../../../tests/support/images.ts';
import { makeMultipartForm } from '../../../../tests/support/multipart-form.ts';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';

const shop = await openShopWithPayments();
const image = await makeImage();

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const callApi = async (method: Method, path: string, { token, body }: { token?: string; body?: object } = {}) => {
  const response = await shop.send({
    method,
    url: `/api/v1/${path}`,
    headers: { ...(token && { authorization: token }) },
    ...(body && { payload: body }),
  });
  expect([method, path, response.status]).toEqual([method, path, 200]);
  return response.body as unknown;
};

const entity = {
  _id: expect.any(String),
  name: expect.any(String),
  slug: expect.any(String),
};
const product = {
  ...entity,
  description: expect.any(String),
  price: expect.any(Number),
  quantity: expect.any(Number),
  shipping: expect.toSatisfy((it) => it === 0 || it === 1),
  category: expect.any(String),
  image: expect.any(String),
  compareAtPrice: null,
  sku: null,
  weight: null,
  status: 'active',
};

/** A category with two products. */
async function seedProducts() {
  const category = await makeCategory(shop.deps.db, 'Shoes');
  const [one, two] = await makeProducts(shop.deps.db, [
    { categoryId: category, name: 'Boot', slug: 'boot', priceCents: 2000 },
    { categoryId: category, name: 'Sandal', slug: 'sandal', priceCents: 4000 },
  ]);
  return { category, boot: String(one?.id), sandal: String(two?.id) };
}

test('[API-1] GET product/get-products', async () => {
  await seedProducts();
  expect(await callApi('GET', 'product/get-products')).toMatchObject({ success: true, products: [product, product], total: 2 });
  expect(await callApi('GET', 'product/get-products?page=2&limit=1&sort=price-up')).toMatchObject({ products: [{ slug: 'sandal' }] });
});

test('[API-2] POST product/filter-products', async () => {
  const { category } = await seedProducts();
  const path = 'product/filter-products';
  expect(await callApi('POST', path, { body: { checked: [category], radio: [] } })).toMatchObject({
    success: true,
    products: [product, product],
  });
  expect(await callApi('POST', path, { body: { checked: [], radio: [19, 20] } })).toMatchObject({
    success: true,
    products: [{ slug: 'boot' }],
  });
});

test('[API-3] GET product/search/{keyword}', async () => {
  await seedProducts();
  expect(await callApi('GET', 'product/search/sand')).toEqual([expect.objectContaining({ ...product, slug: 'sandal' })]);
});

test('[API-4] GET product/single-product/{slug}', async () => {
  await seedProducts();
  expect(await callApi('GET', 'product/single-product/boot')).toEqual({
    success: true,
    product: [{ ...product, descriptionFormat: 'text', slug: 'boot', images: [{ url: product.image, alt: 'Boot' }], attributes: [] }],
    version: 1,
  });
});

test('[API-5] GET product/similar-products/{productId}/{categoryId}', async () => {
  const { boot, category } = await seedProducts();
  expect(await callApi('GET', `product/similar-products/${boot}/${category}`)).toEqual([{ ...product, slug: 'sandal' }]);
});

test('[API-6] GET product/category-product/{slug}', async () => {
  const { category } = await seedProducts();
  expect(await callApi('GET', 'product/category-product/shoes')).toMatchObject({
    category: { ...entity, _id: category, name: 'Shoes', slug: 'shoes' },
    product: [product, product],
  });
});

test('[API-7] [API-8] [API-9] POST product/create-product, PUT product/update-product/{id}, DELETE product/delete-product/{id}', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const category = await makeCategory(shop.deps.db);
  const fields = { name: 'Tea', description: 'Green.', price: '4.50', category, quantity: '7', shipping: '1' };
  const { body: payload, headers } = await makeMultipartForm(fields, image);
  const url = '/api/v1/product/create-product';
  const made = await shop.send({ method: 'POST', url, payload, headers: { ...headers, authorization: token } });
  expect(made).toMatchObject({ status: 200, body: { success: true } });
  const [found] = (await callApi('GET', 'product/search/tea')) as { _id: string }[];
  expect(found).toEqual({ ...product, name: 'Tea', description: 'Green.', price: 4.5, category, quantity: 7, shipping: 1 });
  const body = { name: 'Black Tea', description: 'Strong.', price: 5, shipping: 0, category, quantity: 1 };
  expect(await callApi('PUT', `product/update-product/${found?._id}`, { token, body })).toMatchObject({ success: true });
  expect(await callApi('GET', 'product/search/tea')).toEqual([{ ...product, ...body }]);
  expect(await callApi('DELETE', `product/delete-product/${found?._id}`, { token })).toMatchObject({ success: true });
  expect(await callApi('GET', 'product/search/tea')).toEqual([]);
});

test('[API-10] POST product/api/create-checkout-session', async () => {
  const { boot } = await seedProducts();
  const { token } = await shop.signUp();
  const body = { products: [{ _id: boot, name: 'Boot', price: 20 }] };
  expect(await callApi('POST', 'product/api/create-checkout-session', { token, body })).toMatchObject({
    id: expect.stringMatching(/./),
    url: expect.stringMatching(/^http/),
  });
});

test('[API-11] [API-12] the category calls', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const list = () => callApi('GET', 'category/categories');
  expect(await callApi('POST', 'category/create-category', { token, body: { name: 'Shoes' } })).toMatchObject({ success: true });
  const { category } = (await list()) as { category: { _id: string }[] };
  expect(await list()).toEqual({ success: true, category: [expect.objectContaining({ ...entity, name: 'Shoes', slug: 'shoes' })] });
  const id = category[0]?._id;
  expect(await callApi('PUT', `category/update-category/${id}`, { token, body: { name: 'Hats' } })).toMatchObject({ success: true });
  expect(await list()).toMatchObject({ category: [{ _id: id, name: 'Hats' }] });
  expect(await callApi('DELETE', `category/delete-category/${id}`, { token })).toMatchObject({ success: true });
  expect(await list()).toEqual({ success: true, category: [] });
});

test('[API-13] [API-14] [API-15] the account calls', async () => {
  const email = `${randomUUID()}@example.com`;
  const person = { name: 'Ada', email, password: 'correct horse', phone: '+1 555 0100', address: '1 Market Street', answer: 'chess' };
  expect(await callApi('POST', 'auth/register', { body: person })).toBeTruthy();
  const newPassword = 'battery staple';
  expect(await callApi('POST', 'auth/forget-password', { body: { email, answer: 'chess', newPassword } })).toEqual({
    success: true,
    message: expect.stringMatching(/./),
  });
  const { user, token } = (await callApi('POST', 'auth/login', { body: { email, password: newPassword } })) as {
    user: object;
    token: string;
  };
  expect(user).toMatchObject({ name: 'Ada', address: '1 Market Street', email, role: 0 });
  expect(await callApi('GET', 'auth/user-auth', { token })).toEqual({ ok: true });
  const refused = await shop.send({ method: 'GET', url: '/api/v1/auth/admin-auth', headers: { authorization: token } });
  expect(refused).toMatchObject({ status: 403, body: { ok: false } });
  expect(await callApi('GET', 'auth/admin-auth', { token: (await shop.signUp({ role: 1 })).token })).toEqual({ ok: true });
  const body = { name: 'Ada King', email, password: '', address: 'Ockham Park' };
  expect(await callApi('PUT', 'auth/update-details', { token, body })).toMatchObject({
    success: true,
    updateUser: { name: 'Ada King', email, address: 'Ockham Park', role: 0 },
  });
});
