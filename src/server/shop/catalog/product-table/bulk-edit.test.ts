import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openBulkEdits } from '../../../../../tests/support/bulk-edits.ts';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { openShoeForm } from '../../../../../tests/support/shoe-form.ts';
import { type BulkChange, type BulkSelection, listBulkEdits, readBulkEdit, undoBulkEdit } from '../../../../contract/bulk-edit.ts';
import { readProduct } from '../../../../contract/product.ts';
import { readAdminProduct } from '../../../../contract/product-admin.ts';
import { DAY } from '../../../../contract/values.ts';
import { query } from '../../../platform/database/query.ts';
import { cleanUpBulkEdits, createBulkEdit } from '../bulk-edit/bulk-edit.service.ts';
import { finishBulkEdits, runBulkEdit } from '../bulk-edit/run-bulk-edit.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

const openBulk = () => openBulkEdits(shop);

const listPrices = async () =>
  (await query<{ cents: number }>(db, sql`select price_cents as cents from products order by created_at desc, id`)).map(
    ({ cents }) => cents,
  );

test('[PWORK-6] prices change by a percentage or an amount, rounded as chosen; a preview shows it before, with what isn’t possible', async () => {
  const categoryId = await makeCategory(db);
  const cents = [1000, 1995, 333, 99_999_999];
  await makeProducts(
    db,
    cents.map((priceCents, index) => ({ categoryId, priceCents, compareAtCents: index === 1 ? 2100 : null })),
  );
  const { preview, start, undo } = await openBulk();
  const change = { field: 'price', by: 'percent', value: 10, rounding: 'cent' } as const;
  const { body } = await preview(change, { filter: {} });
  expect(body).toMatchObject({ total: 4, isAbout: false, examined: 4, changed: 3, unchanged: 0, refused: 1 });
  expect(body.changes.find((it) => it.name === 'Product 1')).toMatchObject({ before: { price: 10 }, after: { price: 11 } });
  expect(body.refusals).toMatchObject([{ name: 'Product 4', reason: 'price_too_high' }]);
  expect(await listPrices()).toEqual(cents);
  const { edit, refusals } = await start(change, { filter: {} });
  expect(edit).toMatchObject({ status: 'done', total: 4, changed: 3, unchanged: 0, refused: 1, by: 'Ada', isUndone: false });
  expect(refusals).toEqual(body.refusals);
  // 1994.5 cents are 1995 and so on: half a cent rounds up.
  expect(await listPrices()).toEqual([1100, 2195, 366, 99_999_999]);
  // The price has risen to what it was before the sale.
  expect(await db.$count(sql`products`, sql`compare_at_cents is not null`)).toBe(0);
  await start({ ...change, value: -10, rounding: 'ninety_nine' }, { filter: { maxPrice: 100 } });
  expect(await listPrices()).toEqual([999, 1999, 299, 99_999_999]);
  const lower = await start({ field: 'price', by: 'amount', value: -5, rounding: 'dollar' }, { filter: { maxPrice: 100 } });
  expect(lower).toMatchObject({ edit: { changed: 2, refused: 1 }, refusals: [{ reason: 'price_too_low' }] });
  expect(await listPrices()).toEqual([500, 1500, 299, 99_999_999]);
  expect((await undo(lower.edit._id)).edit).toMatchObject({ change: { field: 'undo' }, changed: 2, refused: 0 });
  await undo(edit._id);
  expect(await listPrices()).toEqual([999, 1999, 299, 99_999_999]);
});

test('[PWORK-6] [PWORK-8] category, status and stock of chosen products are changed and undone; unchanged and deleted products are listed, later sales stay', {
  tags: ['full'],
}, async () => {
  const [shoes, tea] = [await makeCategory(db), await makeCategory(db, 'Tea')];
  const rows = await makeProducts(db, [{ categoryId: shoes }, { categoryId: tea }, { categoryId: shoes, status: 'draft' }]);
  const [first, second, third] = rows.map(({ id }) => id ?? '');
  const ids = [first, second, third, randomUUID()] as string[];
  const { preview, start, undo, token } = await openBulk();
  const read = (column: string) =>
    query<Record<string, unknown>>(db, sql`select ${sql.raw(column)} as value from products order by created_at desc`).then((found) =>
      found.map((it) => it.value),
    );
  expect((await preview({ field: 'category', category: tea }, { ids })).body).toMatchObject({
    total: 4,
    changed: 2,
    unchanged: 1,
    refused: 1,
    refusals: [{ reason: 'gone' }],
  });
  const moved = await start({ field: 'category', category: tea }, { ids });
  expect(moved).toMatchObject({ edit: { changed: 2, unchanged: 1, refused: 1 }, refusals: [{ _id: ids[3], reason: 'gone' }] });
  expect(await read('category_id')).toEqual([tea, tea, tea]);
  const hidden = await start({ field: 'status', status: 'archived' }, { ids: [first ?? '', third ?? ''] });
  expect(await read('status')).toEqual(['archived', 'active', 'archived']);
  const counted = await start({ field: 'stock', by: 'set', value: 8 }, { filter: { category: tea } });
  expect(await read('quantity')).toEqual([8, 8, 8]);
  const taken = await start({ field: 'stock', by: 'add', value: -8 }, { ids: [second ?? ''] });
  expect((await start({ field: 'stock', by: 'add', value: -1 }, { ids: [second ?? ''] })).refusals).toMatchObject([
    { reason: 'stock_too_low' },
  ]);
  await undo(taken.edit._id);
  expect(await shop.listFindings()).toEqual([]);
  // Somebody has made the first one active again: only the other one follows the undo.
  await db.execute(sql`update products set status = 'active' where id = ${first}`);
  expect(await undo(hidden.edit._id)).toMatchObject({
    edit: { changed: 1, refused: 1 },
    refusals: [{ _id: first, reason: 'changed_since' }],
  });
  expect(await read('status')).toEqual(['active', 'active', 'draft']);
  await undo(counted.edit._id);
  await undo(moved.edit._id);
  expect([await read('quantity'), await read('category_id')]).toEqual([
    [5, 5, 5],
    [shoes, tea, shoes],
  ]);
  expect(await shop.listFindings()).toEqual([]);
  const again = await shop.call(undoBulkEdit, { token, params: { id: moved.edit._id } });
  expect(again.body.edit).toMatchObject({ status: 'done', undoOf: moved.edit._id });
  const { edits } = (await shop.call(listBulkEdits, { token })).body;
  expect(edits).toHaveLength(9);
  expect(edits.find(({ _id }) => _id === moved.edit._id)).toMatchObject({ isUndone: true });
});

test('[PWORK-7] variants’ prices change with their product, its stock is refused; a restored product has everything back', async () => {
  const { product, read, token } = await openShoeForm(shop, await makeImage());
  const { preview, start, undo } = await openBulk();
  const before = await read();
  const lowest = Math.min(...before.variants.map(({ price }) => price));
  expect((await preview({ field: 'stock', by: 'set', value: 1 }, { ids: [product._id] })).body.refusals).toMatchObject([
    { reason: 'has_options' },
  ]);
  const { edit } = await start({ field: 'price', by: 'amount', value: 1.5, rounding: 'cent' }, { ids: [product._id] });
  const after = await read();
  expect(after.variants.map(({ price }) => price)).toEqual(before.variants.map(({ price }) => price + 1.5));
  expect(after.price).toBe(lowest + 1.5);
  await undo(edit._id);
  // Going back to its price begins a reduction, as any lower price does.
  const withoutLowest = (variants: typeof before.variants) => variants.map(({ lowestPrice: _lowest, ...it }) => it);
  expect(withoutLowest((await read()).variants)).toEqual(withoutLowest(before.variants));
  const deleted = await start({ field: 'delete' }, { filter: { keyword: product.name } });
  expect((await shop.call(readProduct, { params: { slug: product.slug } })).status).not.toBe(200);
  await undo(deleted.edit._id);
  const { version: _was, ...whole } = before;
  expect((await shop.call(readAdminProduct, { token, params: { slug: product.slug } })).body.product[0]).toMatchObject({ ...whole });
  expect(await shop.listFindings()).toEqual([]);
  // Its slug is another product's now.
  const gone = await start({ field: 'delete' }, { ids: [product._id] });
  await makeProducts(db, [{ categoryId: product.category, slug: product.slug }]);
  expect(await undo(gone.edit._id)).toMatchObject({ edit: { changed: 0, refused: 1 }, refusals: [{ reason: 'slug_taken' }] });
});

test('[PWORK-8] a bulk edit goes page by page, each product once; if it is killed, no product is half changed and a job continues', async () => {
  const categoryId = await makeCategory(db);
  await makeProducts(
    db,
    Array.from({ length: 250 }, () => ({ categoryId, priceCents: 1000 })),
  );
  const id = randomUUID();
  const change = { field: 'price', by: 'amount', value: 1, rounding: 'cent' } as const;
  // The filter: each change takes its product out of it.
  await createBulkEdit(shop.deps, 'Ada', { id, change, filter: { maxPrice: 10 } });
  const stopping = new AbortController();
  const killed = runBulkEdit(shop.deps, id, stopping.signal);
  stopping.abort();
  await killed;
  const sums = async () =>
    query<{ cents: number; count: number }>(
      db,
      sql`select price_cents as cents, count(*)::int as count from products group by 1 order by 1`,
    );
  const [row] = await query<{ changed: number; status: string }>(db, sql`select changed, status from bulk_edits`);
  expect(row).toEqual({ changed: 200, status: 'running' });
  expect(await sums()).toEqual([
    { cents: 1000, count: 50 },
    { cents: 1100, count: 200 },
  ]);
  // Made after the edit began: not meant. And two processes at once do nothing twice.
  await makeProducts(db, [{ categoryId, priceCents: 1, slug: 'later', createdAt: new Date(Date.now() + DAY) }]);
  const { signal } = new AbortController();
  await Promise.all([finishBulkEdits(shop.deps, signal), finishBulkEdits(shop.deps, signal)]);
  await finishBulkEdits(shop.deps, signal);
  expect(await sums()).toEqual([
    { cents: 1, count: 1 },
    { cents: 1100, count: 250 },
  ]);
  expect(await db.$count(sql`bulk_edit_items`)).toBe(250);
  await cleanUpBulkEdits(shop.deps);
  expect(await db.$count(sql`bulk_edits`)).toBe(1);
  shop.advanceClock(8 * DAY);
  await cleanUpBulkEdits(shop.deps);
  expect([await db.$count(sql`bulk_edits`), await db.$count(sql`bulk_edit_items`)]).toEqual([0, 0]);
});

test('[PWORK-6] [PWORK-7] a tag is added to chosen products and removed again; those that have it stay, those with too many tags are listed', async () => {
  const categoryId = await makeCategory(db);
  const wool = { name: 'Material', value: 'Wool' };
  const sale = { name: 'Tag', value: 'Sale' };
  const full = Array.from({ length: 300 }, (_, index) => ({ name: 'Tag', value: String(index) }));
  const rows = await makeProducts(db, [
    { categoryId, attributes: [wool] },
    { categoryId, attributes: [sale, wool] },
    { categoryId, attributes: full },
    { categoryId },
  ]);
  const ids = rows.map(({ id }) => id ?? '');
  const { preview, start, undo } = await openBulk();
  const list = async () =>
    (await query<{ attributes: unknown }>(db, sql`select attributes from products order by created_at desc`)).map((it) => it.attributes);
  const change = { field: 'attribute', by: 'add', attribute: sale } as const;
  const before = await list();
  expect((await preview(change, { ids })).body).toMatchObject({
    changed: 2,
    unchanged: 1,
    refused: 1,
    refusals: [{ _id: ids[2], reason: 'too_many_attributes' }],
  });
  const added = await start(change, { ids });
  expect(await list()).toEqual([[wool, sale], [sale, wool], full, [sale]]);
  const [facets] = await query<{ facets: string[] }>(db, sql`select facets from products where id = ${ids[3]}`);
  expect(facets?.facets).toEqual(['aTag:Sale']);
  await undo(added.edit._id);
  expect(await list()).toEqual(before);
  await start({ ...change, by: 'remove' }, { filter: {} });
  expect(await list()).toEqual([[wool], [wool], full, []]);
});

test('[PWORK-6] a bulk edit sent twice runs once, and an invalid one changes nothing', async () => {
  const categoryId = await makeCategory(db);
  const rows = await makeProducts(db, [{ categoryId }]);
  const ids = rows.map(({ id }) => id ?? '');
  const { start, preview, token } = await openBulk();
  const id = randomUUID();
  const change = { field: 'price', by: 'amount', value: 1, rounding: 'cent' } as const;
  await Promise.all([start(change, { ids }, id), start(change, { ids }, id)]);
  expect(await listPrices()).toEqual([1100]);
  const wrong: unknown[] = [
    {},
    { ids, filter: {} },
    { ids: [] },
    { ids: ['x'] },
    { ids: Array.from({ length: 1001 }, () => randomUUID()) },
    { filter: { status: 'sold' } },
  ];
  for (const selection of wrong) expect([selection, (await preview(change, selection as BulkSelection)).status]).toEqual([selection, 400]);
  const changes: unknown[] = [
    { field: 'price', by: 'percent', value: -101, rounding: 'cent' },
    { field: 'price', by: 'percent', value: 1.001, rounding: 'cent' },
    { field: 'price', by: 'percent', value: '10', rounding: 'up' },
    { field: 'category', category: randomUUID() },
    { field: 'status', status: 'sold' },
    { field: 'stock', by: 'set', value: -1 },
    { field: 'attribute', by: 'add', attribute: { name: ' ', value: 'x' } },
    { field: 'attribute', by: 'set', attribute: { name: 'Tag', value: 'x' } },
    { field: 'name' },
    null,
  ];
  for (const it of changes) expect([it, (await preview(it as BulkChange, { ids })).status]).toEqual([it, 400]);
  for (const call of [
    shop.call(readBulkEdit, { token, params: { id: randomUUID() } }),
    shop.call(undoBulkEdit, { token, params: { id: randomUUID() } }),
  ])
    expect((await call).status).toBe(404);
  expect((await shop.call(listBulkEdits, { token: (await shop.signUp()).token })).status).toBe(403);
});
