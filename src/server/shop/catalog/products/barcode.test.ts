/** The barcodes of products and their variants, their condition, and what restores them. */
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { openImporter, toText } from '../../../../../tests/support/product-imports.ts';
import { previewVersion, restoreVersion } from '../../../../contract/audit.ts';
import { readProduct } from '../../../../contract/product.ts';
import { deleteProduct, duplicateProduct, readAdminProduct } from '../../../../contract/product-admin.ts';
import { listProductTable } from '../../../../contract/product-table.ts';
import { auditLog } from '../../database/schema/audit.ts';

const shop = await openShop();
const imageBytes = await makeImage();
const EAN = '4006381333931';
const OTHER = '9783161484100';
const UPC = '036000291452';

async function openTea() {
  const client = await createAdminClient(shop, imageBytes);
  const find = async (keyword: string) =>
    (await shop.call(listProductTable, { token: client.token, query: { keyword } })).body.products.map(({ name }) => name);
  const read = async (slug: string) => (await shop.call(readProduct, { params: { slug } })).body.product[0];
  return { ...client, find, read };
}

const size = (value: string, rest: object) => ({ options: { Size: value }, price: 5, quantity: 1, ...rest });
const sizes = (...variants: object[]) => ({ options: [{ name: 'Size', values: ['S', 'M'] }], variants });

test('[GOODS-8] a product’s barcode is stored as its digits, shown, cleared, not copied, and refused where its check digit is wrong', async () => {
  const { create, update, read, token } = await openTea();
  const { product } = (await create({ barcode: '978-3-16-148410-0' })).body;
  expect([product.barcode, (await read('tea'))?.barcode]).toEqual([OTHER, OTHER]);
  expect((await update(product, { name: 'Tea' })).body.product).toEqual(product);
  for (const barcode of ['4006381333932', 'abc', '123', '1'.repeat(25), 7])
    expect(await update(product, { barcode })).toMatchObject({ status: 400, body: { issues: [{ path: 'barcode' }] } });
  const copy = await shop.call(duplicateProduct, { token, params: { id: product._id } });
  expect(copy.body.product).not.toHaveProperty('barcode');
  expect((await update(product, { barcode: null })).body.product).not.toHaveProperty('barcode');
});

test('[GOODS-8] each variant has its own; it stays where a call leaves it out, and a wrong one is named', async () => {
  const { create, update, read } = await openTea();
  const { product, version } = (await create({ name: 'Jar' })).body;
  const saved = await update(product, sizes(size('S', { barcode: EAN }), size('M', { barcode: ' 03600-0291452 ' })));
  expect([saved.status, saved.body.version > version]).toEqual([200, true]);
  const codes = async () => (await read('jar'))?.variants?.map(({ barcode }) => barcode);
  expect(await codes()).toEqual([EAN, UPC]);
  await update(product, sizes(size('S', {}), size('M', { barcode: null })));
  expect(await codes()).toEqual([EAN, undefined]);
  const wrong = await update(product, sizes(size('S', {}), size('M', { barcode: '4006381333932' })));
  expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: 'variants.1.barcode', code: 'wrong_check_digit' }] } });
});

test('[GOODS-9] whoever scans a barcode in the admin area finds its product, be it the product’s or a variant’s, as UPC or EAN', async () => {
  const { create, update, find } = await openTea();
  await create({ name: 'Cup', barcode: EAN });
  const { product } = (await create({ name: 'Shirt' })).body;
  await update(product, sizes(size('S', { barcode: UPC }), size('M', {})));
  expect([await find(EAN), await find(`0${UPC}`), await find(UPC), await find(OTHER)]).toEqual([['Cup'], ['Shirt'], ['Shirt'], []]);
});

test('[GOODS-2] [GOODS-4] [GOODS-8] [AUDIT-12] an earlier version brings back all of these fields, of a deleted product too', async () => {
  const { create, update, read } = await openTea();
  const { token } = await shop.signUp({ role: 1, teamRole: 'owner' });
  const own = { seoTitle: 'Old title', barcode: OTHER, condition: 'used', publishUntil: '2090-01-01T00:00:00.000Z' };
  const { product } = (await create({ name: 'Vase', ...own })).body;
  const id = product._id;
  await update(product, sizes(size('S', { barcode: EAN }), size('M', {})));
  const { variants } = (await read('vase')) ?? {};
  await update(product, {
    ...{ seoTitle: 'New', barcode: '', condition: 'new', publishUntil: null },
    ...sizes(...(variants ?? []).map(({ _id, options }) => ({ _id, options, price: 5, quantity: 1, barcode: UPC }))),
  });
  const findEntry = async (action: string) => {
    const rows = await shop.deps.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.objectId, id), eq(auditLog.action, action)));
    return String(Math.max(...rows.map((row) => row.id)));
  };
  const restore = async (entry: string) => {
    const params = { id: entry };
    const { version } = (await shop.call(previewVersion, { token, params })).body.preview;
    expect((await shop.call(restoreVersion, { token, params, body: { version } })).status).toBe(200);
    return (await shop.call(readAdminProduct, { token, params: { slug: 'vase' } })).body.product[0];
  };
  const restored = await restore(await findEntry('updated'));
  expect(restored).toMatchObject(own);
  expect(restored?.variants?.map(({ barcode }) => barcode)).toEqual([EAN, undefined]);
  expect((await shop.call(deleteProduct, { token, params: { id } })).status).toBe(200);
  expect(await restore(await findEntry('deleted'))).toMatchObject({ ...own, status: 'draft' });
});

test('[GOODS-8] [PWORK-11] the product file has all of them, and a list of SKUs with barcodes fills them in', async () => {
  const { importFile, token } = await openImporter(shop);
  const { create, update } = await openTea();
  await create({ name: 'Mug', barcode: EAN });
  const { product } = (await create({ name: 'Mug 2' })).body;
  await update(product, sizes(size('S', { barcode: UPC, sku: 'M-S' }), size('M', { sku: 'M-M' })));
  const download = async () =>
    toText(await shop.send({ url: '/api/v1/product/export.csv?keyword=Mug', headers: { authorization: token } }));
  const file = await download();
  expect((await importFile(file)).import).toMatchObject({ unchanged: 2, updated: 0, created: 0 });
  expect(await download()).toBe(file);
  const filled = await importFile(`sku,barcode,quantity\nM-M,${OTHER},1\nM-S,4006381333932,9\n`);
  expect([filled.import, filled.notices]).toMatchObject([{ updated: 2, refused: 0 }, [{ kind: 'dropped', column: 'barcode', row: 3 }]]);
  const { body } = await shop.call(readAdminProduct, { token, params: { slug: 'mug-2' } });
  expect(body.product[0]?.variants?.map(({ barcode }) => barcode)).toEqual([UPC, OTHER]);
});

test('[GOODS-11] a product says that it is new, refurbished or used, or nothing; anything else is refused', async () => {
  const { create, update, read } = await openTea();
  const { product } = (await create({ name: 'Camera', condition: 'used' })).body;
  expect([product.condition, (await read('camera'))?.condition]).toEqual(['used', 'used']);
  expect((await update(product, { condition: 'refurbished' })).body.product.condition).toBe('refurbished');
  for (const condition of ['broken', 'Used', 1]) {
    const answer = await update(product, { condition });
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'condition' }] } });
  }
  expect((await update(product, { condition: '' })).body.product).not.toHaveProperty('condition');
});
