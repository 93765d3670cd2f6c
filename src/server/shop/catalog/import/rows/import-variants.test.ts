/** Rows of products with options. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openShopWithPayments } from '../../../../../../tests/support/checkout.ts';
import { makeImage } from '../../../../../../tests/support/images.ts';
import { takeFirst } from '../../../../../../tests/support/projects.ts';
import { listProducts, readProduct } from '../../../../../contract/product.ts';
import { importProducts, openImportFile } from './import-products.ts';

const shop = await openShopWithPayments();
const home = mkdtempSync(path.join(os.tmpdir(), 'shop-import-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
for (const name of ['shoe.png', 'side.png', 'top.png']) writeFileSync(path.join(home, name), await makeImage('png'));

async function importRow(options: string, variants = '', { image = 'shoe.png', before = '' } = {}) {
  const file = path.join(home, 'products.csv');
  const header = 'name,category,price,quantity,compare_at_price,description,image,options,variants';
  writeFileSync(file, [header, `Shoe,Shoes,100,2,${before},A shoe,${image},"${options}","${variants}"`].join('\n'));
  return importProducts(shop.deps, { ...(await openImportFile(file)), skipExisting: true });
}

async function readShoe() {
  const { body } = await shop.call(readProduct, { params: { slug: 'shoe' } });
  return body.product[0];
}

test('[VAR-12] options without variants make every combination, with the price and quantity of the row', async () => {
  expect(await importRow('Size: 41, 42; Colour: Red, Blue')).toMatchObject({ imported: 1, rejected: [] });
  const shoe = await readShoe();
  expect(shoe).toMatchObject({ price: 100, quantity: 8, options: [{ values: ['41', '42'] }, { values: ['Red', 'Blue'] }] });
  expect(shoe?.variants?.map((it) => [Object.values(it.options).join(), it.price, it.quantity])).toEqual([
    ['41,Red', 100, 2],
    ['41,Blue', 100, 2],
    ['42,Red', 100, 2],
    ['42,Blue', 100, 2],
  ]);
  expect(await importRow('Size: 41')).toMatchObject({ imported: 0, skipped: 1 });
  expect(await shop.listFindings()).toEqual([]);
});

test('[VAR-12] variants have a price, a quantity and a SKU of their own', async () => {
  const variants = '41 / Red: 129.00, 5; 42 / Blue: 139, 0, SHOE-42-B';
  expect(await importRow('Size: 41, 42; Colour: Red, Blue', variants)).toMatchObject({ imported: 1, rejected: [] });
  expect(await readShoe()).toMatchObject({
    price: 129,
    isPriceFrom: true,
    quantity: 5,
    variants: [
      { options: { Size: '41', Colour: 'Red' }, price: 129, quantity: 5, sku: null },
      { options: { Size: '42', Colour: 'Blue' }, price: 139, quantity: 0, sku: 'SHOE-42-B' },
    ],
  });
  expect(await shop.listFindings()).toEqual([]);
});

test('[VAR-12] a variant gets the image that it names by its position', async () => {
  const image = 'shoe.png|side.png|top.png';
  expect(await importRow('Size: 41, 42, 43', '41: 1, 1, , 3; 42: 1, 1, S-42, 1; 43: 1, 1', { image })).toMatchObject({ rejected: [] });
  const shoe = await readShoe();
  const [first, , third] = shoe?.images.map(({ url }) => url) ?? [];
  expect(shoe?.variants?.map((it) => [it.image, it.sku])).toEqual([
    [third, null],
    [first, 'S-42'],
    [first, null],
  ]);
});

test("[VAR-12] the row's price before the sale is that of each variant that costs less", async () => {
  expect(await importRow('Size: 41, 42', '41: 90, 1; 42: 120, 1', { before: '120' })).toMatchObject({ rejected: [] });
  expect(await readShoe()).toMatchObject({ compareAtPrice: 120, variants: [{ compareAtPrice: 120 }, { compareAtPrice: null }] });
});

test('[VAR-12] a variant may have its own compare-at price, and 0 means none', async () => {
  const variants = '41: 90, 1, , , 100; 42: 90, 1, S-42, , 0; 43: 90, 1';
  expect(await importRow('Size: 41, 42, 43', variants, { before: '120' })).toMatchObject({ rejected: [] });
  const sales = [{ compareAtPrice: 100 }, { compareAtPrice: null, sku: 'S-42' }, { compareAtPrice: 120 }];
  expect(await readShoe()).toMatchObject({ variants: sales });
});

const many = Array.from({ length: 60 }, (_it, index) => index).join();

test.each(
  takeFirst(
    [
      ['no name of an option', ': 41, 42', '', 'options.0.name'],
      ['an option without values', 'Size', '', 'options.0.values'],
      ['six options', 'A: 1; B: 1; C: 1; D: 1; E: 1; F: 1', '', 'options'],
      ['more than 2,048 combinations', `A: ${many}; B: ${many}; C: ${many}`, '', 'variants'],
      ['an unknown value', 'Size: 41', '44: 1, 1', 'variants.0.options.Size'],
      ['a value too many', 'Size: 41', '41 / Red: 1, 1', 'variants.0.options.option 2'],
      ['a price that is none', 'Size: 41', '41: cheap, 1', 'variants.0.price'],
      ['no quantity', 'Size: 41', '41: 1', 'variants.0.quantity'],
      ['no price at all', 'Size: 41', '41', 'variants.0'],
    ],
    4,
  ),
)('[VAR-12] a row with %s is refused, with the field', async (_what, options, variants, field) => {
  const { imported, rejected } = await importRow(options, variants);
  expect([imported, rejected[0]?.row]).toEqual([0, 2]);
  expect(rejected[0]?.reason).toContain(field);
  expect((await shop.call(listProducts)).body.total).toBe(0);
});
