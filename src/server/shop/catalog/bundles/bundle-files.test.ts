/** Bundles in the product file, in bulk edits, in the admin's table, and as earlier versions. */
import { and, desc, eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openBulkEdits } from '../../../../../tests/support/bulk-edits.ts';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { openImporter, toText } from '../../../../../tests/support/product-imports.ts';
import { previewVersion, restoreVersion } from '../../../../contract/audit.ts';
import type { AdminProduct } from '../../../../contract/product-admin.ts';
import { readAdminProduct, updateProduct } from '../../../../contract/product-admin.ts';
import { listProductTable } from '../../../../contract/product-table.ts';
import { auditLog } from '../../database/schema/audit.ts';
import { bundleParts } from '../../database/schema/bundle.ts';
import { products } from '../../database/schema/catalog.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

async function makeSet(token: string) {
  const [cup = '', pot = '', set = ''] = await seedProducts(shop, [
    { name: 'Cup', quantity: 9 },
    { name: 'Pot', quantity: 3 },
    { name: 'Tea set', priceCents: 2500 },
  ]);
  const save = (id: string, body: object) => shop.call(updateProduct, { token, params: { id }, body });
  expect((await save(cup, { sku: 'CUP-1 × 2' })).status).toBe(200);
  const parts = [
    { product: cup, count: 2 },
    { product: pot, count: 1 },
  ];
  expect((await save(set, { parts })).status).toBe(200);
  return { cup, pot, set, save };
}

async function readOne(token: string, id: string): Promise<AdminProduct | undefined> {
  const [row] = await db.select({ slug: products.slug }).from(products).where(eq(products.id, id));
  return (await shop.call(readAdminProduct, { token, params: { slug: row?.slug ?? '' } })).body.product[0];
}

async function exportCsv(token: string): Promise<string> {
  const { body } = await shop.send({ url: '/api/v1/product/export.csv', headers: { authorization: token, host: 'shop.example' } });
  return toText({ body });
}

test('[BUNDLE-16] an export names the parts by SKU, else by slug, and imported again it changes nothing', async () => {
  const { token, check, run, importFile } = await openImporter(shop);
  const { cup, pot, set } = await makeSet(token);
  const before = await exportCsv(token);
  const slug = (await readOne(token, pot))?.slug;
  expect(before).toContain(`,CUP-1 × 2 × 2 | ${slug} × 1`);
  const checked = await check(before);
  expect([checked.errors, checked.import]).toMatchObject([[], { created: 0, updated: 0, unchanged: 3, refused: 0 }]);
  expect((await run(checked.import._id)).import).toMatchObject({ status: 'done', unchanged: 3 });

  await importFile(`sku,parts\nCUP-1 × 2,${slug} × 4\n`);
  expect(await readOne(token, cup)).not.toHaveProperty('parts');
  const setSlug = (await readOne(token, set))?.slug;
  await importFile(`slug,parts\n${setSlug},${slug} × 3\n`);
  expect(await readOne(token, set)).toMatchObject({ quantity: 1, parts: [{ product: pot, count: 3 }] });
  expect(await shop.listFindings()).toEqual([]);
});

test('[BUNDLE-16] a file makes bundles of the products that it has, and refuses a part that there is not', async () => {
  const { token, importFile } = await openImporter(shop);
  const header = 'name,description,price,quantity,category,sku,parts';
  const rows = [
    'Plate,Flat,5,8,Ware,PLATE,',
    'Fork,Sharp,2,5,Ware,FORK,',
    'Lunch,Set,9,0,Ware,LUNCH,PLATE × 2 | FORK',
    'Ghost,Set,9,0,Ware,GHOST,NONE × 2',
  ];
  const { errors } = await importFile([header, ...rows].join('\n'));
  expect(errors).toMatchObject([{ row: 5, reason: expect.stringContaining('NONE') }]);
  const list = await shop.call(listProductTable, { token, query: { keyword: 'LUNCH' } });
  expect(list.body.products).toMatchObject([{ name: 'Lunch', quantity: 4, isBundle: true }]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[BUNDLE-17] an earlier version brings its parts back', async () => {
  const { token } = await openImporter(shop);
  const { cup, pot, set, save } = await makeSet(token);
  await save(set, { parts: [{ product: pot, count: 2 }] });
  expect(await readOne(token, set)).toMatchObject({ quantity: 1 });
  const [entry] = await db
    .select({ id: auditLog.id, part: auditLog.part, changes: auditLog.changes })
    .from(auditLog)
    .where(and(eq(auditLog.objectId, set), like(auditLog.part, 'part %')))
    .orderBy(desc(auditLog.id));
  expect(entry).toMatchObject({ part: 'part 0', changes: { product_id: { before: cup, after: pot } } });
  const params = { id: String(entry?.id) };
  const { preview } = (await shop.call(previewVersion, { token, params })).body;
  expect(preview.changes).toEqual([expect.objectContaining({ field: 'parts', before: ['2 × Pot'], after: ['2 × Cup', '1 × Pot'] })]);
  const restored = await shop.call(restoreVersion, { token, params, body: { version: preview.version } });
  expect([restored.status, restored.body.message]).toEqual([200, expect.anything()]);
  expect(await readOne(token, set)).toMatchObject({
    quantity: 3,
    parts: [
      { product: cup, count: 2 },
      { product: pot, count: 1 },
    ],
  });
  expect(await shop.listFindings()).toEqual([]);
});

test('[BUNDLE-18] bulk edits leave the stock of bundles and their parts alone, and undo the deletion of one', async () => {
  const { token, start, undo } = await openBulkEdits(shop);
  const { cup, pot, set } = await makeSet(token);
  const ids = [cup, pot, set].sort();
  expect((await start({ field: 'stock', by: 'set', value: 8 }, { ids })).edit).toMatchObject({ changed: 2, refused: 1 });
  expect(await readOne(token, set)).toMatchObject({ quantity: 4 });
  expect((await start({ field: 'policy', stock: { policy: 'untracked' } }, { ids: [set] })).edit).toMatchObject({ changed: 0, refused: 1 });
  const deletion = await start({ field: 'delete' }, { ids });
  expect(deletion).toMatchObject({ edit: { changed: 1, refused: 2 } });
  expect(await db.$count(bundleParts, eq(bundleParts.bundleId, set))).toBe(0);
  await undo(deletion.edit._id);
  expect(await readOne(token, set)).toMatchObject({
    quantity: 4,
    parts: [
      { product: cup, count: 2 },
      { product: pot, count: 1 },
    ],
  });
  expect(await shop.listFindings()).toEqual([]);
});
