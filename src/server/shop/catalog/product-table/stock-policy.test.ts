/** Where the stock policy of products and variants is set and kept: by the API, in bulk, in copies and in files. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openBulkEdits } from '../../../../../tests/support/bulk-edits.ts';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { openImporter, toText } from '../../../../../tests/support/product-imports.ts';
import { makeShoe, readVariantStock, shoe } from '../../../../../tests/support/variants.ts';
import { duplicateProduct, updateProduct } from '../../../../contract/product-admin.ts';
import { query } from '../../../platform/database/query.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;
const image = await makeImage();

const readAudit = () =>
  query<{ field: string }>(db, sql`select jsonb_object_keys(changes) as field from audit_log where action = 'updated' order by 1`);

test('[STOCKPOLICY-7] a product is created and changed with a policy; a client that sends back the quantity it read changes nothing', async () => {
  const { create, update } = await createAdminClient(shop, image);
  const created = await create({ quantity: '2', stock: JSON.stringify({ policy: 'backorder', limit: 5, shipsIn: ' 3 weeks ' }) });
  const { product } = created.body;
  expect(product).toMatchObject({ quantity: 7, stock: { policy: 'backorder', limit: 5, shipsIn: '3 weeks', onHand: 2, ready: 2 } });
  // All fields as they were read, by a client that knows no policies, and by one that sends the policy back.
  expect((await update(product)).body.product).toEqual(product);
  expect((await update(product, { stock: product.stock })).body.product).toEqual(product);
  expect((await update(product, { quantity: 4 })).body.product).toMatchObject({ quantity: 9, stock: { onHand: 4 } });
  expect((await update(product, { quantity: 1, shownQuantity: 3 })).body.product).toMatchObject({ quantity: 7, stock: { onHand: 2 } });
  expect((await update(product, { quantity: 0, shownQuantity: 3 })).status).toBe(409);
  expect((await readAudit()).map(({ field }) => field)).toContain('on_hand');
  const counted = (await update(product, { stock: null, quantity: 2, shownQuantity: 2 })).body.product;
  expect([counted.quantity, 'stock' in counted, await shop.listFindings()]).toEqual([2, false, []]);
});

test.each([
  ['an unknown policy', { policy: 'sometimes' }],
  ['no policy', { limit: 4 }],
  ['a negative limit', { policy: 'backorder', limit: -1 }],
  ['a limit of 0', { policy: 'backorder', limit: 0 }],
  ['a huge limit', { policy: 'backorder', limit: 1_000_001 }],
  ['half a piece', { policy: 'backorder', limit: 1.5 }],
  ['a limit of what is not counted', { policy: 'untracked', limit: 3 }],
  ['a day of a backorder', { policy: 'backorder', shipsOn: '2030-01-01' }],
  ['a preorder without an end', { policy: 'preorder', shipsIn: '3 weeks' }],
  ['a preorder that would have ended', { policy: 'preorder', shipsOn: '2020-01-01' }],
  ['a day that is none', { policy: 'preorder', shipsOn: '2030-02-31' }],
  ['a long time', { policy: 'backorder', shipsIn: 'x'.repeat(61) }],
  ['a text', 'backorder'],
])('[STOCKPOLICY-7] %s is refused, for a product and for a variant, and nothing changes', async (_what, stock) => {
  const { token, create, update } = await createAdminClient(shop, image);
  const { product } = (await create({ name: `Tea ${crypto.randomUUID()}` })).body;
  const refused = await update(product, { stock, name: 'Other' });
  expect([refused.status, refused.body.issues?.[0]?.path]).toEqual([400, expect.stringMatching(/^stock/)]);
  const made = await makeShoe(db);
  const variants = [shoe('41', 'Red', { stock: stock as never })];
  const answer = await shop.call(updateProduct, { token, params: { id: made.id }, body: { variants } });
  expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, expect.stringMatching(/^variants\.0\.stock/)]);
  expect(await readVariantStock(db, made.id)).toEqual([15, 5, 5, 5]);
});

test('[STOCKPOLICY-7] of two edits at once the second is told, and a product with options has no policy of its own', async () => {
  const { token, create, update } = await createAdminClient(shop, image);
  const { product, version } = (await create({ name: 'Cup' })).body;
  expect((await update(product, { stock: { policy: 'untracked' }, version })).status).toBe(200);
  expect((await update(product, { stock: { policy: 'backorder' }, version })).status).toBe(409);
  const { id } = await makeShoe(db);
  const answer = await shop.call(updateProduct, { token, params: { id }, body: { stock: { policy: 'untracked' } } });
  expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, 'stock']);
});

test('[STOCKPOLICY-7] a policy for many products and all of their variants at once, with undo; a copy has it too', async () => {
  const { create, token } = await createAdminClient(shop, image);
  const { product } = (await create({ name: 'Bowl', quantity: '3' })).body;
  const made = await makeShoe(db);
  const { start, undo } = await openBulkEdits(shop);
  const change = { field: 'policy', stock: { policy: 'backorder', limit: 10 } } as const;
  const { edit } = await start(change, { ids: [product._id, made.id] });
  expect(edit).toMatchObject({ changed: 2, refused: 0 });
  expect(await readVariantStock(db, made.id)).toEqual([45, 15, 15, 15]);
  const copy = (await shop.call(duplicateProduct, { token, params: { id: made.id } })).body.product;
  expect([copy.quantity, copy.variants?.map(({ stock }) => stock?.limit)]).toEqual([30, [10, 10, 10]]);
  expect((await undo(edit._id)).edit).toMatchObject({ changed: 2, refused: 0 });
  expect([await readVariantStock(db, made.id), await shop.listFindings()]).toEqual([[15, 5, 5, 5], []]);
});

test('[STOCKPOLICY-8] products with policies, also below zero, are exported and imported again, and nothing changes', async () => {
  const { create } = await createAdminClient(shop, image);
  const policies = [
    { policy: 'untracked' },
    { policy: 'backorder', limit: 20, shipsIn: '2–3 weeks, or so' },
    { policy: 'preorder', limit: 9, shipsOn: '2090-03-01' },
  ];
  for (const stock of policies) await create({ name: stock.policy, quantity: '0', stock: JSON.stringify(stock) });
  const below = (await create({ name: 'Below', quantity: '1', stock: JSON.stringify({ policy: 'backorder' }) })).body.product;
  const buyer = await shop.signUp();
  await shop.checkOut(buyer.token, [below._id, below._id, below._id]);
  const { id } = await makeShoe(db, [shoe('41', 'Red', { stock: { policy: 'backorder', limit: 4 } }), shoe('42', 'Red')]);
  const { token, check, importFile } = await openImporter(shop);
  const read = async () =>
    toText(await shop.send({ url: '/api/v1/product/export.csv', headers: { authorization: token, host: 'shop.example' } }));
  const file = await read();
  expect(file).toContain('"preorder, limit 9, ships on 2090-03-01"');
  const checked = await check(file);
  expect([checked.errors, checked.import]).toMatchObject([[], { created: 0, updated: 0, refused: 0 }]);
  // What is changed in the file is applied.
  await importFile(file.replace('"preorder, limit 9, ships on 2090-03-01"', 'counted').replace('""limit"":4', '""limit"":6'));
  expect(await readVariantStock(db, id)).toEqual([16, 11, 5]);
  const [row] = await query<{ policy: unknown }>(db, sql`select stock_policy as policy from products where name = 'preorder'`);
  expect([row?.policy, await shop.listFindings()]).toEqual([null, []]);
});
