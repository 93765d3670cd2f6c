/** What an admin makes of options and variants, and what visitors are shown. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { makeMultipartForm } from '../../../../../tests/support/multipart-form.ts';
import { openShoeForm, toSent } from '../../../../../tests/support/shoe-form.ts';
import { SHOE_OPTIONS, shoe } from '../../../../../tests/support/variants.ts';
import { filterProducts, listProducts } from '../../../../contract/product.ts';
import { createProduct, uploadImage } from '../../../../contract/product-admin.ts';

const shop = await openShopWithPayments();
const image = await makeImage();
test('[VAR-1] a product with variants has the lowest price and the sum of their stock, and lists mark it', async () => {
  const { product, read } = await openShoeForm(shop, image);
  const shown = await read();
  expect(shown).toMatchObject({
    price: 100,
    quantity: 13,
    options: SHOE_OPTIONS,
    hasOptions: true,
    isPriceFrom: true,
    variants: [
      { options: { Size: '41', Colour: 'Red' }, price: 100, compareAtPrice: null, quantity: 5, sku: null, image: product.image },
      { options: { Size: '42', Colour: 'Red' }, quantity: 3 },
      { options: { Size: '42', Colour: 'Blue' }, price: 120, compareAtPrice: 150, sku: 'S-42-B' },
    ],
  });
  const listed = (await shop.call(listProducts)).body.products[0];
  expect(listed).toMatchObject({ _id: product._id, price: 100, quantity: 13, hasOptions: true, isPriceFrom: true });
  expect(listed).not.toHaveProperty('variants');
  const dear = await shop.call(filterProducts, { body: { checked: [], radio: [110, 130] } });
  expect(dear.body.total).toBe(0);
  expect(await shop.listFindings()).toEqual([]);
});

test('[VAR-1] a product can be created with its variants in one call', async () => {
  const { token, fields } = await createAdminClient(shop, image);
  const make = async (sent: Record<string, string>) =>
    shop.call(createProduct, { token, ...(await makeMultipartForm({ ...fields, ...sent }, image)) });
  const { status, body } = await make({
    options: JSON.stringify(SHOE_OPTIONS),
    variants: JSON.stringify([shoe('41', 'Red'), shoe('42', 'Blue', { price: 120 })]),
  });
  expect([status, body.product]).toMatchObject([200, { price: 100, quantity: 10, options: SHOE_OPTIONS, variants: [{}, { price: 120 }] }]);
  for (const [sent, code] of [
    [{ options: 'no JSON', variants: '[]' }, 'wrong_type'],
    [{ options: JSON.stringify(SHOE_OPTIONS) }, 'too_few'],
    [{ options: JSON.stringify([{ name: 'A\u0000', values: ['1'] }]) }, 'nul_character'],
    [{ options: '['.repeat(1000) }, 'wrong_type'],
  ] as const)
    expect([sent, await make(sent)]).toMatchObject([sent, { status: 400, body: { issues: [{ code }] } }]);
  expect((await shop.call(listProducts)).body.total).toBe(1);
  expect(await shop.listFindings()).toEqual([]);
});

test('[VAR-7] an open form undoes no sale: a typed quantity counts as a difference, and other variants keep theirs', async () => {
  const { save, read, sell } = await openShoeForm(shop, image);
  const shown = await read();
  await sell(shown.variants[0]?._id, 2);
  await sell(shown.variants[2]?._id, 1);
  expect((await save(toSent(shown, [{ quantity: 8 }]))).status).toBe(200);
  expect((await read()).variants.map((it) => it.quantity)).toEqual([6, 3, 4]);
  expect(await read()).toMatchObject({ quantity: 13 });
  expect(await shop.listFindings()).toEqual([]);
});

test('[VAR-7] taking away more than is left is refused at its field with the present stock', async () => {
  const { save, read, sell } = await openShoeForm(shop, image);
  const shown = await read();
  await sell(shown.variants[1]?._id, 2);
  const answer = await save(toSent(shown, [{ price: 1 }, { quantity: 0 }]));
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'insufficient_stock', issues: [{ path: 'variants.1.quantity', limit: 1 }], current: { product: [{ quantity: 11 }] } },
  });
  expect((await read()).variants.map((it) => it.price)).toEqual([100, 100, 120]);
});

test('[VAR-7] if two admins save variants at once, the second is told; a repeated request is applied once', async () => {
  const { save, read, sell } = await openShoeForm(shop, image);
  const shown = await read();
  const first = toSent(shown, [{ price: 90, quantity: 9 }]);
  const added = { ...first, variants: [...first.variants, shoe('41', 'Blue', { quantity: 2, shownQuantity: 0 })] };
  expect((await save(added)).status).toBe(200);
  const written = await read();
  expect((await save(toSent(shown, [{ price: 80 }]))).body).toMatchObject({
    code: 'version_conflict',
    current: { version: written.version },
  });
  await sell(written.variants[3]?._id, 1);
  expect((await save(added)).status).toBe(200);
  expect((await read()).variants.map((it) => [it.price, it.quantity])).toEqual([
    [90, 9],
    [100, 3],
    [120, 5],
    [100, 1],
  ]);
  const both = await Promise.all([95, 96].map((price) => save(toSent(written, [{ price }]))));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[VAR-7] a sale doesn’t make a form outdated, a change of a variant by SQL does', async () => {
  const { save, read, sell } = await openShoeForm(shop, image);
  const shown = await read();
  await sell(shown.variants[0]?._id, 1);
  expect((await read()).version).toBe(shown.version);
  await shop.deps.db.execute(sql`update product_variants set price_cents = 5000 where id = ${shown.variants[0]?._id}`);
  expect(await read()).toMatchObject({ price: 50, isPriceFrom: true });
  expect((await save(toSent(shown, [{ sku: 'new' }]))).body).toMatchObject({ code: 'version_conflict' });
});

test('[VAR-1] values can be renamed and sorted anew: the variants stay the same ones', async () => {
  const { save, read } = await openShoeForm(shop, image);
  const { variants: before, ...shown } = await read();
  const renamed = [
    { name: 'EU size', values: ['42', '41', 'XL'] },
    { name: 'Colour', values: ['Red', 'Blue'] },
  ];
  const sizes = ['42', '41', 'XL'];
  const sent = before.map(({ image: _image, ...variant }, index) => ({
    ...variant,
    options: { 'EU size': sizes[index] ?? '', Colour: variant.options.Colour ?? '' },
  }));
  expect((await save({ version: shown.version, options: renamed, variants: sent })).status).toBe(200);
  const after = await read();
  expect(after.variants.map((it) => [it._id, it.options['EU size']])).toEqual(before.map(({ _id }, index) => [_id, sizes[index]]));
  // Without options it is its own variant again, and takes over their stock.
  expect((await save({ options: [] })).body.product).toMatchObject({ quantity: 13, price: 100 });
  expect(await read()).not.toHaveProperty('options');
  expect((await save({ price: 7, quantity: 20 })).body.product).toMatchObject({ quantity: 20, price: 7 });
  expect(await shop.listFindings()).toEqual([]);
});

test("[VAR-8] a variant is shown with one of the product's pictures, and loses it with the product", async () => {
  const { product, token, save, read } = await openShoeForm(shop, image);
  const upload = async () => (await shop.call(uploadImage, { token, ...(await makeMultipartForm({}, await makeImage('png'))) })).body.image;
  const [blue, stray] = [await upload(), await upload()];
  const shown = await read();
  const sent = toSent(shown, [{}, {}, { image: blue }]);
  expect((await save({ ...sent, images: [{ url: product.image }, { url: blue }] })).status).toBe(200);
  expect((await read()).variants.map((it) => it.image)).toEqual([product.image, product.image, blue]);
  for (const url of [stray, '/uploads/nothing.png', 'https://elsewhere.example/1.webp', ''])
    expect([url, await save({ variants: toSent(await read(), [{ image: url }]).variants })]).toMatchObject([
      url,
      { status: 400, body: { issues: [{ path: 'variants.0.image', code: 'unknown' }] } },
    ]);
  // Who sends back what was read changes nothing, and the variant follows the product's first picture.
  const { version, ...same } = await read();
  expect((await save({ version, variants: same.variants })).body.version).toBe(version);
  expect((await save({ images: [{ url: stray }, { url: blue }] })).status).toBe(200);
  expect((await read()).variants.map((it) => it.image)).toEqual([stray, stray, blue]);
  expect((await save({ images: [{ url: stray }] })).status).toBe(200);
  expect((await read()).variants.map((it) => it.image)).toEqual([stray, stray, stray]);
});

test('[VAR-9] verify names a stock, price or sum of variants that doesn’t add up', async () => {
  const { product, read } = await openShoeForm(shop, image);
  const [first] = (await read()).variants;
  const tampered: [ReturnType<typeof sql>, RegExp][] = [
    [sql`update product_variants set quantity = quantity + 1 where id = ${first?._id}`, /those of its variants/],
    [sql`update products set quantity = quantity + 1 where id = ${product._id}`, /ledger adds up/],
    [sql`update products set price_cents = 1 where id = ${product._id}`, /those of its variants/],
    [sql`update products set options = null where id = ${product._id}`, /those of its variants/],
  ];
  expect(await shop.listFindings()).toEqual([]);
  for (const [statement, rule] of tampered) {
    await shop.deps.db.execute(statement);
    expect((await shop.listFindings()).map((it) => it.rule)).toEqual(expect.arrayContaining([expect.stringMatching(rule)]));
  }
});
