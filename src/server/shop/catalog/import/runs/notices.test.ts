/** What is told of products that come in, before an import and after it; and what merchants choose once. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openShop } from '../../../../../../tests/support/harness.ts';
import { shopifyProduct, writeShopify } from '../../../../../../tests/support/merchant-files.ts';
import { IMAGE_URL, openImporter, readTestProduct, seedTeas } from '../../../../../../tests/support/product-imports.ts';
import { readProductImport } from '../../../../../contract/product-import.ts';
import type { ImportNoticeKind } from '../../../../../contract/product-import-fields.ts';
import { listProductTable } from '../../../../../contract/product-table.ts';
import { perform } from '../../../../cli/command-operations.ts';
import type { ImportChoices } from '../reading/match-columns.ts';
import { importProducts, openImportFile } from '../rows/import-products.ts';

const shop = await openShop();

const product = (handle: string, cells = {}) => shopifyProduct(handle, { Title: handle, 'Image Src': IMAGE_URL, ...cells });

test('[IMPORT-16] preview and result say the same of each product, by kind and page by page', async () => {
  await seedTeas(shop.deps.db, 1);
  const { token, check, run } = await openImporter(shop);
  const cups = Array.from({ length: 120 }, (_, n) => product(`cup-${n}`, { 'Google Shopping / Gender': 'unisex' }));
  const rows = [
    product('pot', { Published: 'false' }),
    product('jug', { 'Variant Inventory Qty': 0 }),
    product('can', { 'Image Src': '' }),
    ...cups,
  ];
  const checked = await check(writeShopify(rows));
  const counts = [
    { kind: 'no_stock', count: 1 },
    { kind: 'no_image', count: 1 },
    { kind: 'hidden', count: 1 },
    { kind: 'dropped', count: 120 },
  ];
  expect(checked.noticeCounts).toEqual(counts);
  const read = async (query: { notice?: ImportNoticeKind; noticePage?: number }) =>
    (await shop.call(readProductImport, { token, params: { id: checked.import._id }, query })).body.notices;
  const hidden = [{ kind: 'hidden', row: 2, name: 'pot', column: 'Published', reason: expect.stringContaining('draft') }];
  expect(await read({ notice: 'hidden' })).toEqual(hidden);
  expect([(await read({ notice: 'dropped' })).length, (await read({ notice: 'dropped', noticePage: 2 })).length]).toEqual([100, 20]);
  const done = await run(checked.import._id);
  expect([done.noticeCounts, await read({ notice: 'hidden' })]).toEqual([counts, hidden]);
  // The second time nothing changes, so there is nothing to tell.
  expect(await check(writeShopify(rows))).toMatchObject({ import: { created: 0, unchanged: 123 }, noticeCounts: [] });
});

test('[IMPORT-16] the stock of untracked products is asked for once, and new products get it', async () => {
  await seedTeas(shop.deps.db, 1);
  const { token, check, choose, run } = await openImporter(shop);
  const uncounted = { 'Variant Inventory Qty': '' };
  const { import: checked } = await check(writeShopify([product('pot', uncounted), product('jug')]));
  expect(checked).toMatchObject({ uncountedCount: 1, uncountedStock: null });
  expect(await choose(checked._id, { uncountedStock: 40 })).toMatchObject({
    import: { uncountedStock: 40 },
    noticeCounts: [{ kind: 'guessed', count: 1 }],
  });
  await run(checked._id);
  expect([(await readTestProduct(shop, token, 'pot'))?.quantity, (await readTestProduct(shop, token, 'jug'))?.quantity]).toEqual([40, 7]);
});

test('[IMPORT-17] products without an image are imported as drafts if chosen', async () => {
  const { token, importFile } = await openImporter(shop);
  await importFile(writeShopify([product('pot', { 'Image Src': '' })]), { hidesImageless: true });
  expect((await readTestProduct(shop, token, 'pot'))?.status).toBe('draft');
});

test('[IMPORT-11] columns and number formats chosen by hand are remembered for the next file with the same first row', async () => {
  await seedTeas(shop.deps.db, 2);
  const { token, check, choose, run } = await openImporter(shop);
  const header = 'Ref;Kosten;Anzahl';
  const { import: first } = await check(`${header}\nTEA-1;1.250;3`);
  expect(first.problem).toContain('Missing');
  const mapping = { sku: 'Ref', price: 'Kosten', quantity: 'Anzahl' };
  const chosen = await choose(first._id, { mapping, numbers: 'point' });
  expect(chosen.import).toMatchObject({ problem: null, updated: 1, numbers: 'point' });
  expect(chosen.notices).toMatchObject([{ kind: 'guessed', column: 'Kosten', reason: '"1.250" is read as 1.25' }]);
  const { import: next } = await check(`${header}\nTEA-2;2.5;8`);
  expect(next).toMatchObject({ problem: null, updated: 1, numbers: 'point' });
  await run(next._id);
  expect(await readTestProduct(shop, token, 'tea-2')).toMatchObject({ price: 2.5, quantity: 8 });
  // The command reads such a file in the same way.
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'shop-import-')), 'products.csv');
  onTestFinished(() => rmSync(path.dirname(file), { recursive: true }));
  writeFileSync(file, `${header}\nTEA-1;3.5;4`);
  const findChoices = async (columns: string[]) =>
    (await perform(shop.deps, 'find-import-choices', { input: { header: columns } })) as ImportChoices | null;
  const source = await openImportFile(file, { findChoices });
  expect(await importProducts(shop.deps, { ...source, match: 'auto' })).toMatchObject({ updated: 1, rejected: [] });
  expect(await readTestProduct(shop, token, 'tea-1')).toMatchObject({ price: 3.5, quantity: 4 });
  // Another first row is another kind of file.
  expect((await check(`${header};x\nTEA-2;2.5;8;`)).import.problem).toContain('Missing');
});

test('[IMPORT-18] rows never match products that the same file has added, not by slug either', async () => {
  await seedTeas(shop.deps.db, 1);
  const { importFile } = await openImporter(shop);
  const header = 'name,description,price,quantity,category,image,slug,sku';
  const { import: done, errors } = await importFile(
    [
      header,
      `Red Pot,x,1,1,Pots,${IMAGE_URL},,`,
      `Other,x,2,1,Pots,${IMAGE_URL},red-pot,`,
      `A,x,1,1,Pots,${IMAGE_URL},,S`,
      `B,x,1,1,Pots,${IMAGE_URL},,s`,
    ].join('\n'),
  );
  expect([done.created, done.updated, errors.map(({ row, reason }) => [row, reason])]).toEqual([
    2,
    0,
    [
      [3, 'slug red-pot is already in row 2'],
      [5, 'SKU s is already in row 4'],
    ],
  ]);
});

test('[IMPORT-17] [IMPORT-19] images that can’t be fetched refuse no product, and a notice names the host that its row waits for', async () => {
  const { token, check, choose, run } = await openImporter(shop);
  const lines = [
    'name,category,price,quantity,shipping,description,image',
    'Pot,Tea,12,3,1,A pot,https://cdn.elsewhere.example/pot.png',
    'Jug,Tea,12,3,1,A jug,jug.png',
    'Can,Tea,12,3,1,A can,',
    'Cup,Tea,12,3,1,A cup,https://shop.test/images on evil.example aren’t fetched.png',
    "Urn,Tea,12,3,1,An urn,images on evil.example aren't fetched: allow that host first",
  ];
  const checked = await check(lines.join('\n'));
  expect(checked).toMatchObject({ import: { created: 5, refused: 0 }, errors: [], noticeCounts: [{ kind: 'no_image', count: 5 }] });
  expect(checked.notices.map(({ name, host }) => [name, host])).toEqual([
    ['Pot', 'cdn.elsewhere.example'],
    ['Jug', undefined],
    ['Can', undefined],
    ['Cup', 'shop.test'],
    ['Urn', undefined],
  ]);
  expect(checked.import.hosts.map(({ host }) => host)).toContain('cdn.elsewhere.example');
  // Allowed, and then unreachable: the file goes on.
  await choose(checked.import._id, { imageHosts: ['cdn.elsewhere.example'] });
  const done = await run(checked.import._id);
  expect(done).toMatchObject({ import: { status: 'done', created: 5, refused: 0 }, errors: [] });
  const { body } = await shop.call(listProductTable, { token, query: { image: 'missing', sort: 'name' } });
  expect(body.products.map(({ name }) => name)).toEqual(['Can', 'Cup', 'Jug', 'Pot', 'Urn']);
});
