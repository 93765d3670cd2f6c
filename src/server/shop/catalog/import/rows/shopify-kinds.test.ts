/** What merchants' exports of Shopify hold that once went wrong: each kind comes in with its right value, and what isn't as in the file is told. */
import { expect, test } from 'vitest';
import { openShop } from '../../../../../../tests/support/harness.ts';
import { openImportFolder } from '../../../../../../tests/support/import-folder.ts';
import { shopifyProduct as product, shopifyVariant as variant, writeShopify } from '../../../../../../tests/support/merchant-files.ts';
import { readTestProduct } from '../../../../../../tests/support/product-imports.ts';
import type { ImportOptions } from './import-products.ts';

const shop = await openShop();
const { importText: importFile, image } = await openImportFolder(shop);

const MISSING = new Set(['gone.png']);
const options: Partial<ImportOptions> = {
  match: 'auto',
  readImage: async (name) => (MISSING.has(name) ? Buffer.from('no picture') : image),
};
const importText = (text: string, more: Partial<ImportOptions> = {}) => importFile(text, { ...options, ...more });

async function importRows(...rows: ReturnType<typeof product>[]) {
  const result = await importText(writeShopify(rows));
  const { token } = await shop.signUp({ role: 1 });
  const read = (slug: string) => readTestProduct(shop, token, slug);
  return { ...result, kinds: result.notices.map(({ kind }) => kind), read, pot: await read('pot') };
}

test.each([
  [
    'not tracked is always sold',
    { 'Variant Inventory Tracker': '', 'Variant Inventory Qty': 0 },
    [],
    { quantity: 1_000_000, policy: 'untracked', onHand: 0 },
  ],
  [
    'sold on is sold below zero without a limit',
    { 'Variant Inventory Policy': 'continue', 'Variant Inventory Qty': -3 },
    ['guessed'],
    { quantity: 1_000_000, policy: 'backorder', onHand: 0 },
  ],
  ['sold on and there', { 'Variant Inventory Policy': 'continue' }, [], { quantity: 1_000_000, policy: 'backorder', onHand: 7 }],
])('[STOCKPOLICY-8] [IMPORT-16] stock that is %s, and a second import changes nothing', async (_what, cells, told, expected) => {
  const { kinds, pot } = await importRows(product('pot', cells));
  const { quantity, ...stock } = expected;
  expect(kinds).toEqual(told);
  expect(pot).toMatchObject({ quantity, stock });
  expect(await importText(writeShopify([product('pot', cells)]))).toMatchObject({ unchanged: 1 });
});

test('[IMPORT-16] stock that is counted, but not in the export, is asked for once, and never sold out without a word', async () => {
  const row = product('pot', { 'Variant Inventory Qty': '' });
  const silent = await importText(writeShopify([row]));
  expect(silent.notices).toMatchObject([
    { kind: 'no_stock', row: 2, name: 'Teapot', reason: expect.stringContaining('until you enter the stock') },
  ]);
  const told = await importText(writeShopify([{ ...row, Handle: 'kettle' }]), { uncountedStock: 25 });
  expect(told.notices).toMatchObject([{ kind: 'guessed', column: 'Variant Inventory Qty', reason: expect.stringContaining('25 here') }]);
  const { token } = await shop.signUp({ role: 1 });
  expect([(await readTestProduct(shop, token, 'pot'))?.quantity, (await readTestProduct(shop, token, 'kettle'))?.quantity]).toEqual([
    0, 25,
  ]);
  // What is sold here meanwhile isn't undone by the next file.
  expect(await importText(writeShopify([{ ...row, Handle: 'kettle' }]))).toMatchObject({ unchanged: 1 });
});

test('[IMPORT-16] without a column of quantities, nothing is sold out without a notice', async () => {
  const rows = [product('pot', { 'Option1 Name': 'Size', 'Option1 Value': 'S' }), variant('pot', 'M')];
  const result = await importText(writeShopify(rows, ['Variant Inventory Qty']), { uncountedStock: 4 });
  expect(result).toMatchObject({ imported: 1, noticeCounts: { guessed: 1 } });
  const { token } = await shop.signUp({ role: 1 });
  expect((await readTestProduct(shop, token, 'pot'))?.variants?.map(({ quantity }) => quantity)).toEqual([4, 4]);
});

test('[IMPORT-16] products sold out or oversold in the file are sold out here, and listed', async () => {
  const { kinds } = await importRows(product('pot', { 'Variant Inventory Qty': 0 }), product('jug', { 'Variant Inventory Qty': -2 }));
  expect(kinds).toEqual(['no_stock', 'guessed', 'no_stock']);
});

const HANDLES = [
  'Pot_Blue',
  'pot.2',
  'чайник',
  'ティーポット',
  'théière-à-fleurs',
  'search',
  '%E3%83%9D',
  `${'long-'.repeat(20)}pot`,
  'pot-blue',
];

test('[IMPORT-18] importing the same file again changes nothing, whatever characters its handles have, and no two products become one', async () => {
  const file = writeShopify(HANDLES.map((handle, n) => product(handle, { Title: `Teapot ${n}` })));
  expect(await importText(file)).toMatchObject({ imported: HANDLES.length, rejected: [] });
  expect(await importText(file)).toMatchObject({ imported: 0, updated: 0, unchanged: HANDLES.length, rejected: [] });
  // Nor when only one of two handles that make the same slug is in the file.
  expect(await importText(writeShopify([product('pot-blue', { Title: 'Teapot 8' })]))).toMatchObject({ unchanged: 1 });
  const { token } = await shop.signUp({ role: 1 });
  expect((await readTestProduct(shop, token, 'pot-blue'))?.name).toBe('Teapot 0');
  expect((await readTestProduct(shop, token, 'pot-blue-2'))?.name).toBe('Teapot 8');
});

test('[IMPORT-18] if two sizes or products have one SKU, the first gets it, the others are imported without, and that is reported', async () => {
  const sizes = { 'Option1 Name': 'Size', 'Variant SKU': 'POT' };
  const rows = [
    product('pot', { ...sizes, 'Option1 Value': 'S' }),
    variant('pot', 'M', sizes),
    product('jug', { Title: 'Jug', 'Variant SKU': 'pot' }),
  ];
  const result = await importRows(...rows);
  expect(result).toMatchObject({ imported: 2, updated: 0, rejected: [] });
  expect(result.pot?.variants?.map(({ sku }) => sku)).toEqual(['POT', null]);
  expect((await result.read('jug'))?.sku).toBeNull();
  expect(result.notices.map(({ kind, row, reason }) => [kind, row, reason])).toEqual([
    ['dropped', 3, 'SKU POT is already used in row 2: this variant is imported without a SKU'],
    ['dropped', 4, 'SKU pot is already used in row 2: it is imported without a SKU'],
  ]);
  expect(await importText(writeShopify(rows))).toMatchObject({ imported: 0, updated: 0, unchanged: 2 });
});

test('[IMPORT-2] valid products are imported whatever else is refused, however many images they have', async () => {
  const images = Array.from({ length: 9 }, (_, n) => ({ Handle: 'pot', 'Image Src': `${n}.png`, 'Image Position': n + 2 }));
  const others = Array.from({ length: 12 }, (_, n) => product(`jug-${n}`, { Title: `Jug ${n}`, 'Variant Price': n % 2 ? '' : '5.00' }));
  const result = await importRows(product('pot'), ...images, ...others);
  expect([result.imported, result.rejected.length, result.pot?.images.length]).toEqual([7, 6, 10]);
});

test.each([
  ['not published', { Published: 'false' }],
  ['not published, saved by a German Excel', { Published: 'FALSCH', Status: '' }],
  ['unlisted', { Status: 'unlisted' }],
])('[IMPORT-16] what is %s comes in as a draft, and is listed', async (_what, cells) => {
  const { pot, kinds } = await importRows(product('pot', cells));
  expect([pot?.status, kinds]).toEqual(['draft', ['hidden']]);
});

test('[GIFT-5] a gift card of another shop is sold as one, and is not shipped', async () => {
  const { pot, notices } = await importRows(product('pot', { 'Gift Card': 'true' }));
  expect([pot?.status, pot?.soldAs, pot?.shipping, notices]).toEqual(['active', 'gift_card', 0, []]);
});

test('[IMPORT-17] missing images refuse no product: it is imported with the others, or without any', async () => {
  const { read, pot, notices } = await importRows(
    product('pot'),
    { Handle: 'pot', 'Image Src': 'gone.png', 'Image Position': 2 },
    product('jug', { Title: 'Jug', 'Image Src': '' }),
    product('cup', { Title: 'Cup', 'Image Src': 'gone.png' }),
  );
  expect(notices.map(({ kind, row }) => [kind, row])).toEqual([
    ['dropped', 2],
    ['no_image', 4],
    ['no_image', 5],
  ]);
  const [jug, cup] = [await read('jug'), await read('cup')];
  expect([pot?.images.length, jug?.status, cup?.image === jug?.image]).toEqual([1, 'active', true]);
});

test('[IMPORT-6] numbers are read as the file writes them: with a comma, in a German Excel, with thousands', async () => {
  const comma = await importRows(product('pot', { 'Variant Price': '12,50', 'Variant Compare At Price': '1.015,00' }));
  expect(comma.pot).toMatchObject({ price: 12.5, compareAtPrice: 1015 });
  const text = writeShopify([product('jug', { Title: 'Kännchen', 'Variant Price': '12;5' })])
    .replaceAll(',', ';')
    .replace('"12;5"', '12,50');
  expect(await importText(`\uFEFF${text}`)).toMatchObject({ imported: 1, rejected: [] });
  expect(await comma.read('jug')).toMatchObject({ name: 'Kännchen', price: 12.5, quantity: 7 });
  const point = await importRows(product('cup', { 'Variant Price': '1,234.50' }), product('can', { 'Variant Price': '1.250' }));
  expect(await point.read('cup')).toMatchObject({ price: 1234.5 });
  expect(await point.read('can')).toMatchObject({ price: 1.25 });
  expect(point.notices.map(({ kind, column, reason }) => [kind, column, reason])).toEqual([
    ['guessed', 'Variant Price', '"1.250" is read as 1.25'],
  ]);
});

test('[IMPORT-6] SKUs protected from a spreadsheet by a quote or a formula are read without it', async () => {
  const { pot, read } = await importRows(product('pot', { 'Variant SKU': '="00123"' }), product('jug', { 'Variant SKU': 'x' }));
  expect(pot?.sku).toBe('00123');
  await importText(writeShopify([product('cup', { 'Variant SKU': 'y' })]).replace(',y,', ",'00124,"));
  expect([(await read('jug'))?.sku, (await read('cup'))?.sku]).toEqual(['x', '00124']);
});

test('[IMPORT-17] Shopify’s limits are accepted: 250 tags and a vendor, 255 characters of names, options and SKUs, 512 of alternative texts', {
  tags: ['full'],
}, async () => {
  const long = (sign: string, length = 255) => sign.repeat(length);
  const tags = Array.from({ length: 250 }, (_, n) => `t${n}`).join(', ');
  const option = { 'Option1 Name': long('o'), 'Option1 Value': long('v'), 'Variant SKU': long('s') };
  const { pot, rejected, notices } = await importRows(
    product('pot', {
      Title: long('n'),
      Tags: tags,
      'Image Alt Text': long('a', 512),
      'Body (HTML)': `<p>${long('d ', 10_000)}</p>`,
      ...option,
    }),
  );
  expect([rejected, notices]).toEqual([[], []]);
  expect([pot?.name, pot?.tags?.length, pot?.images[0]?.alt.length, pot?.description.length]).toEqual([long('n'), 250, 512, 19_999]);
  expect([pot?.options, pot?.variants?.[0]?.sku]).toEqual([[{ name: long('o'), values: [long('v')] }], long('s')]);
});

test('[IMPORT-17] longer values are cut, and reported under the title of their column', async () => {
  const { pot, notices } = await importRows(
    product('pot', { Vendor: 'v'.repeat(256), 'Image Alt Text': 'a'.repeat(513), 'Option1 Name': 'o'.repeat(256), 'Option1 Value': 'S' }),
  );
  expect(notices.map(({ kind, column }) => [kind, column])).toEqual([
    ['cut', 'Vendor'],
    ['cut', 'Vendor'],
    ['cut', 'Image Alt Text'],
    ['cut', 'Option1 Name'],
  ]);
  expect([pot?.vendor?.length, pot?.options?.[0]?.name.length]).toEqual([255, 255]);
});

test('[IMPORT-17] a product has up to 2,048 variants; further ones are left out and reported', { tags: ['full'] }, async () => {
  const option = { 'Option1 Name': 'Size', 'Variant Image': '' };
  const rows = [
    product('pot', { ...option, 'Option1 Value': 'v0' }),
    ...Array.from({ length: 2049 }, (_, n) => variant('pot', `v${n + 1}`)),
  ];
  const { pot, notices } = await importRows(...rows);
  expect([pot?.variants?.length, notices]).toEqual([
    2048,
    [expect.objectContaining({ kind: 'dropped', reason: 'has 2,050 variants: the first 2,048 are imported' })],
  ]);
});

test('[DESC-8] [DESC-9] a description keeps headings, links, lists and tables; what is lost is reported, and a file imported again changes nothing', async () => {
  const html =
    '<h2>Care</h2><p>See <a href="https://a.example">our guide</a>.<br>Safe &amp; tough</p><table><tr><th>Size</th><th>cm</th></tr><tr><td>S</td><td>8</td></tr></table><ol><li>one</li><li>two</li></ol><img src="x.png"><iframe src="https://v.example"></iframe><b>5 < 6</b>';
  const row = product('pot', { 'Body (HTML)': html });
  const { pot, notices } = await importRows(row);
  expect(pot).toMatchObject({
    description:
      '## Care\n\nSee [our guide](https://a.example).\nSafe & tough\n\n| Size | cm |\n| --- | --- |\n| S | 8 |\n\n1. one\n2. two\n\n**5 < 6**',
    descriptionFormat: 'markdown',
    descriptionText: 'Care\n\nSee our guide.\nSafe & tough\n\nSize | cm\nS | 8\n\n1. one\n2. two\n\n5 < 6',
  });
  expect(notices).toMatchObject([{ kind: 'dropped', column: 'Body (HTML)', reason: "is imported without the file's 1 image, 1 video" }]);
  expect(await importText(writeShopify([row]))).toMatchObject({ unchanged: 1 });
});

test('[IMPORT-5] the rows of a product may be apart, with images before it and positions in any order', async () => {
  const { imported, rejected, pot } = await importRows(
    { Handle: 'pot', 'Image Src': 'b.png', 'Image Position': 3, 'Image Alt Text': 'third' },
    product('jug', { Title: 'Jug' }),
    product('pot', { 'Option1 Name': 'Size', 'Option1 Value': 'S', 'Image Position': 2, 'Image Alt Text': 'second' }),
    product('cup', { Title: 'Cup' }),
    variant('pot', 'M'),
    { Handle: 'pot', 'Image Src': 'c.png', 'Image Position': 1, 'Image Alt Text': 'first' },
  );
  expect([imported, rejected, pot?.variants?.length, pot?.images.map(({ alt }) => alt)]).toEqual([3, [], 2, ['first', 'second', 'third']]);
});

test('[IMPORT-2] of a truncated file only the row that can’t be read is refused', async () => {
  const { imported, rejected } = await importText(`${writeShopify([product('pot')])}jug,Jug,"<p>Rou`);
  expect([imported, rejected]).toEqual([1, [{ row: 3, name: '', reason: expect.stringContaining('never closed') }]]);
});

test('[IMPORT-16] values that differ only in case are one; of two variants with the same choice the second is left out; both are reported', async () => {
  const { pot, notices } = await importRows(
    product('pot', { 'Option1 Name': 'Colour', 'Option1 Value': 'Red' }),
    variant('pot', 'red'),
    variant('pot', 'Blue'),
  );
  expect(pot?.options).toEqual([{ name: 'Colour', values: ['Red', 'Blue'] }]);
  expect(notices.map(({ kind, row }) => [kind, row])).toEqual([
    ['guessed', 2],
    ['dropped', 3],
  ]);
});

test('[IMPORT-16] columns that can’t be imported are named for each product with a value in them', async () => {
  const cells = { 'Google Shopping / Gender': 'unisex' };
  const { notices } = await importRows(product('pot', cells), product('jug', { Title: 'Jug' }));
  expect(notices).toEqual([{ kind: 'dropped', row: 2, name: 'Teapot', reason: 'not imported: Google Shopping / Gender' }]);
});
