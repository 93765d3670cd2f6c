import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { openImporter, readTestProduct } from '../../../../tests/support/product-imports.ts';
import { exportProducts } from '../../../contract/product-table.ts';

const shop = await openShop();

test('[MOVE-14] Shopify’s vendor, tags, cost, origin, HS code, contents and own fields come along; what has no room is told', async () => {
  const { importFile, token } = await openImporter(shop);
  const file = [
    'Handle,Title,Vendor,Type,Tags,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty,Cost per item,Variant HS Code,Variant Country of Origin,Unit Price Total Measure,Unit Price Total Measure Unit,Unit Price Base Measure,Unit Price Base Measure Unit,Roast (product.metafields.custom.roast),Notes (product.metafields.custom.notes),Google Shopping / Age Group',
    'coffee,Coffee,Oak & Hill,Drinks,"new, dark",C-1,12.00,shopify,3,4.50,0901.21,ET,250,g,1,kg,Dark,"{""type"":""root""}",adult',
  ];
  const { import: done, notices } = await importFile(file.join('\n'));
  expect(done).toMatchObject({ kind: 'products', created: 1 });
  expect(await readTestProduct(shop, token, 'coffee')).toMatchObject({
    ...{ vendor: 'Oak & Hill', brand: { name: 'Oak & Hill' }, tags: ['new', 'dark'], cost: 4.5, hsCode: '090121', countryOfOrigin: 'ET' },
    ...{ contents: 250, contentsUnit: 'g', attributes: [{ name: 'Roast', value: 'Dark' }] },
  });
  const reasons = notices.map(({ reason }) => reason);
  expect(reasons).toContain('has fields of its own, which become attributes: Roast');
  expect(reasons).toContain('not imported: Notes (product.metafields.custom.notes), Google Shopping / Age Group');
  expect((await importFile(file.join('\n'))).import).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
});

test('[MOVE-14] WooCommerce’s brands, tags, cost, upsells and cross-sells come along', async () => {
  const { importFile, token } = await openImporter(shop);
  const file = [
    'ID,Type,SKU,Name,Published,In stock?,Stock,Regular price,Categories,Tags,Brands,Cost of goods,Upsells,Cross-sells,Purchase note',
    '1,simple,CUP,Cup,1,1,5,8.00,Kitchen,"new, blue",Oak,3.00,,,',
    '2,simple,POT,Pot,1,1,5,28.00,Kitchen,,"Oak, Elm",,CUP,"CUP, NONE",Thanks',
  ];
  await importFile(file.join('\n'));
  // A product that a row names may come after it: the file is imported again.
  const { notices } = await importFile(file.join('\n'));
  const [cup, pot] = [await readTestProduct(shop, token, 'cup'), await readTestProduct(shop, token, 'pot')];
  expect(cup).toMatchObject({ brand: { name: 'Oak' }, tags: ['new', 'blue'], cost: 3 });
  expect(pot).toMatchObject({ brand: { name: 'Oak' }, relatedProducts: [cup?._id] });
  expect(notices).toBeDefined();
});

test('[TAX-14] Shopify’s “Charge tax” and WooCommerce’s tax status and class become tax classes, and the shop’s own file keeps them', async () => {
  const { importFile, token } = await openImporter(shop);
  const shopify = [
    'Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty,Charge tax',
    'voucher,Voucher,Gifts,Kind,Card,V-1,10.00,shopify,3,FALSE',
    'voucher,,,,Box,V-2,12.00,shopify,3,TRUE',
    'mug,Mug,Kitchen,,,M-1,8.00,shopify,3,TRUE',
  ];
  await importFile(shopify.join('\n'));
  const woo = [
    'ID,Type,SKU,Name,Published,In stock?,Stock,Regular price,Categories,Tax status,Tax class',
    '1,simple,B-1,Book,1,1,5,8.00,Books,taxable,reduced-rate',
    '2,simple,S-1,Stamp,1,1,5,1.00,Post,none,',
    '3,simple,W-1,Wine,1,1,5,9.00,Drinks,taxable,wine-and-spirits',
  ];
  await importFile(woo.join('\n'));
  const classOf = async (slug: string) => (await readTestProduct(shop, token, slug))?.taxClass;
  expect(await Promise.all(['voucher', 'mug', 'book', 'stamp', 'wine'].map(classOf))).toEqual([
    'zero',
    undefined,
    'reduced',
    'zero',
    'wine and spirits',
  ]);
  expect((await readTestProduct(shop, token, 'voucher'))?.variants?.map((it) => it.taxClass)).toEqual([undefined, 'standard']);
  const exported = (await shop.call(exportProducts, { token, query: {} })).body as unknown as { text: string };
  expect((await importFile(exported.text)).import).toMatchObject({ created: 0, updated: 0, unchanged: 5 });
  await importFile('slug,tax_class\nmug,Food\nbook,standard');
  expect([await classOf('mug'), await classOf('book')]).toEqual(['food', undefined]);
});
