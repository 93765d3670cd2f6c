/** Owners bring back what a product, category, page or setting was before an entry of the audit log. */
import { and, desc, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { previewVersion, restoreVersion } from '../../../../contract/audit.ts';
import { createCategory, deleteCategory } from '../../../../contract/category-admin.ts';
import { readProduct } from '../../../../contract/product.ts';
import { deleteProduct, readAdminProduct, updateProduct } from '../../../../contract/product-admin.ts';
import { readShopDetails, updateShopDetails } from '../../../../contract/shop-details.ts';
import { DEFAULT_WIDTH, imageFileName } from '../../content/media/image-url.ts';
import { auditLog } from '../../database/schema/audit.ts';
import { products } from '../../database/schema/catalog.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;
let token = '';

beforeEach(async () => {
  token = (await shop.signUp({ role: 1, teamRole: 'owner', name: 'Olga' })).token;
  await db.delete(auditLog);
});

/** Of the newest entry of that action. */
async function findEntryId(objectId: string, action: 'created' | 'updated' | 'deleted' | 'restored' = 'updated'): Promise<string> {
  const [row] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.objectId, objectId), eq(auditLog.action, action)))
    .orderBy(desc(auditLog.id))
    .limit(1);
  if (!row) throw new Error(`nothing was ${action}`);
  return String(row.id);
}
const preview = async (id: string) => {
  const { status, body } = await shop.call(previewVersion, { token, params: { id } });
  expect([status, body.message]).toEqual([200, undefined]);
  return body.preview;
};
const restore = (id: string, version: number | null, by = token) =>
  shop.call(restoreVersion, { token: by, params: { id }, body: { version } });
const change = async (id: string, body: object) => {
  expect((await shop.call(updateProduct, { token, params: { id }, body })).status).toBe(200);
};
const readRow = async (id: string) => {
  const [row] = await db.select().from(products).where(eq(products.id, id));
  if (!row) throw new Error('the product is gone');
  return row;
};

test('[AUDIT-12] a product is restored to before an entry, later changes included; its stock stays, and a row records it', async () => {
  const [id = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 9 }]);
  const { slug } = await readRow(id);
  await change(id, { price: 99, name: 'Cup', attributes: [{ name: 'Material', value: 'Tin' }] });
  const entry = await findEntryId(id);
  await change(id, { description: 'Later words', quantity: 4 });
  expect((await shop.call(readProduct, { params: { slug } })).body.product[0]).toMatchObject({ name: 'Cup', price: 99 });
  const { version, changes, kept } = await preview(entry);
  expect(kept).toEqual([]);
  expect(changes.map(({ field }) => field).toSorted()).toEqual(['attributes', 'description', 'name', 'price_cents']);
  expect(changes).toContainEqual({ field: 'price_cents', before: 9900, after: 1250, hidden: false });
  expect(await readRow(id)).toMatchObject({ name: 'Cup', priceCents: 9900 });
  expect((await restore(entry, version)).body).toMatchObject({ success: true, preview: { changes: [] } });
  // Cached responses, too.
  expect((await shop.call(readProduct, { params: { slug } })).body.product[0]).toMatchObject({ name: 'Mug', price: 12.5, quantity: 4 });
  const [row] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.id, Number(await findEntryId(id, 'restored'))));
  expect(row).toMatchObject({ objectType: 'product', actorKind: 'admin', changes: { entry: { after: entry } } });
  expect(await shop.listFindings()).toEqual([]);
  // Once more: nothing is left to do, and nothing is written.
  const before = await readRow(id);
  expect((await restore(entry, version)).status).toBe(200);
  expect(await readRow(id)).toEqual(before);
  expect(await findEntryId(id, 'restored')).toBe(String(row?.id));
});

test('[AUDIT-13] changes made after the preview aren’t overwritten, and of two who restore at once one gets a conflict', async () => {
  const [id = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250 }]);
  await change(id, { price: 20 });
  const first = await findEntryId(id);
  await change(id, { price: 30 });
  const second = await findEntryId(id);
  const { version } = await preview(first);
  await change(id, { name: 'Cup' });
  expect(await restore(first, version)).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
  expect(await readRow(id)).toMatchObject({ name: 'Cup', priceCents: 3000 });
  const shown = (await preview(first)).version;
  const both = await Promise.all([restore(first, shown), restore(second, shown)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('[AUDIT-14] a deleted product is restored as a draft with its id, without stock; without images or category it is refused with the reason', async () => {
  const [id = '', lost = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 9 }, { name: 'Jug' }]);
  const { slug, categoryId, imageId } = await readRow(id);
  await shop.deps.images.put([{ name: imageFileName(imageId, DEFAULT_WIDTH), bytes: Buffer.from('a picture') }]);
  const shopper = await shop.signUp();
  expect((await shop.checkOut(shopper.token, [id, id])).status).toBe(200);
  for (const it of [id, lost]) expect((await shop.call(deleteProduct, { token, params: { id: it } })).status).toBe(200);
  const entry = await findEntryId(id, 'deleted');
  const refusal = await shop.call(previewVersion, { token, params: { id: await findEntryId(lost, 'deleted') } });
  expect(refusal).toMatchObject({ status: 400, body: { code: 'invalid_request', message: expect.stringContaining('images') } });
  const found = await preview(entry);
  expect(found.version).toBeNull();
  expect(found.changes).toContainEqual({ field: 'status', before: null, after: 'draft', hidden: false });
  expect((await restore(entry, null)).status).toBe(200);
  expect(await readRow(id)).toMatchObject({ name: 'Mug', slug, categoryId, status: 'draft', quantity: 0, priceCents: 1250 });
  expect((await shop.call(readAdminProduct, { token, params: { slug } })).status).toBe(200);
  expect(await restore(entry, null)).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
  expect(await shop.listFindings()).toEqual([]);
  await shop.call(deleteProduct, { token, params: { id } });
  expect((await shop.call(deleteCategory, { token, params: { id: categoryId } })).status).toBe(200);
  const again = await findEntryId(id, 'deleted');
  expect(await restore(again, null)).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', message: expect.stringContaining('category') },
  });
  expect((await restore(await findEntryId(categoryId, 'deleted'), null)).status).toBe(200);
  expect((await restore(again, null)).status).toBe(200);
});

test('[AUDIT-14] fields that no longer fit stay unchanged, and the preview says so', async () => {
  const [id = '', other = ''] = await seedProducts(shop, [{ name: 'Mug' }, { name: 'Jug' }]);
  const { categoryId } = await readRow(id);
  const next = (await shop.call(createCategory, { token, body: { name: `Next ${id}` } })).body.category._id;
  await change(id, { sku: 'MUG-1' });
  await change(id, { sku: '', category: next, name: 'Cup' });
  const entry = await findEntryId(id);
  await change(other, { sku: 'MUG-1', category: next });
  await shop.call(deleteCategory, { token, params: { id: categoryId } });
  const { version, kept, changes } = await preview(entry);
  expect(kept).toEqual([
    { field: 'category', reason: 'gone' },
    { field: 'sku', reason: 'taken' },
  ]);
  expect(changes.map(({ field }) => field)).toEqual(['name']);
  expect((await restore(entry, version)).status).toBe(200);
  expect(await readRow(id)).toMatchObject({ name: 'Mug', sku: null, categoryId: next });
});

test('[AUDIT-12] restoring gives variants their earlier prices; their stock stays, and so do added and removed variants', async () => {
  const [id = ''] = await seedProducts(shop, [{ name: 'Shirt', quantity: 0 }]);
  const options = [{ name: 'Size', values: ['S', 'M', 'L'] }];
  const variant = (size: string, price: number, quantity: number) => ({ options: { Size: size }, price, quantity });
  await change(id, { options, variants: [variant('S', 10, 3), variant('M', 11, 4)] });
  await change(id, { variants: [variant('S', 50, 2), variant('M', 51, 4)] });
  const entry = await findEntryId(id);
  const { version, changes } = await preview(entry);
  expect(changes).toEqual([{ field: 'variants', before: ['S: $50.00', 'M: $51.00'], after: ['S: $10.00', 'M: $11.00'], hidden: false }]);
  const details = (await shop.call(readShopDetails, { token })).body.shop;
  await shop.call(updateShopDetails, { token, body: { ...details, logo: undefined, currency: 'EUR', priceLocale: 'de-DE' } as never });
  expect((await preview(entry)).changes[0]?.after).toEqual(['S: 10,00\u00a0€', 'M: 11,00\u00a0€']);
  await shop.call(updateShopDetails, { token, body: { ...details, logo: undefined } as never });
  expect((await restore(entry, version)).status).toBe(200);
  expect(await readRow(id)).toMatchObject({ priceCents: 1000, quantity: 6 });
  await change(id, { variants: [variant('S', 50, 2), variant('M', 51, 4), variant('L', 52, 1)] });
  const found = await preview(entry);
  expect(found).toMatchObject({ changes: [], kept: [{ field: 'variants', reason: 'changed' }] });
  expect(await shop.listFindings()).toEqual([]);
});
