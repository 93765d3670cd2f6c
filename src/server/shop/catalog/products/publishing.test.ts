/** From when until when a product is in the shop. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openBulkEdits } from '../../../../../tests/support/bulk-edits.ts';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { openLamps } from '../../../../../tests/support/lamps.ts';
import { openImporter, toText } from '../../../../../tests/support/product-imports.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { readProduct } from '../../../../contract/product.ts';
import { duplicateProduct, listAdminProducts, readAdminProduct, updateProduct } from '../../../../contract/product-admin.ts';
import { listProductTable } from '../../../../contract/product-table.ts';
import { verifyShop } from '../../integrity/verify.service.ts';
import { hasDue } from './product.repository.ts';
import { publishProducts } from './product.service.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;
const { createLamps, readPlaces } = openLamps(shop);

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const HOUR = 3_600_000;
/** As if the time had come, and no job had run yet: without the trigger that would notice. */
const letCome = (column: 'publish_from' | 'publish_until') =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update products set ${sql.raw(column)} = now() - interval '1 second' where ${sql.raw(column)} is not null`);
  });
const runJob = async () => {
  expect(await hasDue(db)).toBe(true);
  await publishProducts(db, new AbortController().signal);
  expect(await hasDue(db)).toBe(false);
};

async function openLamp() {
  const lamps = await createLamps('active');
  const { token, hidden: id } = lamps;
  const save = (body: object) => shop.call(updateProduct, { token, params: { id }, body });
  const read = async () => {
    const { body } = await shop.call(readAdminProduct, { token, params: { slug: 'zebrawood' } });
    return { ...body.product[0], version: body.version };
  };
  return { ...lamps, id, save, read };
}

const oak = ['Oak Lamp'];
const both = ['Oak Lamp', 'Zebrawood Lamp'];

test('[GOODS-4] [GOODS-5] a product is shown nowhere before its time, and everywhere from then on; an open form of it can still be saved', async () => {
  const lamps = await openLamp();
  const from = inMs(HOUR);
  const saved = await lamps.save({ publishFrom: from });
  expect(saved.body.product).toMatchObject({ status: 'scheduled', publishFrom: from });
  const hidden = { page: 404, home: [oak, 1], filter: [oak, 1, 1, 1], keyword: [oak, 1, 1], search: [], bySku: [], suggested: [] };
  const places = await readPlaces(lamps);
  expect(places).toMatchObject({ ...hidden, similar: [], similarToIt: [], lowStock: oak });
  expect(String(JSON.stringify(places.sitemap))).not.toContain('zebrawood');
  expect((await shop.checkOut(lamps.token, [lamps.id])).status).toBe(404);
  expect(await verifyShop(db, new Date())).toEqual([]);
  await letCome('publish_from');
  await runJob();
  const shown = await readPlaces(lamps);
  expect(shown).toMatchObject({ page: 200, home: [both, 2], filter: [both, 2, 2, 2], similarToIt: oak, lowStock: both });
  expect(String(JSON.stringify(shown.sitemap))).toContain('zebrawood');
  expect(await verifyShop(db, new Date())).toEqual([]);
  const { version } = saved.body;
  expect(await lamps.save({ sku: 'Z-2', version })).toMatchObject({ status: 200, body: { product: { status: 'active', sku: 'Z-2' } } });
  // What the team knows of it, customers don't.
  expect(JSON.stringify((await shop.call(readProduct, { params: { slug: 'zebrawood' } })).body)).not.toContain('publish');
});

test('[GOODS-4] [GOODS-6] from its end on nobody buys it, even before the lists know; then it is shown nowhere', async () => {
  const lamps = await openLamp();
  const until = inMs(HOUR);
  expect((await lamps.save({ publishUntil: until })).body.product).toMatchObject({ status: 'active', publishUntil: until });
  const { token } = await shop.signUp();
  const cart = { products: [{ _id: lamps.id, count: 1 }] };
  const held = (await shop.checkOut(token, [lamps.id])).body;
  await letCome('publish_until');
  const { lines } = (await shop.call(priceCart, { body: cart })).body;
  expect(lines).toEqual([]);
  expect(await shop.checkOut((await shop.signUp()).token, [lamps.id])).toMatchObject({
    status: 404,
    body: { code: 'product_unavailable' },
  });
  // Whoever had it reserved may still pay.
  await shop.pay(held.url);
  expect(await shop.readOrderStatus(token, held.order)).toBe('paid');
  await runJob();
  expect(await readPlaces(lamps)).toMatchObject({ page: 404, home: [oak, 1], filter: [oak, 1, 1, 1], search: [], lowStock: oak });
  expect((await lamps.read()).status).toBe('ended');
  expect((await lamps.save({ publishUntil: null })).body.product).toMatchObject({ status: 'active' });
  expect(await readPlaces(lamps)).toMatchObject({ page: 200, home: [both, 2] });
  expect(await shop.listFindings()).toEqual([]);
});

test('[GOODS-4] time decides only over active products, and what was read can be sent back', async () => {
  const lamps = await openLamp();
  const later = inMs(HOUR);
  expect((await lamps.save({ status: 'draft', publishFrom: later })).body.product?.status).toBe('draft');
  expect((await lamps.save({ status: 'active' })).body.product?.status).toBe('scheduled');
  const { version } = await lamps.read();
  expect((await lamps.save({ status: 'scheduled', version: version - 1 })).status).toBe(200);
  expect((await lamps.read()).version).toBe(version);
  expect((await lamps.save({ status: 'scheduled', publishFrom: '' })).body.product?.status).toBe('active');
  expect((await lamps.save({ publishFrom: inMs(-HOUR), publishUntil: inMs(-1000) })).body.product?.status).toBe('ended');
  const refused = await lamps.save({ publishFrom: later, publishUntil: inMs(-HOUR) });
  expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'publishUntil', code: 'ends_before_start' }] } });
  for (const publishFrom of ['tomorrow', '2026-13-01T00:00:00Z', 7, '1999-01-01T00:00:00Z', '2026-01-01'])
    expect(await lamps.save({ publishFrom })).toMatchObject({ status: 400, body: { issues: [{ path: 'publishFrom' }] } });
});

test('[GOODS-4] the team lists what is scheduled and what has ended, and the product file keeps both times', async () => {
  const lamps = await openLamp();
  const times = { publishFrom: '2026-01-01T08:00:00.000Z', publishUntil: '2026-01-02T08:00:00.000Z' };
  await lamps.save(times);
  const { token } = lamps;
  const list = async (status: 'scheduled' | 'ended') => {
    const [cards, table] = [
      (await shop.call(listAdminProducts, { token, query: { status } })).body,
      (await shop.call(listProductTable, { token, query: { status } })).body,
    ];
    expect(cards.products.map(({ name }) => name)).toEqual(table.products.map(({ name }) => name));
    return cards.products.map(({ name, status: now }) => [name, now]);
  };
  expect([await list('ended'), await list('scheduled')]).toEqual([[['Zebrawood Lamp', 'ended']], []]);
  const importer = await openImporter(shop);
  const file = toText(await shop.send({ url: '/api/v1/product/export.csv?keyword=Zebra', headers: { authorization: token } }));
  expect(file).toContain('active');
  expect((await importer.importFile(file)).import).toMatchObject({ unchanged: 1, updated: 0, refused: 0 });
  await importer.importFile('slug,publish_from,publish_until\nzebrawood,2026-01-01T08:00:00Z,2090-01-02T08:00:00Z\n');
  expect(await lamps.read()).toMatchObject({ status: 'active', publishUntil: '2090-01-02T08:00:00.000Z' });
  const wrong = (await importer.importFile('slug,publish_until\nzebrawood,next year\n')).errors;
  expect(wrong).toMatchObject([{ column: 'publish_until' }]);
});

test('[GOODS-4] [PWORK-7] a copy has both times, and so has a product that was deleted with others and put back, with barcode and condition', async () => {
  const lamps = await openLamp();
  const own = { publishFrom: inMs(HOUR), publishUntil: inMs(2 * HOUR), barcode: '4006381333931', condition: 'used' };
  expect((await lamps.save(own)).body.product).toMatchObject({ ...own, status: 'scheduled' });
  const { publishFrom, publishUntil } = own;
  const copy = (await shop.call(duplicateProduct, { token: lamps.token, params: { id: lamps.id } })).body.product;
  expect(copy).toMatchObject({ status: 'draft', publishFrom, publishUntil, condition: 'used' });
  const { start, undo } = await openBulkEdits(shop);
  const priced = await start({ field: 'price', by: 'amount', value: 5, rounding: 'cent' }, { ids: [lamps.id] });
  expect(priced.edit).toMatchObject({ changed: 1 });
  expect(await lamps.read()).toMatchObject({ ...own, price: 20, status: 'scheduled' });
  const deleted = await start({ field: 'delete' }, { ids: [lamps.id] });
  await undo(deleted.edit._id);
  expect(await lamps.read()).toMatchObject({ ...own, status: 'scheduled' });
});
