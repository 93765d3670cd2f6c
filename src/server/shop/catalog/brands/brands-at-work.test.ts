/** Brands, and the work with brand, vendor, tags and cost: the product file, bulk edits and the product table. */
import { expect, test } from 'vitest';
import { FIELDS, openBrandedProducts, size, sizes } from '../../../../../tests/support/branded-products.ts';
import { openBulkEdits } from '../../../../../tests/support/bulk-edits.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { openImporter, toText } from '../../../../../tests/support/product-imports.ts';
import { createBrand, deleteBrand, listBrandProducts, listBrands, updateBrand } from '../../../../contract/brand.ts';
import { listCategories } from '../../../../contract/category.ts';
import { filterProducts, listCategoryProducts, readProduct } from '../../../../contract/product.ts';
import { listProductLabels, listProductTable } from '../../../../contract/product-table.ts';
import { readSettings, updateSettings } from '../../../../contract/settings.ts';

const shop = await openShop();
const imageBytes = await makeImage();
const open = () => openBrandedProducts(shop, imageBytes);

test('[MERCH-3] [MERCH-11] a brand has one name in any case, a page with its products, and a trail of its former addresses', async () => {
  const { create, update, token, read } = await open();
  const one = await create('Brandone', { brand: 'Nordlicht' });
  await create('Brandtwo', { brand: 'NORDLICHT' });
  await create('Brandthree', { brand: 'Other' });
  const { brands } = (await shop.call(listBrands, { token, query: { keyword: 'NORDL' } })).body;
  expect(brands).toMatchObject([{ name: 'Nordlicht', slug: 'nordlicht', count: 2, version: 1 }]);
  const id = brands[0]?._id ?? '';
  const page = async (slug: string) => (await shop.call(listBrandProducts, { params: { slug } })).body;
  const shown = await page('nordlicht');
  expect([shown.brand.name, shown.total, shown.products.map(({ name }) => name)]).toEqual(['Nordlicht', 2, ['Brandtwo', 'Brandone']]);
  expect(shown.filters.map(({ name }) => name)).not.toContain('Brand');
  const change = (body: object) => shop.call(updateBrand, { token, params: { id }, body: { name: 'Nordlicht', ...body } });
  expect(await change({ name: 'other' })).toMatchObject({ status: 409, body: { code: 'name_taken' } });
  expect(await shop.call(createBrand, { token, body: { name: ' other ' } })).toMatchObject({ status: 409 });
  for (const name of ['', ' ', 'x'.repeat(101), 'a\nb']) expect((await change({ name })).status).toBe(400);
  const renamed = await change({ name: 'Südlicht', renewSlug: true, description: '**Warm** light', version: 1 });
  expect(renamed.body.brand).toMatchObject({ name: 'Südlicht', slug: 'sudlicht', version: 2 });
  expect(await change({ name: 'Older', version: 1 })).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
  const moved = await page('nordlicht');
  expect([moved.brand.slug, moved.total, moved.brand.content?.length]).toEqual(['sudlicht', 2, 1]);
  expect((await shop.call(readProduct, { params: { slug: 'brandone' } })).body.product[0]?.brand?.name).toBe('Südlicht');
  expect((await shop.send({ url: '/sitemap/pages.xml' })).body).toMatchObject({ text: expect.stringContaining('/brands/sudlicht<') });
  expect(await shop.call(deleteBrand, { token, params: { id } })).toMatchObject({ status: 409, body: { code: 'brand_not_empty' } });
  await update(one, { brand: '' });
  const two = await read('brandtwo');
  if (two) await update(two, { brand: '' });
  expect((await shop.call(deleteBrand, { token, params: { id } })).status).toBe(200);
  expect(await shop.call(listBrandProducts, { params: { slug: 'sudlicht' } })).toMatchObject({ status: 410, body: { code: 'brand_gone' } });
  expect(await shop.call(listBrandProducts, { params: { slug: 'never' } })).toMatchObject({ status: 404 });
  expect(await shop.call(deleteBrand, { token, params: { id } })).toMatchObject({ status: 404, body: { code: 'brand_not_found' } });
});

test('[MERCH-12] [MERCH-15] every list can be filtered by brand once products have one; by tags where the merchant made them a filter', async () => {
  const { create, category, token } = await open();
  await create('Facetone', { brand: 'Acme: Tools', tags: ['Steel'] });
  await create('Facettwo', { brand: 'Zeta', attributes: [{ name: 'Tag', value: 'Steel' }] });
  const filter = async (name: string, values: string[]) =>
    (await shop.call(filterProducts, { body: { checked: [], radio: [], filters: [{ name, values }] } })).body.products
      .map((it) => it.name)
      .toSorted();
  expect(await filter('Brand', ['Acme: Tools'])).toEqual(['Facetone']);
  expect(await filter('Brand', ['Acme: Tools', 'Zeta'])).toEqual(['Facetone', 'Facettwo']);
  expect(await filter('Tag', ['Steel'])).toEqual([]);
  const { settings } = (await shop.call(readSettings)).body;
  await shop.call(updateSettings, { token, body: { ...settings, filterAttributes: ['Tag'] } });
  expect(await filter('Tag', ['Steel'])).toEqual(['Facetone', 'Facettwo']);
  const { category: all } = (await shop.call(listCategories)).body;
  const slug = all.find((it) => it._id === category)?.slug ?? '';
  const { filters } = (await shop.call(listCategoryProducts, { params: { slug } })).body;
  expect(filters.find(({ name }) => name === 'Brand')?.values).toEqual(
    expect.arrayContaining([
      { value: 'Acme: Tools', count: 1 },
      { value: 'Zeta', count: 1 },
    ]),
  );
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
      `filetea,,,,Other,Mars,12,,,`,
    ].join('\n')}\n`,
  );
  expect(changed.import).toMatchObject({ updated: 2, unchanged: 0, refused: 0 });
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
