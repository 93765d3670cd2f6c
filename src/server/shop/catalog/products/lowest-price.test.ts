/** The lowest price of the 30 days before a sale, through all that changes prices. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openBulkEdits } from '../../../../../tests/support/bulk-edits.ts';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { openImporter } from '../../../../../tests/support/product-imports.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { openShoeForm, toSent } from '../../../../../tests/support/shoe-form.ts';
import { previewVersion, restoreVersion } from '../../../../contract/audit.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { listProducts, readProduct } from '../../../../contract/product.ts';
import { query } from '../../../platform/database/query.ts';
import { deleteEntriesBefore } from '../../integrity/audit/audit.repository.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;
const image = await makeImage();

/** All that has happened so far was so many days earlier. */
async function pass(days: number): Promise<void> {
  const earlier = sql`created_at = created_at - make_interval(days => ${days})`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update audit_log set ${earlier}`);
    await tx.execute(sql`update products set ${earlier}`);
  });
}

/** A product that costs 50, and a function that gives it a price and one before the sale, and returns what is shown of it. */
async function openSale(overrides: Record<string, string> = {}) {
  const client = await createAdminClient(shop, image);
  const { product } = (await client.create({ name: 'Tea', price: '50', ...overrides })).body;
  const read = async () => (await shop.call(readProduct, { params: { slug: product.slug } })).body.product[0]?.lowestPrice;
  const set = async (price: number, compareAtPrice: number | null = null) => {
    const { status } = await client.update(product, { price, compareAtPrice });
    expect(status).toBe(200);
    return read();
  };
  return { ...client, product, set, read };
}

test('[LAWPRICE-1] a reduction has its lowest price of the 30 days before it began, wherever the product is shown', async () => {
  const { product, set } = await openSale();
  await pass(90);
  await set(60);
  await pass(20);
  await set(100);
  await pass(20);
  // It cost 60 until 20 days ago; what it cost 40 days ago no longer counts.
  expect(await set(80, 120)).toBe(60);
  await pass(25);
  expect((await shop.call(listProducts)).body.products[0]).toMatchObject({ price: 80, compareAtPrice: 120, lowestPrice: 60 });
  const { body } = await shop.call(priceCart, { body: { products: [{ _id: product._id }] } });
  expect(body.lines[0]?.item).toMatchObject({ price: 80, lowestPrice: 60 });
  expect(await set(80)).toBeUndefined();
  expect(await shop.listFindings()).toEqual([]);
});

test('[LAWPRICE-1] a price that was raised for a day before the sale doesn’t count, even if it was changed twice in one day', async () => {
  const { set } = await openSale();
  await pass(90);
  await set(90);
  await set(100);
  await pass(1);
  expect(await set(45, 100)).toBe(50);
  expect(await shop.listFindings()).toEqual([]);
});

test('[LAWPRICE-2] a sale that gets cheaper step by step is one sale; one that ends and begins anew, or whose price rises, has the sale before it', async () => {
  const { set, read } = await openSale();
  await pass(90);
  expect(await set(40, 50)).toBe(50);
  await pass(10);
  expect(await set(30, 50)).toBe(50);
  await pass(200);
  expect(await read()).toBe(50);
  await set(50);
  await pass(10);
  expect(await set(35, 50)).toBe(30);
  await set(50);
  await pass(31);
  expect(await set(45, 50)).toBe(50);
  await pass(5);
  expect(await set(48, 50)).toBe(45);
  expect(await shop.listFindings()).toEqual([]);
});

test('[LAWPRICE-3] of a product that is younger than 30 days its whole time on sale counts, not that as a draft', async () => {
  const { product, update, set } = await openSale({ status: 'draft', price: '1' });
  await pass(3);
  await update(product, { price: 70 });
  await pass(3);
  await update(product, { price: 70, status: 'active' });
  await pass(3);
  expect(await set(60, 80)).toBe(70);
  expect(await shop.listFindings()).toEqual([]);
});

test('[LAWPRICE-3] what was created in a sale, as imports do, has no price before; once it gets cheaper it has', async () => {
  const { set, read } = await openSale({ compareAtPrice: '60' });
  expect(await read()).toBeUndefined();
  await pass(10);
  expect(await read()).toBeUndefined();
  expect(await set(40, 60)).toBe(50);
  expect(await shop.listFindings()).toEqual([]);
});

test('[LAWPRICE-1] each variant has its own, and a list that of the variant whose price it shows', async () => {
  const { read, save } = await openShoeForm(shop, image);
  const shown = await read();
  await pass(40);
  const [red = 0, blue = 0] = [shown.variants[0]?.price, shown.variants[1]?.price];
  const sale = [{ price: red - 10, compareAtPrice: red + 20 }, { price: blue - 20, compareAtPrice: blue }, {}];
  expect((await save(toSent(shown, sale))).status).toBe(200);
  const after = await read();
  // The third one was created in a sale.
  expect(after.variants.map(({ lowestPrice }) => lowestPrice)).toEqual([red, blue, undefined]);
  expect(after.lowestPrice).toBe(blue);
  const bought = { _id: String(after._id), variant: String(after.variants[0]?._id) };
  expect((await shop.call(priceCart, { body: { products: [bought] } })).body.lines[0]?.item.lowestPrice).toBe(red);
  expect((await save(toSent(after, [{}, { price: blue, compareAtPrice: null }, {}]))).status).toBe(200);
  expect((await read()).lowestPrice).toBe(red);
  expect(await shop.listFindings()).toEqual([]);
});

test('[LAWPRICE-4] bulk edits and imports begin and end sales like forms', async () => {
  const category = await makeCategory(db, 'Lamps');
  await makeProducts(db, [
    { categoryId: category, name: 'Lamp', slug: 'lamp', sku: 'L-1', priceCents: 5000 },
    { categoryId: category, name: 'Cup', slug: 'cup', sku: 'C-1', priceCents: 2000 },
  ]);
  const { start, undo } = await openBulkEdits(shop);
  const { importFile } = await openImporter(shop);
  const read = async () =>
    (await shop.call(listProducts, { query: { sort: 'name' } })).body.products.map(({ price, lowestPrice }) => [price, lowestPrice]);
  await importFile('sku,price,compare_at_price\nL-1,40,60\nC-1,15,20\n');
  expect(await read()).toEqual([
    [15, 20],
    [40, 50],
  ]);
  const { edit } = await start({ field: 'price', by: 'percent', value: -50, rounding: 'cent' }, { filter: {} });
  expect(await read()).toEqual([
    [7.5, 20],
    [20, 50],
  ]);
  await pass(2);
  await undo(edit._id);
  // The price has risen, so a new reduction began: the one before was lower.
  expect(await read()).toEqual([
    [15, 7.5],
    [40, 20],
  ]);
  await importFile('sku,price,compare_at_price\nL-1,60,\nC-1,20,\n');
  expect((await read()).map(([, lowest]) => lowest)).toEqual([undefined, undefined]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[LAWPRICE-5] a shop of before gets it from its audit log, and verify finds what differs from that', async () => {
  const { product, set } = await openSale();
  await pass(90);
  await set(40, 50);
  await pass(10);
  await set(30, 50);
  const derived = sql`(lowest_price_by_log(id, null, price_cents, compare_at_cents, status, created_at)).lowest`;
  await db.execute(sql`update products set lowest_cents = null`);
  expect(await shop.listFindings()).toEqual([
    {
      rule: "a sale's lowest price of the 30 days before is the audit log's",
      detail: `Tea (${product._id}): lowest price none, by the audit log 5000`,
    },
  ]);
  await db.execute(sql`update products set lowest_cents = ${derived}`);
  expect(await shop.listFindings()).toEqual([]);
  expect((await shop.call(readProduct, { params: { slug: 'tea' } })).body.product[0]?.lowestPrice).toBe(50);
  // By hand, and so unknown to the log, which then says nothing.
  await db.execute(sql`update products set price_cents = 2500`);
  expect(await shop.listFindings()).toEqual([]);
});

test('[LAWPRICE-4] restoring an earlier version of a product begins and ends sales like forms', async () => {
  const { product, token, set, read } = await openSale();
  await pass(90);
  await set(40, 60);
  await pass(40);
  await set(55);
  await pass(40);
  const changes = sql`select id from audit_log where object_id = ${product._id} and action = 'updated' and changes ? 'price_cents' order by id`;
  const [sale, end] = await query<{ id: string }>(db, changes);
  const restoreBefore = async (entry: { id: string } | undefined) => {
    const params = { id: String(entry?.id) };
    const { version } = (await shop.call(previewVersion, { token, params })).body.preview;
    expect((await shop.call(restoreVersion, { token, params, body: { version } })).status).toBe(200);
    return read();
  };
  // Back in the sale of 40 instead of 60: before it cost 55 now, and not the 50 of long ago.
  expect(await restoreBefore(end)).toBe(55);
  expect(await restoreBefore(sale)).toBeUndefined();
  expect(await shop.listFindings()).toEqual([]);
});

test('[LAWPRICE-5] a sale whose beginning is older than the audit log keeps what was computed then', async () => {
  const { set, read } = await openSale();
  await pass(90);
  await set(40, 60);
  await pass(410);
  await deleteEntriesBefore(db, new Date(Date.now() - 400 * 86_400_000), 1000);
  expect(await read()).toBe(50);
  // The log knows nothing of it, so that verify has nothing to compare, and a step down goes on with it.
  expect(await shop.listFindings()).toEqual([]);
  expect(await set(30, 60)).toBe(50);
  expect(await shop.listFindings()).toEqual([]);
  // A new one is known again.
  await set(50);
  await pass(31);
  expect(await set(45, 60)).toBe(50);
  expect(await shop.listFindings()).toEqual([]);
});
