import path from 'node:path';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../../tests/support/harness.ts';
import { HEADER, openImportFolder, validRow } from '../../../../../../tests/support/import-folder.ts';
import { listCategories } from '../../../../../contract/category.ts';
import { createCategory } from '../../../../../contract/category-admin.ts';
import { listProducts, readProduct } from '../../../../../contract/product.ts';
import { type ImportOptions, openImportFile } from './import-products.ts';

const shop = await openShop();
const { home, image, secret, importText, importRows } = await openImportFolder(shop);

async function readProducts() {
  const { body } = await shop.call(listProducts, { query: { limit: 100 } });
  return body.products;
}

test('[API-1] [API-16] [IMPORT-1] the home page shows the products of a file in the order of its rows', async () => {
  const result = await importRows(validRow('First'), validRow('Second', 'Tables'), validRow('Third'));
  expect(result).toMatchObject({ imported: 3, skipped: 0, rejected: [] });
  const products = await readProducts();
  expect(products.map((it) => it.name)).toEqual(['First', 'Second', 'Third']);
  expect(products[0]).toMatchObject({ slug: 'first', price: 12.5, quantity: 3, shipping: 1, description: 'A good light' });
  const image = await shop.send({ url: String(products[0]?.image) });
  expect(image.headers['content-type']).toBe('image/webp');
});

test('[IMPORT-1] an emoji stays whole wherever it is in a long file', { tags: ['full'] }, async () => {
  // The number before each name shifts the emojis, so that some stand across every place at which a file is cut while it is read.
  const names = Array.from({ length: 60 }, (_, index) => `${2 ** index} ${'😀'.repeat(150)}`);
  await importRows(...names.map((name) => validRow(name)));
  expect((await readProducts()).map((it) => it.name)).toEqual(names);
});

test('[IMPORT-1] a file as spreadsheets save it is read: BOM, CRLF, quotes, line breaks in cells, blank rows, any order of columns and unknown ones', async () => {
  const text = [
    '\uFEFFImage , Description,NAME,supplier,quantity,price,category',
    'lamp.png,"One, two\r\nand ""three""",  Lamp  ,ACME,3,12.50,Lamps',
    '',
    ',,,,,,',
    'lamp.png,Plain,5" Lamp,,0,0,Lamps',
  ].join('\r\n');
  expect(await importText(text)).toMatchObject({ imported: 2, skipped: 0, rejected: [] });
  expect(await readProducts()).toMatchObject([
    { name: 'Lamp', description: 'One, two\r\nand "three"', price: 12.5, shipping: 1 },
    { name: '5" Lamp', price: 0, quantity: 0 },
  ]);
});

test.each([';', '\t'])('[IMPORT-1] cells may be separated by %j, whatever they contain', async (delimiter) => {
  const header = HEADER.replaceAll(',', delimiter);
  const row = ['"Lamp; small, \tgreen"', 'Lamps', '12.50', '3', '1', '"A, b, c, d, e, f, g, h"', 'lamp.png'].join(delimiter);
  expect(await importText(`\uFEFF${header}\r\n${row}\r\n`)).toMatchObject({ imported: 1, skipped: 0, rejected: [] });
  expect(await readProducts()).toMatchObject([{ name: 'Lamp; small, \tgreen', description: 'A, b, c, d, e, f, g, h' }]);
});

test('[TEXT-2] names in any script are kept as they are', async () => {
  await importRows(validRow('茶 🍵 Ünïcode'), validRow("Robert'); drop table products;--"), validRow('<img onerror=alert(1)>'));
  expect((await readProducts()).map((it) => it.name)).toEqual([
    '茶 🍵 Ünïcode',
    "Robert'); drop table products;--",
    '<img onerror=alert(1)>',
  ]);
});

test.each([
  ['no price', 'Lamp,Lamps,,3,1,Light,lamp.png', 'price is required'],
  ['a negative price', 'Lamp,Lamps,-1,3,1,Light,lamp.png', /^price /],
  ['a price in words', 'Lamp,Lamps,cheap,3,1,Light,lamp.png', /^price /],
  ['a price of three decimals', 'Lamp,Lamps,1.005,3,1,Light,lamp.png', /^price /],
  ['an endless price', 'Lamp,Lamps,1e309,3,1,Light,lamp.png', /^price /],
  ['half a piece', 'Lamp,Lamps,1,2.5,1,Light,lamp.png', /^quantity /],
  ['a shipping that is neither 0 nor 1', 'Lamp,Lamps,1,2,2,Light,lamp.png', /^shipping /],
  ['no category', 'Lamp,,1,2,1,Light,lamp.png', 'category is required'],
  ['a NUL character', 'La\0mp,Lamps,1,2,1,Light,lamp.png', 'name must not hold a NUL character'],
  ['two errors', 'Lamp,Lamps,-1,2.5,1,Light,lamp.png', /price .*; quantity /],
  ['too few cells for what is needed', 'Lamp,Lamps,1', 'description is required; quantity is required'],
  ['too many cells', 'Lamp,Lamps,1,2,1,Light,lamp.png,more', 'has 8 cells where the first row has 7'],
])('[IMPORT-2] a row with %s is refused by number and reason, leaves nothing behind and stops no other row', async (_what, row, reason) => {
  const { imported, rejected } = await importRows(validRow('Before', 'Good'), row, validRow('After', 'Good'));
  expect(imported).toBe(2);
  expect(rejected).toEqual([{ row: 3, name: expect.any(String), reason: expect.stringMatching(reason) }]);
  expect((await readProducts()).map((it) => it.name)).toEqual(['Before', 'After']);
  expect((await shop.call(listCategories)).body.category.map((it) => it.name)).not.toContain('Lamps');
});

test.each([
  ['no image', 'Lamp,Lamps,1,2,1,Light,', /^is imported without an image$/],
  ["an image that isn't there", 'Lamp,Lamps,1,2,1,Light,gone.png', "image gone.png doesn't exist"],
  ['an image of 0 bytes', 'Lamp,Lamps,1,2,1,Light,empty.png', 'image empty.png is empty'],
  ['an image above 5 MB', 'Lamp,Lamps,1,2,1,Light,huge.png', 'image huge.png is larger than 5 MB'],
  ['a text for an image', 'Lamp,Lamps,1,2,1,Light,text.png', /This isn't a readable JPEG, PNG, WebP, AVIF or GIF/],
  ['an SVG for an image', 'Lamp,Lamps,1,2,1,Light,vector.png', /This isn't a readable JPEG, PNG, WebP, AVIF or GIF/],
  ['a folder for an image', 'Lamp,Lamps,1,2,1,Light,sub', "image sub isn't a file"],
  ['an image on another machine', 'Lamp,Lamps,1,2,1,Light,http://169.254.169.254/a.png', /isn't among the allowed hosts$/],
  ['an image outside the folder', `Lamp,Lamps,1,2,1,Light,../${secret}`, /is outside of the image folder$/],
  ['an image by its whole path', 'Lamp,Lamps,1,2,1,Light,/etc/passwd', /is outside of the image folder$/],
  ['a link that leads out of the folder', 'Lamp,Lamps,1,2,1,Light,link.png', /is outside of the image folder$/],
])('[IMPORT-17] a row with %s is imported without it, with a notice', async (_what, row, reason) => {
  const { imported, rejected, notices } = await importRows(validRow('Before'), row, validRow('After'));
  expect([imported, rejected]).toEqual([3, []]);
  expect(notices).toEqual([{ kind: 'no_image', row: 3, name: 'Lamp', column: 'image', reason: expect.stringMatching(reason) }]);
  const [, lamp] = await readProducts();
  expect((await shop.send({ url: String(lamp?.image) })).headers['content-type']).toBe('image/webp');
});

test.each([
  ['yes', 1],
  ['No', 0],
  ['TRUE', 1],
  ['nein', 0],
])('[IMPORT-6] whether a product is shipped may be written as %s', async (cell, shipping) => {
  const { imported } = await importRows(`Lamp,Lamps,1,2,${cell},Light,lamp.png`);
  expect([imported, (await readProducts())[0]?.shipping]).toEqual([1, shipping]);
});

test('[IMPORT-17] a file without a column of images is imported, its products without an image', async () => {
  const { imported, notices } = await importText('name,category,price,stock,description\nLamp,Lamps,1,2,Light');
  expect([imported, notices.map(({ kind, name }) => [kind, name])]).toEqual([1, [['no_image', 'Lamp']]]);
  const [lamp] = await readProducts();
  expect((await shop.send({ url: String(lamp?.image) })).headers['content-type']).toBe('image/webp');
});

test('[IMPORT-17] a product without an image is imported as a draft if chosen, and gets its image from a later file', async () => {
  const without = [HEADER, 'Lamp,Lamps,1,2,1,Light,'].join('\n').replace('name,', 'slug,name,').replace('Lamp,', 'lamp,Lamp,');
  expect(await importText(without, { hidesImageless: true })).toMatchObject({ imported: 1, noticeCounts: { no_image: 1 } });
  expect(await readProducts()).toEqual([]);
});

test('[IMPORT-17] a text that is too long is cut and listed under its column; an emoji is never cut in half', async () => {
  const name = `${'x'.repeat(254)}😀y`;
  const { imported, notices } = await importRows(`${name},${'c'.repeat(101)},12.50,3,1,${'d'.repeat(50_001)},lamp.png`);
  expect([imported, notices.map(({ kind, column }) => [kind, column])]).toEqual([
    1,
    [
      ['cut', 'name'],
      ['cut', 'description'],
      ['cut', 'category'],
    ],
  ]);
  const [product] = await readProducts();
  expect(product?.name).toBe(`${'x'.repeat(254)}😀`);
  const details = (await shop.call(readProduct, { params: { slug: String(product?.slug) } })).body.product[0];
  expect(details?.description).toHaveLength(50_000);
});

test('[API-11] [IMPORT-1] a category is found regardless of case, and created once although rows are read in parallel', async () => {
  const { token } = await shop.signUp({ role: 1 });
  await shop.call(createCategory, { token, body: { name: 'Éclairage' } });
  const names = ['éclairage', 'Lamps', 'LAMPS', 'lamps', 'Éclairage', 'Lamps'];
  const { imported } = await importRows(...names.map((category, n) => validRow(`Lamp ${n}`, category)));
  expect(imported).toBe(6);
  const { body } = await shop.call(listCategories);
  expect(body.category.map(({ name, count }) => [name.toLowerCase(), count])).toEqual(
    expect.arrayContaining([
      ['lamps', 4],
      ['éclairage', 2],
    ]),
  );
  expect(body.category).toHaveLength(2);
});

test('[SLUG-1] products with the same name get different addresses; with skipExisting a second import adds nothing', async () => {
  await importRows(validRow('Lamp'), validRow('Lamp'), validRow('Lamp'));
  expect((await readProducts()).map((it) => it.slug).sort()).toEqual(['lamp', 'lamp-2', 'lamp-3']);
  const again = await importText([HEADER, validRow('Lamp'), validRow('New')].join('\n'), { skipExisting: true });
  expect(again).toMatchObject({ imported: 1, skipped: 1, rejected: [] });
});

test('[IMPORT-2] a quote that is never closed loses the rows after it, and the report says from which row', async () => {
  const { imported, rejected } = await importRows(validRow('Kept'), `"${validRow('Open')}`, validRow('Lost'));
  expect(imported).toBe(1);
  expect(rejected).toEqual([{ row: 3, name: '', reason: expect.stringContaining('never closed') }]);
});

test('[IMPORT-2] a row longer than a megabyte ends the reading, not the process', async () => {
  const { imported, rejected } = await importRows(validRow('Kept'), `"${'x'.repeat(1_100_000)}`, validRow('Lost'));
  expect(imported).toBe(1);
  expect(rejected[0]).toMatchObject({ row: 3, reason: expect.stringContaining('longer than a megabyte') });
});

test.each([
  ['Latin-1', (text: string) => Buffer.from(text, 'latin1')],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
])('[IMPORT-6] a file in %s is read in that encoding', async (_name, encode) => {
  expect(await importText(encode([HEADER, validRow('Café'), validRow('Tea')].join('\n')))).toMatchObject({ imported: 2, rejected: [] });
  expect((await readProducts()).map((it) => it.name)).toEqual(['Café', 'Tea']);
});

test.each([
  ['an empty file', '', /Missing: name, description, price, quantity, category\./],
  ['no price column', 'name,category,quantity,description,image\nLamp,Lamps,1,Light,lamp.png', /Missing: price\./],
  ['too few columns between semicolons', 'name;category;price\nLamp;Lamps;1', /Missing: description, quantity\./],
  ['a column twice', `${HEADER},price\n${validRow('Lamp')},1`, /The column price occurs twice/],
  ['an Excel workbook', Buffer.from([0x50, 0x4b, 3, 4, 0, 255]), /isn't a CSV file, but an Excel workbook/],
  ['a picture', image, /isn't a CSV file\./],
])('[IMPORT-2] a file with %s is one clear error, and nothing is imported', async (_what, text, message) => {
  await expect(importText(text)).rejects.toThrow(message);
  expect(await readProducts()).toEqual([]);
});

test("a file that isn't there is one clear error", async () => {
  await expect(openImportFile(path.join(home, 'gone.csv'))).rejects.toThrow('There is no file');
});

test('[IMPORT-1] images may be in a folder of their own, and the import reports its progress', async () => {
  const fractions: number[] = [];
  const { imported } = await importText([HEADER, validRow('One'), validRow('Two')].join('\n'), {
    imagesDir: path.join(home, 'sub'),
    onProgress: ({ fraction }) => fractions.push(fraction),
  });
  expect(imported).toBe(2);
  expect(fractions.at(-1)).toBe(1);
  expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
});

test('[IMPORT-3] a stopped import starts no further row and says how to continue', async () => {
  const text = [HEADER, ...Array.from({ length: 20 }, (_, n) => validRow(`Lamp ${n}`))].join('\n');
  const controller = new AbortController();
  const onProgress: ImportOptions['onProgress'] = ({ imported }) => {
    if (imported === 3) controller.abort();
  };
  await expect(importText(text, { onProgress, signal: controller.signal })).rejects.toThrow(/stopped after \d+ products.*--skip-existing/);
  const imported = (await readProducts()).length;
  expect(imported).toBeLessThan(10);
  expect(await importText(text, { skipExisting: true })).toMatchObject({ imported: 20 - imported, skipped: imported, rejected: [] });
});

test('an error of the shop itself stops the import instead of refusing rows', async () => {
  const text = [HEADER, ...Array.from({ length: 20 }, (_, n) => validRow(`Lamp ${n}`))].join('\n');
  let reads = 0;
  const readImage = async () => {
    reads += 1;
    throw new Error('disk on fire');
  };
  await expect(importText(text, { readImage })).rejects.toThrow('disk on fire');
  expect(reads).toBeLessThan(10);
});

test('[SKU-3] [SALE-1] [DRAFT-1] compare-at price, SKU, weight and status are columns, and an invalid value is reported with its row', async () => {
  const header = `${HEADER},compare_at_price,sku,weight,status`;
  const result = await importText(
    [
      header,
      `${validRow('Full')},20,L-1,1500,active`,
      `${validRow('Bare')},,,,`,
      `${validRow('Hidden')},,L-2,,draft`,
      `${validRow('Cheaper before')},12.50,,,`,
      `${validRow('Weightless')},,,-1,`,
      `${validRow('Unknown')},,,,sold`,
      `${validRow('Same SKU')},,l-1,,`,
    ].join('\n'),
  );
  expect(result.imported).toBe(6);
  expect(result.rejected.map(({ row, reason }) => [row, reason])).toEqual([[8, 'SKU l-1 is already in row 2']]);
  expect(result.notices.map(({ row, kind, column }) => [row, kind, column])).toEqual([
    [4, 'hidden', 'status'],
    [5, 'dropped', 'compare_at_price'],
    [6, 'dropped', 'weight'],
    [7, 'hidden', 'status'],
  ]);
  expect(await readProducts()).toMatchObject([
    { name: 'Full', price: 12.5, compareAtPrice: 20, sku: 'L-1', weight: 1500, status: 'active' },
    { name: 'Bare', compareAtPrice: null, sku: null, weight: null, status: 'active' },
    { name: 'Cheaper before', compareAtPrice: null },
    { name: 'Weightless', weight: null },
  ]);
});

test('[SKU-3] of several rows with one SKU the first gets it, however long its image takes', async () => {
  const others = Promise.withResolvers<void>();
  const readImage = async (_image: string, index: number) => {
    if (index === 0) await others.promise;
    // Time enough for the second row.
    if (index === 2) setTimeout(others.resolve, 200);
    return image;
  };
  const rows = [`${validRow('First')},s-1`, `${validRow('Second')},S-1`, `${validRow('Other')},s-2`, `${validRow('Third')},s-1`];
  const result = await importText([`${HEADER},sku`, ...rows].join('\n'), { readImage });
  expect(result.rejected.map(({ name }) => name)).toEqual(['Second', 'Third']);
  expect((await readProducts()).map(({ name }) => name)).toEqual(['First', 'Other']);
});
