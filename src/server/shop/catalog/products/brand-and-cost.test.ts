/** Brand, vendor, tags, cost, origin, contents and related products: who sees what of them, and how they are kept. */
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { FIELDS, NONE, openBrandedProducts, size, sizes } from '../../../../../tests/support/branded-products.ts';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { previewVersion, restoreVersion } from '../../../../contract/audit.ts';
import { listBrandProducts } from '../../../../contract/brand.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { readOrder } from '../../../../contract/order.ts';
import { filterProducts, listCategoryProducts, listProducts, listSimilarProducts, readProduct } from '../../../../contract/product.ts';
import { deleteProduct, duplicateProduct, readAdminProduct } from '../../../../contract/product-admin.ts';
import { listSuggestions, searchProducts } from '../../../../contract/product-search.ts';
import { listProductTable } from '../../../../contract/product-table.ts';
import { listBestProducts } from '../../../../contract/reports.ts';
import { auditLog } from '../../database/schema/audit.ts';
import { categories } from '../../database/schema/category.ts';
import { orderLines } from '../../database/schema/order.ts';
import { renderPayload } from '../../messages/webhooks/webhook-payload.ts';

const shop = await openShopWithPayments();
const imageBytes = await makeImage();

const open = () => openBrandedProducts(shop, imageBytes);

test('[MERCH-1] [MERCH-2] brand, vendor, tags, cost, origin, HS code and contents are kept; customers see brand, origin, code and unit price', async () => {
  const { create, read, update } = await open();
  const other = await create('Cup');
  const product = await create('Sencha', { ...FIELDS, tags: ['New', 'new ', 'Loose leaf'], relatedProducts: [other._id] });
  expect(product).toMatchObject({
    brand: { name: 'Acme Teas', slug: 'acme-teas' },
    vendor: 'Leaf & Co',
    tags: ['New', 'Loose leaf'],
    cost: 1.25,
    countryOfOrigin: 'JP',
    hsCode: '09021000',
    contents: 250,
    contentsUnit: 'g',
    unitPrice: { price: 18, per: 'kg' },
    relatedProducts: [other._id],
  });
  const { body } = await shop.call(readProduct, { params: { slug: product.slug } });
  expect(body.product[0]).toMatchObject({ brand: product.brand, countryOfOrigin: 'JP', hsCode: '09021000', unitPrice: product.unitPrice });
  for (const name of ['cost', 'vendor', 'tags', 'relatedProducts']) expect(body.product[0]).not.toHaveProperty(name);
  const absent = [...Object.keys(NONE), 'unitPrice'];
  expect(Object.keys((await read(other.slug)) ?? {}).filter((name) => absent.includes(name))).toEqual([]);
  const cleared = await update(product, NONE);
  expect(Object.keys(cleared.body.product).filter((name) => absent.includes(name))).toEqual([]);
});

test('[MERCH-1] what isn’t one of these is refused with the field that is wrong, and nothing changes', async () => {
  const { create, read, update } = await open();
  const product = await create('Gyokuro', FIELDS);
  const wrong: [object, string][] = [
    [{ cost: -1 }, 'cost'],
    [{ cost: 1.234 }, 'cost'],
    [{ cost: 'much' }, 'cost'],
    [{ countryOfOrigin: 'XX' }, 'countryOfOrigin'],
    [{ countryOfOrigin: 'Japan' }, 'countryOfOrigin'],
    [{ hsCode: '12345' }, 'hsCode'],
    [{ hsCode: '09021000abc' }, 'hsCode'],
    [{ contents: 0 }, 'contents'],
    [{ contents: 1.2345 }, 'contents'],
    [{ contents: 1e9 }, 'contents'],
    [{ contentsUnit: 'ounce' }, 'contentsUnit'],
    [{ contentsUnit: '' }, 'contentsUnit'],
    [{ brand: 'x'.repeat(101) }, 'brand'],
    [{ brand: 'two\nlines' }, 'brand'],
    [{ vendor: 7 }, 'vendor'],
    [{ tags: 'new' }, 'tags'],
    [{ tags: ['a,b'] }, 'tags.0'],
    [{ tags: [' '] }, 'tags.0'],
    [{ relatedProducts: ['1'] }, 'relatedProducts.0'],
  ];
  for (const [change, path] of wrong)
    expect([change, await update(product, change)]).toMatchObject([change, { status: 400, body: { issues: [{ path }] } }]);
  expect(await read('gyokuro')).toEqual(product);
  // Spaces, emoji and what another script writes are words too.
  const told = await update(product, { vendor: '  株式会社 🍵 ', tags: ['Été', 'چای'] });
  expect(told.body.product).toMatchObject({ vendor: '株式会社 🍵', tags: ['Été', 'چای'] });
  // Products that aren't there any more, and the product itself, are no mistake.
  const gone = '11111111-1111-4111-8111-111111111111';
  expect((await update(product, { relatedProducts: [gone, product._id] })).body.product.relatedProducts).toEqual([gone]);
});

test('[MERCH-4] the unit price is that of the variant that is shown, and of the cheapest in lists', async () => {
  const { create, update } = await open();
  const product = await create('Oil', { contents: 500, contentsUnit: 'ml' });
  expect(product.unitPrice).toEqual({ price: 9, per: 'l' });
  const saved = await update(product, sizes(size('S', { price: 6, contents: 250 }), size('M', { price: 10 })));
  expect(saved.body.product.variants?.map(({ contents, unitPrice }) => [contents, unitPrice?.price])).toEqual([
    [250, 24],
    [undefined, 20],
  ]);
  const listed = (await shop.call(listProducts)).body.products.find(({ _id }) => _id === product._id);
  expect([listed?.price, listed?.unitPrice]).toEqual([6, { price: 24, per: 'l' }]);
  const [, medium] = saved.body.product.variants ?? [];
  const items = [{ _id: product._id, variant: medium?._id ?? '' }];
  const { lines } = (await shop.call(priceCart, { body: { products: items } })).body;
  expect(lines[0]?.item).toMatchObject({ price: 10, unitPrice: { price: 20, per: 'l' } });
  const litre = await update(saved.body.product, sizes(size('S', { price: 6, contents: 1000 }), size('M', { price: 10 })));
  expect(litre.body.product.variants?.[0]).not.toHaveProperty('unitPrice');
  const { lines: own } = (
    await shop.call(priceCart, { body: { products: [{ _id: product._id, variant: litre.body.product.variants?.[0]?._id ?? '' }] } })
  ).body;
  expect(own[0]?.item).not.toHaveProperty('unitPrice');
});

test('[MERCH-5] what a product costs the merchant reaches no customer: no list, page, search, cart, order or webhook', async () => {
  const { create, update, category, token } = await open();
  const buyer = await shop.signUp();
  const plain = await create('Kettle', { cost: 3.33, vendor: 'Secret Supplier', tags: ['secret-tag'], brand: 'Nord' });
  const shirt = await create('Shirt', { cost: 3.33, vendor: 'Secret Supplier' });
  await update(shirt, sizes(size('S', { cost: 2.22 }), size('M', {})));
  const [slug] = await shop.deps.db.select({ slug: categories.slug }).from(categories).where(eq(categories.id, category));
  const checkout = await shop.checkOut(buyer.token, [plain._id]);
  const params = { productId: plain._id, categoryId: category };
  const seen = [
    await shop.call(listProducts, { query: { limit: 100 } }),
    await shop.call(readProduct, { params: { slug: plain.slug } }),
    await shop.call(readProduct, { params: { slug: shirt.slug }, token: buyer.token }),
    await shop.call(searchProducts, { params: { keyword: 'Kettle' } }),
    await shop.call(listSuggestions, { params: { keyword: 'Kettle' } }),
    await shop.call(filterProducts, { body: { checked: [], radio: [] } }),
    await shop.call(listSimilarProducts, { params }),
    await shop.call(listCategoryProducts, { params: { slug: slug?.slug ?? '' } }),
    await shop.call(listBrandProducts, { params: { slug: 'nord' } }),
    await shop.call(priceCart, { body: { products: [{ _id: plain._id }] } }),
    checkout,
    await shop.call(readOrder, { params: { id: checkout.body.order ?? '' }, token: buyer.token }),
    await renderPayload(shop.deps.db, {
      id: 1,
      type: 'product.changed',
      subjectId: shirt._id,
      details: { change: 'updated' },
      createdAt: new Date(),
    } as unknown as Parameters<typeof renderPayload>[1]),
  ];
  for (const answer of seen) {
    const text = JSON.stringify(answer);
    expect(text).toMatch(/Kettle|Shirt|"success":true|"order":/);
    for (const secret of ['3.33', '2.22', '"cost', 'Secret Supplier', 'secret-tag', 'costCents', 'vendor'])
      expect(text).not.toContain(secret);
  }
  for (const [, call] of Object.entries({ readAdminProduct, listProductTable })) {
    const { status } = await shop.send({ url: call.path.replace('{slug}', plain.slug), headers: { authorization: buyer.token } });
    expect(status).toBe(403);
  }
  const { body } = await shop.call(readAdminProduct, { token, params: { slug: shirt.slug } });
  expect([body.product[0]?.cost, body.product[0]?.variants?.map(({ cost }) => cost)]).toEqual([3.33, [2.22, undefined]]);
});

test('[MERCH-6] an order line keeps what the product cost the merchant when it was bought, and the report says what is left', async () => {
  const { create, update, token } = await open();
  const buyer = await shop.signUp();
  const pot = await create('Pot', { cost: 4.5 });
  const cup = await create('Saucer');
  const { body } = await shop.checkOut(buyer.token, [pot._id, cup._id]);
  await shop.pay(body.url ?? '');
  await update(pot, { cost: 9 });
  const lines = await shop.deps.db
    .select({ name: orderLines.name, cents: orderLines.costCents })
    .from(orderLines)
    .where(eq(orderLines.orderId, body.order ?? ''));
  expect(lines.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
    { name: 'Pot', cents: 450 },
    { name: 'Saucer', cents: null },
  ]);
  const { products } = (await shop.call(listBestProducts, { token })).body;
  const earned = products.filter((it) => ['Pot', 'Saucer'].includes(it.product?.name ?? ''));
  expect(earned.map((it) => [it.product?.name, it.sales, it.cost, it.margin]).toSorted()).toEqual([
    ['Pot', 4.5, 4.5, 0],
    ['Saucer', 4.5, undefined, undefined],
  ]);
});

test('[MERCH-7] products that the merchant chose come first among the similar ones, in that order; drafts and deleted ones don’t', async () => {
  const { create, update, category, token } = await open();
  const [main, near, draft, gone, second, first] = [
    await create('Main', { price: 100 }),
    await create('Near', { price: 101 }),
    await create('Draft', { status: 'draft' }),
    await create('Gone'),
    await create('Second', { price: 900 }),
    await create('First', { price: 800 }),
  ];
  await update(main, { relatedProducts: [draft._id, first._id, gone._id, second._id] });
  await shop.call(deleteProduct, { token, params: { id: gone._id } });
  const list = async () =>
    (await shop.call(listSimilarProducts, { params: { productId: main._id, categoryId: category } })).body.map(({ name }) => name);
  expect((await list()).slice(0, 3)).toEqual(['First', 'Second', 'Near']);
  await update(draft, { status: 'active' });
  expect((await list()).slice(0, 3)).toEqual(['Draft', 'First', 'Second']);
  await update(main, { relatedProducts: [] });
  expect((await list())[0]).toBe(near.name);
});

test('[MERCH-8] an earlier version brings all of these fields back, of a deleted product too; a copy has them', async () => {
  const { create, update, read, token } = await open();
  const owner = await shop.signUp({ role: 1, teamRole: 'owner' });
  const own = {
    brand: 'Werk',
    vendor: 'V',
    tags: ['old'],
    cost: 2,
    countryOfOrigin: 'DE',
    hsCode: '123456',
    contents: 2,
    contentsUnit: 'm',
  };
  const product = await create('Lamp', own);
  const expected = { ...own, brand: { name: 'Werk' } };
  const copy = await shop.call(duplicateProduct, { token, params: { id: product._id } });
  expect(copy.body.product).toMatchObject(expected);
  await update(product, NONE);
  const restore = async (action: string) => {
    const [entry] = (
      await shop.deps.db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.objectId, product._id), eq(auditLog.action, action)))
    ).toReversed();
    const params = { id: String(entry?.id) };
    const { version } = (await shop.call(previewVersion, { token: owner.token, params })).body.preview;
    expect((await shop.call(restoreVersion, { token: owner.token, params, body: { version } })).status).toBe(200);
  };
  await restore('updated');
  expect(await read('lamp')).toMatchObject(expected);
  await shop.call(deleteProduct, { token, params: { id: product._id } });
  await restore('deleted');
  expect(await read('lamp')).toMatchObject({ ...expected, status: 'draft' });
});
