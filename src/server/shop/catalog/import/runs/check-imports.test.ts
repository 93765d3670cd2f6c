/** What is said of an uploaded file before anything of it is imported. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments } from '../../../../../../tests/support/checkout.ts';
import { IMAGE_URL, openImporter, seedTeas } from '../../../../../../tests/support/product-imports.ts';
import { listCategories } from '../../../../../contract/category.ts';
import { IMPORT_MAX_BYTES } from '../../../../../contract/limits.ts';
import { readProductImport, updateProductImport } from '../../../../../contract/product-import.ts';
import { productImportPieces, productImports } from '../../../database/schema/bulk-changes.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;
const countProducts = () => db.$count(sql`products`);

test('[IMPORT-8] an uploaded file is checked first: its format, columns, what each product would become, and every error by row and column', async () => {
  await seedTeas(db);
  const { check, read } = await openImporter(shop);
  const file = [
    'Product Name;Details;Unit price;QTY;Category;Picture;SKU;Colour of box',
    `Mint;Fresh;free;1;Tea;${IMAGE_URL};MINT;green`,
    `Sage;Dry;4.50;7;Herbs;${IMAGE_URL};SAGE;grey`,
    'Tea 1;Well made and long lasting.;12;9;tea;;TEA-1;red',
    ';;;;;;TEA-2;',
    `Rue;Bitter;-1;x;Herbs;${IMAGE_URL};RUE;`,
    `Lost;Gone;1;1;Herbs;lost.png;;`,
    `Sage again;Dry;4.50;7;Herbs;${IMAGE_URL};sage;`,
  ];
  const found = await check(file.join('\r\n'));
  expect(found.import).toMatchObject({
    ...{ status: 'ready', problem: null, format: 'products', encoding: 'utf-8', progress: 1, by: 'Ada' },
    ...{ created: 2, updated: 1, unchanged: 1, refused: 3, newCategories: ['Herbs'], newCategoryCount: 1, hosts: [] },
  });
  expect(found.import.columns.map(({ title, field, example }) => [title, field, example])).toEqual([
    ['Product Name', 'name', 'Mint'],
    ['Details', 'description', 'Fresh'],
    ['Unit price', 'price', 'free'],
    ['QTY', 'quantity', '1'],
    ['Category', 'category', 'Tea'],
    ['Picture', 'image', IMAGE_URL],
    ['SKU', 'sku', 'MINT'],
    ['Colour of box', null, 'green'],
  ]);
  expect(found.import.fields.find(({ name }) => name === 'price')).toEqual({ name: 'price', isRequired: true });
  expect(found.import.samples).toEqual([
    {
      ...{ row: 3, name: 'Sage', outcome: 'created' },
      values: Object.entries({ price: '4.50', quantity: '7', category: 'Herbs', sku: 'SAGE', images: '1' }).map(([field, after]) => ({
        ...{ field, before: null, after },
      })),
    },
    {
      ...{ row: 4, name: 'Tea 1', outcome: 'updated' },
      values: [
        { field: 'price', before: '10.00', after: '12.00' },
        { field: 'quantity', before: '5', after: '9' },
      ],
    },
    { row: 5, name: 'Tea 2', outcome: 'unchanged', values: [] },
    { row: 7, name: 'Lost', outcome: 'created', values: expect.any(Array) },
  ]);
  expect(found.errors.map(({ row, column, name }) => [row, column, name])).toEqual([
    [2, 'Unit price', 'Mint'],
    [6, 'Unit price', 'Rue'],
    [6, 'QTY', 'Rue'],
    [8, 'SKU', 'Sage again'],
  ]);
  expect(found.errors[3]?.reason).toBe('SKU sage is already in row 3');
  expect(found.errorCount).toBe(4);
  expect(found.notices.map(({ row, kind, column }) => [row, kind, column])).toEqual([
    [3, 'dropped', ''],
    [4, 'dropped', ''],
    [7, 'no_image', 'Picture'],
  ]);
  // Nothing was imported, and no category made.
  expect([await countProducts(), (await shop.call(listCategories)).body.category.length]).toEqual([3, 1]);
  expect((await read(found.import._id)).import).toEqual(found.import);
});

test('[IMPORT-5] [IMPORT-8] the exports of Shopify and WooCommerce are recognized, with their own columns', async () => {
  const { check } = await openImporter(shop);
  for (const name of ['shopify', 'woocommerce']) {
    const found = await check(readFileSync(path.resolve(`tests/fixtures/imports/${name}.csv`)));
    expect(found.import).toMatchObject({ format: name, problem: null, created: 2, hosts: [{ host: 'cdn.example', isAllowed: false }] });
  }
});

const LATIN = Buffer.from('name;sku;price\nCaf\u00e9;TEA-1;9', 'latin1');
const UTF16 = Buffer.from('\uFEFFname\tsku\tprice\nCaf\u00e9\tTEA-1\t9', 'utf16le');

test.each([
  ['Latin-1 with semicolons', LATIN, 'windows-1252'],
  ['UTF-16 with tabs', UTF16, 'utf-16le'],
])('[IMPORT-6] [IMPORT-8] a file in %s is read', async (_what, file, encoding) => {
  await seedTeas(db, 1);
  const { import: found } = await (await openImporter(shop)).check(file);
  expect(found).toMatchObject({ encoding, updated: 1, samples: [{ values: [{ field: 'price' }, { field: 'name', after: 'Café' }] }] });
});

test.each([
  ['an empty file', Buffer.alloc(0), 400, 'The file is empty'],
  ['an Excel workbook', Buffer.from('PK\u0003\u0004....'), 400, "This isn't a CSV file, but an Excel workbook"],
  ['a file that is too large', Buffer.alloc(IMPORT_MAX_BYTES + 1, 'a'), 413, 'The file is larger than 50 MB'],
])('[IMPORT-12] %s is refused in words, and nothing of it stays', async (_what, file, status, words) => {
  const { upload } = await openImporter(shop);
  const refused = await upload(file);
  expect([refused.status, refused.body.message]).toEqual([status, expect.stringContaining(words)]);
  expect([await db.$count(productImports), await db.$count(productImportPieces)]).toEqual([0, 0]);
});

test.each([
  ['a picture', Buffer.from('\u0089PNG\r\n\u001a\n\u0000\u0000\u0000', 'latin1'), "This isn't a CSV file"],
  ['a file of blanks', Buffer.from(' \n \n'), 'The first row must contain the column names'],
  ['a header alone', Buffer.from('sku,price\n'), 'The file has no rows below the column names'],
  ['a column that stands twice', Buffer.from('sku,price,price\nA,1,2'), 'The column price occurs twice'],
])('[IMPORT-12] %s is told as the problem of the file', async (_what, file, words) => {
  const { import: found } = await (await openImporter(shop)).check(file);
  expect(found).toMatchObject({ status: 'ready', problem: expect.stringContaining(words), created: 0 });
});

test('[IMPORT-12] a NUL character, which no database can store, refuses its row', async () => {
  await seedTeas(db, 2);
  const found = await (await openImporter(shop)).check('s\u0000ku,price,other\nTEA-1,7,\nTEA\u0000-2,8,\nTEA-2,9,x\u0000');
  expect(found.import).toMatchObject({ status: 'ready', problem: null, updated: 1, refused: 2 });
  expect(found.errors.map(({ row, reason }) => [row, reason])).toEqual([
    [3, 'sku must not hold a NUL character'],
    [4, 'other must not hold a NUL character'],
  ]);
});

test('[IMPORT-12] unclosed quotes, too many cells and invalid characters refuse their rows', async () => {
  await seedTeas(db, 2);
  const { check } = await openImporter(shop);
  const found = await check('sku,price\nTEA-1,1,2,3\nTEA-2,7\nTEA-3,"8');
  expect(found.import).toMatchObject({ updated: 1, refused: 2 });
  expect(found.errors.map(({ row, reason }) => [row, reason])).toEqual([
    [2, 'has 4 cells where the first row has 2'],
    [4, expect.stringContaining('opens a quote that is never closed')],
  ]);
});

test('[IMPORT-12] other people’s ids, unknown ids and other bodies are refused', async () => {
  const { token, check } = await openImporter(shop);
  const { import: found } = await check('sku,price\nA,1');
  const params = { id: found._id };
  const customer = await shop.signUp();
  expect((await shop.call(readProductImport, { token: customer.token, params })).status).toBe(403);
  expect((await shop.call(readProductImport, { token, params: { id: crypto.randomUUID() } })).status).toBe(404);
  expect(
    (await shop.send({ method: 'POST', url: '/api/v1/product/imports?fileName=a', headers: { authorization: token }, payload: {} })).status,
  ).toBe(415);
  expect(
    (
      await shop.send({
        method: 'POST',
        url: '/api/v1/product/imports',
        headers: { authorization: token, 'content-type': 'text/csv' },
        payload: 'a',
      })
    ).status,
  ).toBe(400);
  const body = { format: 'xml', match: 'auto', replacesImages: 1, createsCategories: true, imageHosts: ['a'] };
  expect((await shop.call(updateProductImport, { token, params, body })).body.issues?.map((it) => it.path)).toEqual([
    'format',
    'replacesImages',
  ]);
});

test('[INPUT-11] cells that the preview would cut inside an emoji are shown up to it', async () => {
  await seedTeas(db, 1);
  const { check } = await openImporter(shop);
  const long = `${'a'.repeat(79)}👩🏽‍🚀 and so on`;
  const { import: checked } = await check(
    `name,description,price,quantity,category,image,attributes\n${long},${long},3,1,${long},${IMAGE_URL},${long}: x`,
  );
  expect(checked).toMatchObject({ status: 'ready', problem: null });
  expect(checked.columns.find(({ title }) => title === 'name')?.example).toBe('a'.repeat(79));
  expect(JSON.stringify(checked).isWellFormed()).toBe(true);
});
