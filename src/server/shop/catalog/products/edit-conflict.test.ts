/** Two admins edit the same product, or one edits it while it sells. */

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { makeMultipartForm } from '../../../../../tests/support/multipart-form.ts';
import { type Product, readProduct } from '../../../../contract/product.ts';
import { replaceProductImage, updateProduct } from '../../../../contract/product-admin.ts';
import { query } from '../../../platform/database/query.ts';

const shop = await openShopWithPayments();
const imageBytes = await makeImage();

/** A product of which there are ten, and an admin who has it open in a form. */
async function openForm() {
  const client = await createAdminClient(shop, imageBytes);
  const { product, version } = (await client.create({ quantity: '10' })).body;
  const { name, description, price, quantity, category, shipping } = product;
  const shown = { name, description, price, quantity, category, shipping };
  /** Saves all that the form shows, with what was typed into it. */
  const save = (typed: object, shownVersion = version) =>
    shop.call(updateProduct, {
      token: client.token,
      params: { id: product._id },
      body: { ...shown, shownQuantity: quantity, version: shownVersion, ...typed },
    });
  const sell = async (count: number) => {
    const { token } = await shop.signUp();
    expect((await shop.checkOut(token, Array(count).fill(product._id))).status).toBe(200);
  };
  return { ...client, product, version, save, sell };
}

const readNow = async (product: Product) => {
  const { body } = await shop.call(readProduct, { params: { slug: product.slug } });
  return { ...body.product[0], version: body.version };
};

test('[VERSION-1] saving another text after a sale leaves the stock as the sale left it', async () => {
  const { product, save, sell } = await openForm();
  await sell(3);
  expect((await save({ description: 'Very green.' })).body.product).toMatchObject({ description: 'Very green.', quantity: 7 });
  expect(await readNow(product)).toMatchObject({ description: 'Very green.', quantity: 7 });
  expect(await shop.listFindings()).toEqual([]);
});

test('[VERSION-1] ten shown, three sold meanwhile, twelve typed: two are added, nine are left', async () => {
  const { product, save, sell } = await openForm();
  await sell(3);
  expect((await save({ quantity: 12 })).body.product.quantity).toBe(9);
  expect(await readNow(product)).toMatchObject({ quantity: 9 });
  expect(await shop.listFindings()).toEqual([]);
});

test('[VERSION-5] a quantity sent without the one that the form showed becomes the stock', async () => {
  const { product, token, sell } = await openForm();
  await sell(3);
  const answer = await shop.call(updateProduct, { token, params: { id: product._id }, body: { quantity: 12 } });
  expect(answer.body.product).toEqual({ ...product, quantity: 12 });
  expect(await shop.listFindings()).toEqual([]);
});

test('[VERSION-1] taking away more than is left is refused with the present stock', async () => {
  const { product, save, sell } = await openForm();
  await sell(8);
  const answer = await save({ quantity: 1, name: 'Never saved' });
  expect(answer).toMatchObject({
    status: 409,
    body: {
      code: 'insufficient_stock',
      issues: [{ path: 'quantity', code: 'insufficient_stock', limit: 2 }],
      current: { product: [{ quantity: 2 }] },
    },
  });
  expect(await readNow(product)).toMatchObject({ quantity: 2, name: product.name });
  expect(await shop.listFindings()).toEqual([]);
});

test('[VERSION-1] changes can’t add up to more than the highest stock', async () => {
  const { save, product } = await openForm();
  const answer = await save({ quantity: 1_000_000, shownQuantity: 0 });
  expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'quantity', code: 'too_large', limit: 1_000_000 }] } });
  expect(await readNow(product)).toMatchObject({ quantity: 10 });
});

test('[VERSION-2] saving an outdated form answers with the present data and overwrites nothing', async () => {
  const { product, version, save } = await openForm();
  expect((await save({ price: 9.99 })).status).toBe(200);
  const answer = await save({ name: 'Black Tea' });
  expect(answer).toMatchObject({ status: 409, body: { success: false, code: 'version_conflict' } });
  expect(answer.body).toMatchObject({ current: { product: [{ ...product, price: 9.99 }], version: version + 1 } });
  expect(await readNow(product)).toEqual({ ...product, price: 9.99, version: version + 1 });
  expect((await save({ name: 'Black Tea', price: 9.99 }, version + 1)).body.product).toEqual({
    ...product,
    price: 9.99,
    name: 'Black Tea',
    images: [{ url: product.image, alt: 'Black Tea' }],
  });
});

test('[VERSION-2] if two admins save at once, one is told of the other, and the same stock correction counts once', async () => {
  const { product, save } = await openForm();
  const names = await Promise.all([save({ name: 'Black Tea' }), save({ name: 'White Tea' })]);
  expect(names.map((it) => it.status).sort()).toEqual([200, 409]);
  const winner = names.find((it) => it.status === 200)?.body;
  expect(await readNow(product)).toEqual({ ...winner?.product, version: winner?.version });
  const typed = { name: winner?.product.name, quantity: 12 };
  const counts = await Promise.all([1, 2, 3].map(() => save(typed, winner?.version)));
  expect(counts.map((it) => it.status)).toEqual([200, 200, 200]);
  expect(await readNow(product)).toMatchObject({ quantity: 12 });
  const other = await save({ ...typed, quantity: 15 }, winner?.version);
  expect(other).toMatchObject({ status: 409, body: { code: 'version_conflict', current: { product: [{ quantity: 12 }] } } });
  expect(await shop.listFindings()).toEqual([]);
});

test('[VERSION-3] repeating an update whose answer was lost applies it once, whatever was sold meanwhile', async () => {
  const { product, save, sell } = await openForm();
  await sell(3);
  const typed = { name: 'Black Tea', quantity: 12, price: 5 };
  const first = await save(typed);
  await sell(2);
  const repeated = await save(typed);
  expect([first, repeated]).toMatchObject([
    { status: 200, body: { product: { quantity: 9 } } },
    { status: 200, body: { product: { quantity: 7 }, version: first.body.version } },
  ]);
  expect(await readNow(product)).toMatchObject({ name: 'Black Tea', quantity: 7, price: 5 });
  expect(await shop.listFindings()).toEqual([]);
});

test('[VERSION-2] sales don’t make a form outdated, so a best seller can be edited', async () => {
  const { product, version, save, sell } = await openForm();
  for (const count of [1, 2, 3]) {
    await sell(count);
    expect((await readNow(product)).version).toBe(version);
  }
  expect((await save({ name: 'Black Tea' })).status).toBe(200);
});

test('[VERSION-2] a change by SQL makes a form outdated too', async () => {
  const { product, version, save } = await openForm();
  await query(shop.deps.db, sql`update products set price_cents = 1 where id = ${product._id}`);
  expect((await save({ name: 'Black Tea' })).body).toMatchObject({ code: 'version_conflict', current: { version: version + 1 } });
});

test('[VERSION-5] [API-8] without a version, only the fields that are sent are changed', async () => {
  const { product, token, save } = await openForm();
  await save({ price: 9.99 });
  const answer = await shop.call(updateProduct, { token, params: { id: product._id }, body: { description: ' Strong. ' } });
  expect(answer.body.product).toEqual({ ...product, price: 9.99, description: 'Strong.' });
  const empty = await shop.call(updateProduct, { token, params: { id: product._id }, body: {} });
  expect(empty).toMatchObject({ status: 200, body: { product: answer.body.product, version: answer.body.version } });
});

test('[VERSION-2] an image that somebody else has replaced isn’t overwritten without a conflict', async () => {
  const { product, token, version } = await openForm();
  const params = { id: product._id };
  const replace = async (fields: Record<string, string>) =>
    shop.call(replaceProductImage, { token, params, ...(await makeMultipartForm(fields, await makeImage('png'))) });
  const first = await replace({ version: String(version) });
  expect(first).toMatchObject({ status: 200, body: { version: version + 1 } });
  const old = await replace({ version: String(version) });
  expect(old).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', current: { product: [{ image: first.body.product.image }] } },
  });
  expect((await replace({})).status).toBe(200);
});
