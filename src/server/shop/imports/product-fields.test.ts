import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { openImporter, readTestProduct } from '../../../../tests/support/product-imports.ts';
import { createCustomField, listCustomFields } from '../../../contract/custom-fields.ts';
import { exportProducts } from '../../../contract/product-table.ts';

const shop = await openShop();

test('[MOVE-14] Shopify’s vendor, tags, cost, origin, HS code, contents and own fields come along; what can’t be read is told', async () => {
  const { importFile, token } = await openImporter(shop);
  const file = [
    'Handle,Title,Vendor,Type,Tags,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty,Cost per item,Variant HS Code,Variant Country of Origin,Unit Price Total Measure,Unit Price Total Measure Unit,Unit Price Base Measure,Unit Price Base Measure Unit,Roast (product.metafields.custom.roast),Notes (product.metafields.custom.notes),Google Shopping / Age Group',
    'coffee,Coffee,Oak & Hill,Drinks,"new, dark",C-1,12.00,shopify,3,4.50,0901.21,ET,250,g,1,kg,Dark,"{""type"":""root""}",adult',
  ];
  const { import: done, notices } = await importFile(file.join('\n'));
  expect(done).toMatchObject({ kind: 'products', created: 1 });
  expect(await readTestProduct(shop, token, 'coffee')).toMatchObject({
    ...{ vendor: 'Oak & Hill', brand: { name: 'Oak & Hill' }, tags: ['new', 'dark'], cost: 4.5, hsCode: '090121', countryOfOrigin: 'ET' },
    ...{ contents: 250, contentsUnit: 'g', customFields: { roast: 'Dark' } },
  });
  const reasons = notices.map(({ reason }) => reason);
  expect(reasons).toContain('keeps as custom fields: Roast (product.metafields.custom.roast)');
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

const WOO = [
  'ID,Type,SKU,Name,Published,In stock?,Stock,Regular price,Categories,Length (cm),Purchase note,Meta: warranty,Meta: _edit_lock,Meta: organic,Meta: manual,Meta: launched,Meta: tint,Meta: batch',
  '1,simple,CUP,Cup,1,1,5,"8,00",Kitchen,"12,5","Thanks a lot",2,1700000000:1,yes,https://maker.example/cup.pdf,2024-05-01,#1E90FF,007',
  '2,simple,POT,Pot,1,1,5,"28,00",Kitchen,30,"Wash it\nfirst",5,1700000000:1,no,https://maker.example/pot.pdf,2025-05-01,#fff,12',
];

test('[MOVE-15] what a merchant of WooCommerce has made becomes typed custom fields, dimensions too; a second import changes nothing', async () => {
  const { check, run, importFile, token } = await openImporter(shop);
  const file = WOO.join('\n');
  const { import: checked, notices } = await check(file);
  const made = checked.customFields?.filter(({ isNew }) => isNew);
  expect(made?.map(({ key, name, type }) => [key, name, type])).toEqual([
    ['length_cm', 'Length (cm)', 'number'],
    ['purchase_note', 'Purchase note', 'long_text'],
    ['warranty', 'Warranty', 'number'],
    ['organic', 'Organic', 'boolean'],
    ['manual', 'Manual', 'url'],
    ['launched', 'Launched', 'date'],
    ['tint', 'Tint', 'color'],
    // A number with a zero in front names something.
    ['batch', 'Batch', 'text'],
  ]);
  // Plugins' machinery is nobody's field, and told.
  expect(notices.map(({ reason }) => reason)).toContain('not imported: Meta: _edit_lock');
  expect(checked.samples[0]?.values).toContainEqual({ field: 'field:length_cm', before: null, after: '12.5' });
  expect((await shop.call(listCustomFields, { token, query: { owner: 'product' } })).body.fields).not.toContainEqual(
    expect.objectContaining({ key: 'tint' }),
  );
  expect((await run(checked._id)).import).toMatchObject({ created: 2, refused: 0, status: 'done' });
  const { fields } = (await shop.call(listCustomFields, { token, query: { owner: 'product' } })).body;
  expect(fields).toContainEqual(expect.objectContaining({ key: 'tint', type: 'color', isVisible: false }));
  expect(await readTestProduct(shop, token, 'cup')).toMatchObject({
    customFields: {
      ...{
        length_cm: 12.5,
        purchase_note: 'Thanks a lot',
        warranty: 2,
        organic: true,
        launched: '2024-05-01',
        tint: '#1e90ff',
        batch: '007',
      },
      manual: 'https://maker.example/cup.pdf',
    },
  });
  const again = await importFile(file);
  expect(again.import).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  expect(again.import.customFields?.some(({ isNew }) => isNew)).toBe(false);
});

test('[MOVE-15] a value that isn’t of the type of the merchant’s field is left out and told; each column can be read as something else', async () => {
  const { check, choose, run, token } = await openImporter(shop);
  await shop.call(createCustomField, { token, body: { owner: 'product', key: 'warranty_years', name: 'Warranty', type: 'number' } });
  const file = [
    'Handle,Title,Type,Variant Price,Years (product.metafields.custom.warranty_years),Fabric (product.metafields.custom.fabric),Sizes (product.metafields.custom.sizes),Google Shopping / MPN',
    'bag,Bag,Bags,20.00,"2,5 or so",Canvas,"[""S"",""M""]",M-1',
    'hat,Hat,Bags,20.00,3,Felt,"{""value"":20,""unit"":""cm""}",',
  ].join('\n');
  const { import: checked } = await check(file);
  const mapping = Object.fromEntries(checked.columns.flatMap(({ title, field }) => (field ? [[field, title]] : [])));
  const { 'field:fabric': fabric = '', 'field:sizes': _sizes, ...others } = mapping;
  const mpn = checked.columns.find(({ title }) => title.endsWith('MPN'));
  expect(mpn).toMatchObject({ field: null, own: ['field:google_shopping_mpn', 'attribute:Google Shopping / MPN'] });
  await choose(checked._id, {
    mapping: { ...others, 'attribute:Fabric': fabric, 'field:google_shopping_mpn': mpn?.title ?? '' },
    uncountedStock: 1,
  });
  const { notices } = await run(checked._id);
  const bag = await readTestProduct(shop, token, 'bag');
  expect(bag).toMatchObject({ attributes: [{ name: 'Fabric', value: 'Canvas' }], customFields: { google_shopping_mpn: 'M-1' } });
  expect(bag?.customFields).not.toHaveProperty('warranty_years');
  expect(await readTestProduct(shop, token, 'hat')).toMatchObject({ customFields: { warranty_years: 3 } });
  const told = notices.filter(({ name }) => name === 'Bag').map(({ kind, reason }) => `${kind}: ${reason}`);
  expect(told).toContainEqual(expect.stringMatching(/dropped: "2,5 or so" is left out: the custom field Warranty must be a number/));
  expect(told).toContain('dropped: not imported: Sizes (product.metafields.custom.sizes)');
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
