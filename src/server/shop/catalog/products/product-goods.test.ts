/** Brand, vendor, tags, cost, origin, contents and related products: who sees what of them, and how they are kept. */
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openBulkEdits } from '../../../../../tests/support/bulk-edits.ts';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { openImporter, toText } from '../../../../../tests/support/product-imports.ts';
import { previewVersion, restoreVersion } from '../../../../contract/audit.ts';
import { listBrandProducts, listBrands } from '../../../../contract/brand.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { readOrder } from '../../../../contract/order.ts';
import {
  filterProducts,
  listCategoryProducts,
  listProducts,
  listSimilarProducts,
  listSuggestions,
  readProduct,
  searchProducts,
} from '../../../../contract/product.ts';
import { deleteProduct, duplicateProduct, readAdminProduct } from '../../../../contract/product-admin.ts';
import { listProductLabels, listProductTable, type ProductTableFilter } from '../../../../contract/product-table.ts';
import { auditLog } from '../../database/schema/audit.ts';
import { categories } from '../../database/schema/category.ts';
import { orderLines } from '../../database/schema/order.ts';
import { renderPayload } from '../../messages/webhooks/webhook-payload.ts';

const shop = await openShopWithPayments();
const imageBytes = await makeImage();

const FIELDS = {
  brand: ' Acme  Teas ',
  vendor: 'Leaf & Co',
  cost: 1.25,
  countryOfOrigin: 'jp',
  hsCode: '0902.10.00',
  contents: 250,
  contentsUnit: 'g',
};
const NONE = { ...Object.fromEntries(Object.keys(FIELDS).map((name) => [name, ''])), tags: [], relatedProducts: [] };
const toForm = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
const size = (value: string, rest: object) => ({ options: { Size: value }, price: 5, quantity: 9, ...rest });
const sizes = (...variants: object[]) => ({ options: [{ name: 'Size', values: ['S', 'M'] }], variants });

async function open() {
  const client = await createAdminClient(shop, imageBytes);
  const create = async (name: string, fields: object = {}) => {
    const { body } = await client.create(toForm({ name, ...fields }));
    if (!body.success) throw new Error(JSON.stringify(body));
    return body.product;
  };
  const read = async (slug: string) => (await shop.call(readAdminProduct, { token: client.token, params: { slug } })).body.product[0];
  const find = async (query: ProductTableFilter) =>
    (await shop.call(listProductTable, { token: client.token, query })).body.products.map(({ name }) => name);
  return { ...client, create, read, find };
}

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
  const { lines } = (await shop.call(priceCart, { body: { cart: items } })).body;
  expect(lines[0]?.item).toMatchObject({ price: 10, unitPrice: { price: 20, per: 'l' } });
  const litre = await update(saved.body.product, sizes(size('S', { price: 6, contents: 1000 }), size('M', { price: 10 })));
  expect(litre.body.product.variants?.[0]).not.toHaveProperty('unitPrice');
  const { lines: own } = (
    await shop.call(priceCart, { body: { cart: [{ _id: product._id, variant: litre.body.product.variants?.[0]?._id ?? '' }] } })
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
    await shop.call(priceCart, { body: { cart: [{ _id: plain._id }] } }),
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
    expect(text).toMatch(/Kettle|Shirt|"success":true/);
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

test('[MERCH-6] an order line keeps what the product cost the merchant when it was bought', async () => {
  const { create, update } = await open();
  const buyer = await shop.signUp();
  const pot = await create('Pot', { cost: 4.5 });
  const cup = await create('Saucer');
  const { body } = await shop.checkOut(buyer.token, [pot._id, cup._id]);
  await update(pot, { cost: 9 });
  const lines = await shop.deps.db
    .select({ name: orderLines.name, cents: orderLines.costCents })
    .from(orderLines)
    .where(eq(orderLines.orderId, body.order ?? ''));
  expect(lines.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
    { name: 'Pot', cents: 450 },
    { name: 'Saucer', cents: null },
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

test('[MERCH-9] the product file has all of them, and reads back what it wrote; other lines say what they change', async () => {
  const { importFile, token } = await openImporter(shop);
  const { create, update, read } = await open();
  const cup = await create('Filecup');
  const tea = await create('Filetea', { ...FIELDS, tags: ['a', 'b'], relatedProducts: [cup._id] });
  const shirt = await create('Fileshirt', { contentsUnit: 'piece', contents: 3 });
  await update(shirt, sizes(size('S', { cost: 1, contents: 2, sku: 'FS' }), size('M', {})));
  const download = async () =>
    toText(await shop.send({ url: '/api/v1/product/export.csv?keyword=File', headers: { authorization: token } }));
  const file = await download();
  expect(file).toContain('Acme Teas');
  expect((await importFile(file)).import).toMatchObject({ unchanged: 3, updated: 0, refused: 0 });
  expect(await download()).toBe(file);
  const changed = await importFile(
    `slug,brand,tags,cost,vendor,country_of_origin,hs_code,contents,contents_unit,related_products\n${[
      `filecup,ACME teas,"x, y",2.50,V,fr,6912 00,1,kg,filetea | nothing`,
      `filetea,,,,,Mars,12,,,`,
    ].join('\n')}\n`,
  );
  expect(changed.import).toMatchObject({ updated: 1, unchanged: 1, refused: 0 });
  expect(changed.notices.map(({ column, row }) => [row, column])).toEqual(
    expect.arrayContaining([
      [2, 'related_products'],
      [3, 'country_of_origin'],
      [3, 'hs_code'],
    ]),
  );
  expect(await read('filecup')).toMatchObject({
    ...{ brand: { name: 'Acme Teas' }, tags: ['x', 'y'], cost: 2.5, vendor: 'V', countryOfOrigin: 'FR', hsCode: '691200', contents: 1 },
    ...{ contentsUnit: 'kg', relatedProducts: [tea._id] },
  });
  await importFile('sku,cost,contents\nFS,1.50,4\n');
  expect((await read('fileshirt'))?.variants?.[0]).toMatchObject({ cost: 1.5, contents: 4 });
  expect((await importFile('slug,contents\nfilecup,7\n')).import).toMatchObject({ updated: 1 });
  await update((await read('filecup')) ?? cup, { contents: '', contentsUnit: '' });
  expect((await importFile('slug,contents\nfilecup,7\n')).import).toMatchObject({ refused: 1 });
});

test('[MERCH-10] brand, vendor, tags, cost and condition of many products are changed, undone, and found in the table', async () => {
  const { create, find, read, token } = await open();
  const { start, undo, preview } = await openBulkEdits(shop);
  const [one, two] = [await create('Bulkone', { tags: ['Sale'], vendor: 'Alt' }), await create('Bulktwo', { brand: 'Vorher' })];
  const selection = { ids: [one._id, two._id] };
  const asked = await preview({ field: 'brand', brand: 'Nachher' }, selection);
  expect(asked.body.changes.map(({ name, before, after }) => [name, before.brand, after.brand]).toSorted()).toEqual([
    ['Bulkone', null, 'Nachher'],
    ['Bulktwo', 'Vorher', 'Nachher'],
  ]);
  const branded = await start({ field: 'brand', brand: 'Nachher' }, selection);
  expect(branded.edit).toMatchObject({ changed: 2, refused: 0 });
  const { brands } = (await shop.call(listBrands, { token, query: { keyword: 'nachher' } })).body;
  expect(brands).toMatchObject([{ name: 'Nachher', count: 2 }]);
  expect(await find({ brand: brands[0]?._id ?? '' })).toEqual(['Bulktwo', 'Bulkone']);
  expect((await start({ field: 'brand', brand: 'NACHHER' }, selection)).edit).toMatchObject({ unchanged: 2 });
  expect((await start({ field: 'tag', by: 'add', tag: 'SALE' }, selection)).edit).toMatchObject({ changed: 1, unchanged: 1 });
  expect(await find({ tag: 'sale' })).toEqual(['Bulktwo', 'Bulkone']);
  expect((await start({ field: 'tag', by: 'remove', tag: 'sale' }, selection)).edit).toMatchObject({ changed: 2 });
  await start({ field: 'vendor', vendor: 'Neu' }, selection);
  expect(await find({ vendor: 'neu' })).toEqual(['Bulktwo', 'Bulkone']);
  await start({ field: 'condition', condition: 'used' }, selection);
  const costed = await start({ field: 'cost', cost: 1.5 }, selection);
  const row = (await shop.call(listProductTable, { token, query: { keyword: 'Bulkone' } })).body.products[0];
  expect(row).toMatchObject({ brand: 'Nachher', vendor: 'Neu', condition: 'used', cost: 1.5, margin: 66.7 });
  await undo(costed.edit._id);
  await undo(branded.edit._id);
  expect([(await read('bulkone'))?.brand, (await read('bulktwo'))?.brand?.name, (await read('bulkone'))?.cost]).toEqual([
    undefined,
    'Vorher',
    undefined,
  ]);
  const labels = (await shop.call(listProductLabels, { token })).body;
  expect(labels.vendors).toContain('Neu');
});
