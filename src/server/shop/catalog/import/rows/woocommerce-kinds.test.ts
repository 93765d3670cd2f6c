/** What merchants' exports of WooCommerce hold that once went wrong: each kind comes in with its right value, and what isn't as in the file is told. */
import { expect, test } from 'vitest';
import { openShop } from '../../../../../../tests/support/harness.ts';
import { openImportFolder } from '../../../../../../tests/support/import-folder.ts';
import { wooProduct as product, writeWooCommerce } from '../../../../../../tests/support/merchant-files.ts';
import { readTestProduct } from '../../../../../../tests/support/product-imports.ts';
import { listCategories } from '../../../../../contract/category.ts';
import { DAY } from '../../../../../contract/values.ts';
import type { ImportOptions } from './import-products.ts';

const shop = await openShop();
const { importText: importFile, image } = await openImportFolder(shop);
const importText = (text: string, more: Partial<ImportOptions> = {}) =>
  importFile(text, { match: 'auto', readImage: async () => image, ...more });

async function importRows(...rows: ReturnType<typeof product>[]) {
  const result = await importText(writeWooCommerce(rows));
  const { token } = await shop.signUp({ role: 1 });
  const read = (slug: string) => readTestProduct(shop, token, slug);
  return { ...result, told: result.notices.map(({ kind, row }) => [kind, row]), read, pot: await read('teapot') };
}

test('[IMPORT-5] a product that is neither virtual nor a download is shipped', async () => {
  const { pot, read } = await importRows(
    product(1),
    product(2, { Name: 'Book', Type: 'simple, downloadable, virtual' }),
    product(3, { Name: 'Course', Type: 'simple, virtual' }),
  );
  expect([pot?.shipping, (await read('book'))?.shipping, (await read('course'))?.shipping]).toEqual([1, 0, 0]);
});

test('[STOCKPOLICY-8] [IMPORT-16] in stock without a quantity is not counted, backorders go below zero, out of stock is sold out', async () => {
  const rows = [
    product(1, { Stock: '' }),
    product(2, { Name: 'Jug', 'In stock?': 0, Stock: '' }),
    product(3, { Name: 'Mug', Stock: '', 'Backorders allowed?': 1 }),
    product(4, { Name: 'Can', 'In stock?': 'backorder', Stock: -2, 'Backorders allowed?': 'notify' }),
  ];
  const { told, read } = await importRows(...rows);
  expect(told).toEqual([
    ['no_stock', 3],
    ['guessed', 5],
  ]);
  const stocks = await Promise.all(['teapot', 'jug', 'mug', 'can'].map(async (slug) => (await read(slug))?.stock));
  expect(stocks).toMatchObject([{ policy: 'untracked' }, undefined, { policy: 'backorder' }, { policy: 'backorder', onHand: 0 }]);
  expect(await importText(writeWooCommerce(rows))).toMatchObject({ unchanged: 4 });
});

test('[IMPORT-6] rows may be shorter than the first one: missing cells are empty', async () => {
  const [header = '', row = ''] = writeWooCommerce([product(1)]).split('\r\n');
  expect(await importText(`${header}\n${row.replace(/,+$/, '')}`)).toMatchObject({ imported: 1, rejected: [] });
});

test('[IMPORT-5] a sale that has ended is left out, a future one is reported, a running one is imported and its end reported', async () => {
  const day = (days: number) => new Date(shop.deps.now().getTime() + days * DAY).toISOString().slice(0, 10);
  const sale = (name: string, from: string, until: string) => ({
    Name: name,
    'Sale price': '10',
    'Date sale price starts': from,
    'Date sale price ends': until,
  });
  const { read, notices } = await importRows(
    product(1, sale('Over', '2020-01-01', '2020-01-31')),
    product(2, sale('Coming', day(5), day(9))),
    product(3, sale('On', day(-1), day(1))),
    product(4, sale('Always', '', '')),
  );
  const prices = [];
  for (const slug of ['over', 'coming', 'on', 'always']) prices.push([(await read(slug))?.price, (await read(slug))?.compareAtPrice]);
  expect(prices).toEqual([
    [20, null],
    [20, null],
    [10, 20],
    [10, 20],
  ]);
  expect(notices.map(({ row, reason }) => [row, reason.slice(0, 16)])).toEqual([
    [2, 'the sale at 10 e'],
    [3, 'the sale at 10 b'],
    [4, 'the sale ends on'],
  ]);
});

test('[IMPORT-16] hidden, unpublished and unpriced products are imported as drafts, and listed', async () => {
  const { pot, read, told } = await importRows(
    product(1, { 'Visibility in catalog': 'hidden' }),
    product(2, { Name: 'Jug', Published: 0 }),
    product(3, { Name: 'Can', 'Regular price': '' }),
  );
  expect([pot?.status, (await read('jug'))?.status, (await read('can'))?.status, (await read('can'))?.price]).toEqual([
    'draft',
    'draft',
    'draft',
    0,
  ]);
  expect(told).toEqual([
    ['hidden', 2],
    ['hidden', 3],
    ['hidden', 4],
  ]);
  expect(await importText(writeWooCommerce([product(3, { Name: 'Can', 'Regular price': '' })]))).toMatchObject({ unchanged: 1 });
});

test('[IMPORT-6] a price with a comma is read, and so is one with too many decimals', async () => {
  const { pot, notices } = await importRows(product(1, { 'Regular price': '19,99' }));
  expect([pot?.price, notices]).toEqual([19.99, []]);
  const exact = await importRows(product(2, { Name: 'Jug', 'Regular price': '16.806723' }));
  expect(await exact.read('jug')).toMatchObject({ price: 16.81 });
  expect(exact.notices).toMatchObject([{ kind: 'guessed', column: 'Regular price', reason: '16.806723 is rounded to 16.81' }]);
});

test('[IMPORT-5] [TREE-11] paths become a tree, several categories are all kept, & and commas too, and the second time changes nothing', async () => {
  const rows = [
    product(1, { Categories: 'Men, Men > Shoes, Sale, Women > Shoes' }),
    product(2, { Name: 'Boot', Categories: 'Women > Shoes' }),
    product(3, { Name: 'Hoe', Categories: 'Home &amp; Garden' }),
    product(4, { Name: 'Cup', Categories: 'Cups\\, Mugs' }),
    product(5, { Name: 'Deep', Categories: 'A > B > C > D > E > F' }),
  ];
  const { notices, pot } = await importRows(...rows);
  const { category } = (await shop.call(listCategories)).body;
  const names = new Map<string, string>();
  for (const { _id, name, parent } of category) names.set(_id, parent ? `${names.get(parent)} > ${name}` : name);
  expect([...names.values()]).toEqual([
    ...['A', 'A > B', 'A > B > C', 'A > B > C > D', 'A > B > C > D > E', 'Cups, Mugs', 'Home & Garden'],
    ...['Men', 'Men > Shoes', 'Sale', 'Women', 'Women > Shoes'],
  ]);
  expect(names.get(pot?.category ?? '')).toBe('Men > Shoes');
  expect((pot?.furtherCategories ?? []).map((id) => names.get(id)).toSorted()).toEqual(['Sale', 'Women > Shoes']);
  expect(notices).toMatchObject([
    { kind: 'cut', column: 'Categories', reason: 'is deeper than 5 levels: the product is put in A > B > C > D > E' },
  ]);
  expect(await importRows(...rows)).toMatchObject({ imported: 0, updated: 0, unchanged: 5 });
});

test('[IMPORT-5] the short description comes before the long one', async () => {
  expect((await importRows(product(1, { 'Short description': 'For tea', Description: 'Made of clay' }))).pot?.description).toBe(
    'For tea\n\nMade of clay',
  );
});

const SIZES = { 'Attribute 1 name': 'Size', 'Attribute 1 value(s)': 'S, M, L' };
const variable = (id: number, cells = {}) =>
  product(id, { Type: 'variable', SKU: 'POT', 'Regular price': '', Stock: '', ...SIZES, ...cells });
const variation = (id: number, size: string, cells = {}) =>
  product(id, { Type: 'variation', Name: `Teapot - ${size}`, Parent: 'POT', ...SIZES, 'Attribute 1 value(s)': size, ...cells });

test('[IMPORT-5] a variation for "any" value becomes one for each value without its own', async () => {
  const { pot, notices } = await importRows(
    variable(1),
    variation(2, '', { SKU: 'ANY' }),
    variation(3, 'M', { 'Regular price': '25', Stock: 2 }),
  );
  expect(pot?.variants?.map(({ options, price, quantity, sku }) => [options.Size, price, quantity, sku])).toEqual([
    ['M', 25, 2, null],
    ['S', 20, 7, 'ANY'],
    ['L', 20, 7, null],
  ]);
  expect(notices).toMatchObject([{ kind: 'guessed', column: 'Stock', row: 3, reason: expect.stringContaining('applies to any value') }]);
});

test('[IMPORT-5] variations are matched by their product’s number, before or after it; those without a product are reported', async () => {
  const { pot, rejected } = await importRows(
    variation(2, 'S', { Parent: 'id:1' }),
    variable(1, { SKU: '' }),
    variation(3, 'M', { Parent: 'id:1' }),
    variation(4, 'M', { Parent: 'NONE' }),
  );
  expect([pot?.variants?.length, rejected]).toEqual([2, [{ row: 5, name: '', reason: 'Parent is not a variable product in the file' }]]);
});

test('[IMPORT-16] variations that aren’t sold are left out and reported; a product without any other is a draft', async () => {
  const { pot, told } = await importRows(
    variable(1),
    variation(2, 'S', { Published: 0 }),
    variation(3, 'M', { 'Regular price': '' }),
    variation(4, 'L'),
  );
  expect([pot?.variants?.length, told]).toEqual([
    1,
    [
      ['dropped', 3],
      ['dropped', 4],
    ],
  ]);
  const none = await importRows(variable(5, { Name: 'Jug', SKU: 'JUG' }));
  expect((await none.read('jug'))?.status).toBe('draft');
  expect(none.notices.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['dropped', 'hidden']));
});

test('[IMPORT-5] grouped and external products are reported, and stop no other', async () => {
  const { imported, rejected } = await importRows(
    product(1, { Type: 'grouped', Name: 'Set' }),
    product(2, { Type: 'external', Name: 'Link' }),
    product(3),
  );
  expect([imported, rejected.map(({ reason }) => reason.split(' ')[3])]).toEqual([1, ['grouped', 'external']]);
});

test('[IMPORT-18] the same file again changes nothing, with SKUs or without; two products of one name stay two', async () => {
  const rows = [product(1), product(2), product(3, { Name: 'Jug', SKU: 'JUG' }), product(4, { Name: 'Can', SKU: 'jug' })];
  expect(await importText(writeWooCommerce(rows))).toMatchObject({ imported: 4, updated: 0, rejected: [], noticeCounts: { dropped: 1 } });
  expect(await importText(writeWooCommerce(rows))).toMatchObject({ imported: 0, updated: 0, unchanged: 4 });
  // Another shop's product of that number.
  expect(await importText(writeWooCommerce([product(1, { Name: 'Lamp' })]))).toMatchObject({ imported: 1, updated: 0 });
});

test('[GOODS-2] texts for search engines of the usual plugins come in; one with the plugin’s variables is left out and told', async () => {
  const own = { 'Meta: _yoast_wpseo_title': 'Pots &amp; jugs', 'Meta: _yoast_wpseo_metadesc': '%%excerpt%% of the pot' };
  const { pot, notices } = await importRows(product(1, own));
  expect([pot?.seoTitle, pot?.seoDescription]).toEqual(['Pots & jugs', undefined]);
  expect(notices).toEqual([expect.objectContaining({ kind: 'dropped', column: 'Meta: _yoast_wpseo_metadesc' })]);
});

test('[GOODS-8] barcodes come in', async () => {
  const { pot } = await importRows(product(1, { 'GTIN, UPC, EAN, or ISBN': '978-3-16-148410-0' }));
  expect(pot?.barcode).toBe('9783161484100');
});
