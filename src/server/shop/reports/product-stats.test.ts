/** What each product sold is kept with each order, whatever becomes of it, and says what sold best in any period. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, inject, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../tests/support/checkout.ts';
import { makeCode } from '../../../../tests/support/discount-codes.ts';
import { countProductSales } from '../../../../tests/support/product-sales.ts';
import { startCheckout } from '../../../contract/order.ts';
import { acceptOrder, refundOrder } from '../../../contract/order-admin.ts';
import { deleteProduct } from '../../../contract/product-admin.ts';
import { calculateLineRefund, type RefundableLine } from '../../../contract/refund-amount.ts';
import { exportProductStats, listBestProducts } from '../../../contract/reports.ts';
import { DEFAULT_SHOP_DETAILS } from '../../../contract/settings.ts';
import { updateShopDetails } from '../../../contract/shop-details.ts';
import { DAY } from '../../../contract/values.ts';
import { migrateEmbeddedDatabase, migrateServerDatabase } from '../../platform/database/migrate.ts';
import { query } from '../../platform/database/query.ts';
import { seededRandom } from '../../platform/secrets/random.ts';
import { users } from '../database/schema/account.ts';
import { orders } from '../database/schema/order.ts';
import { refunds } from '../database/schema/payment.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;
let token: string;

beforeEach(async () => {
  ({ token } = await shop.signUp({ role: 1 }));
});

const CATALOG = [
  { name: 'Mug', priceCents: 1000, quantity: 500 },
  { name: 'Lamp', priceCents: 4000, quantity: 500 },
  { name: 'Card', priceCents: 333, quantity: 500 },
];

async function buy(ids: string[], quantities: number[], code?: string) {
  const buyer = await shop.signUp();
  const products = ids.flatMap((_id, index) => Array.from({ length: quantities[index] ?? 0 }, () => ({ _id })));
  const { body } = await shop.call(startCheckout, { token: buyer.token, body: { products, ...(code && { code }) } });
  await shop.pay(body.url);
  return body.order;
}

const best = async (period: { days?: number; from?: string; to?: string } = {}) => {
  const { body } = await shop.call(listBestProducts, { token, query: period });
  return body.products.map(({ product, pieces, sales }) => [product?.name ?? null, pieces, sales]);
};

async function refund(id: string, amountCents: number, lines?: { line: number; quantity: number; restock: boolean }[]) {
  const body = { amount: amountCents / 100, reason: 'Broken', restock: false, ...(lines && { lines }) };
  expect((await shop.call(refundOrder, { token, params: { id }, body })).status).toBe(200);
}

/** Of the first line that has as many left, or the first of a deleted product; nothing where none has. */
async function refundPieces(id: string, quantity: number, { restock = false, isDeleted = false } = {}) {
  const found = await query<RefundableLine & { position: number }>(
    db,
    sql`select position, price_cents as "priceCents", quantity, discount_cents::int as "discountCents", 0 as "taxCents",
      (select coalesce(sum(rl.quantity), 0)::int from refund_lines rl join refunds r on r.id = rl.refund_id
        where r.order_id = ${id} and r.status = 'succeeded' and rl.position = l.position) as refunded
    from order_lines l where order_id = ${id} and (product_id is null or not ${isDeleted}) order by position`,
  );
  const line = found.find((it) => it.quantity - it.refunded >= quantity);
  if (line) await refund(id, calculateLineRefund(line, quantity, false), [{ line: line.position, quantity, restock }]);
}

const byName = (rows: unknown[][]) => rows.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])));

test('[FIG-4] [OVER-7] orders with codes are counted when paid, on hold, or refunded by items, by amount and in full, also for a deleted product', async () => {
  const ids = await seedProducts(shop, CATALOG);
  await makeCode(db);
  const random = seededRandom(11);
  const made: string[] = [];
  for (let round = 0; round < 7; round += 1) {
    const quantities = ids.map(() => Math.floor(random() * 4));
    if (!quantities.some(Boolean)) quantities[0] = 3;
    made.push(await buy(ids, quantities, random() < 0.5 ? 'SPRING' : undefined));
    const id = String(made[Math.floor(random() * made.length)]);
    const chance = random();
    if (chance < 0.5) await refundPieces(id, 1, { restock: random() < 0.5 });
    else if (chance < 0.6) await refund(id, 100);
    expect(byName(await best())).toEqual(byName(await countProductSales(db)));
  }
  const [first, second] = await query<{ id: string; rest: number }>(
    db,
    sql`select id, (total_cents - refunded_cents)::float8 as rest from orders order by rest desc limit 2`,
  );
  await refund(String(first?.id), Number(first?.rest));
  await db
    .update(orders)
    .set({ status: 'review' })
    .where(eq(orders.id, String(second?.id)));
  expect(byName(await best())).toEqual(byName(await countProductSales(db)));
  await shop.call(acceptOrder, { token, params: { id: String(second?.id) }, body: { why: 'Fine' } });
  await shop.call(deleteProduct, { token, params: { id: String(ids[1]) } });
  const anew = await countProductSales(db);
  expect(anew.map(([name]) => name)).toContain(null);
  expect(byName(await best())).toEqual(byName(anew));
  // What is taken from a deleted product later is taken from them all.
  const [withDeleted] = await query<{ id: string }>(
    db,
    sql`select o.id from orders o join order_lines l on l.order_id = o.id where l.product_id is null and o.status = 'paid' and o.refunded_cents = 0 limit 1`,
  );
  const deletedBefore = byName(await best()).find(([name]) => name === null);
  await refundPieces(String(withDeleted?.id), 1, { isDeleted: true });
  expect(byName(await best()).find(([name]) => name === null)).not.toEqual(deletedBefore);
  expect(byName(await best())).toEqual(byName(await countProductSales(db)));
  expect(await shop.listFindings()).toEqual([]);
});

test('[FIG-4] a refund of items that fails afterwards adds them to the sales again', async () => {
  const ids = await seedProducts(shop, CATALOG);
  const id = await buy(ids, [3, 0, 0]);
  await refundPieces(id, 2);
  expect(await best()).toEqual([['Mug', 1, 10]]);
  await db.update(refunds).set({ status: 'failed' });
  expect(await best()).toEqual([['Mug', 3, 30]]);
  await db.update(refunds).set({ status: 'succeeded' });
  expect(await best()).toEqual([['Mug', 1, 10]]);
});

test('[OVER-7] the ten best products of any period are shown by net sales, and all of them as a file', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `Product ${String.fromCharCode(65 + index)}`);
  const ids = await seedProducts(
    shop,
    names.map((name, index) => ({ name, priceCents: 100 * (index + 1), quantity: 50 })),
  );
  await buy(
    ids,
    ids.map(() => 1),
  );
  shop.advanceClock(2 * DAY);
  await db.update(users).set({ secondFactorGraceFrom: null });
  // Many cheap ones are worth less than one that is dear.
  await buy(ids, [11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(await best({ days: 1 })).toEqual([
    ['Product L', 1, 12],
    ['Product A', 11, 11],
  ]);
  expect(await best({ days: 3 })).toHaveLength(10);
  expect((await best({ days: 3 })).slice(0, 3)).toEqual([
    ['Product L', 2, 24],
    ['Product A', 12, 12],
    ['Product K', 1, 11],
  ]);
  const { body } = await shop.call(exportProductStats, { token, query: { days: 3 } });
  const { text } = body as unknown as { text: string };
  const rows = text.trim().split('\r\n');
  expect(rows).toHaveLength(13);
  expect(rows.slice(0, 2)).toEqual([
    'product,slug,items_sold,net_sales,currency,cost,margin_percent',
    expect.stringMatching(/^Product L,product-[^,]+,2,24,USD,,$/),
  ]);
  expect(await best({ from: '2001-01-01', to: '2001-01-31' })).toEqual([]);
  for (const period of [{ from: '2026-02-02', to: '2026-02-01' }, { from: '1990-01-01', to: '2026-01-01' }, { days: 0 }])
    expect([period, (await shop.call(listBestProducts, { token, query: period })).status]).toEqual([period, 400]);
});

test('[FIG-4] [ZONE-2] in another time zone, sales belong to other days', async () => {
  const ids = await seedProducts(shop, CATALOG);
  const id = await buy(ids, [1, 0, 0]);
  await db
    .update(orders)
    .set({ paidAt: new Date('2026-03-01T23:30:00Z') })
    .where(eq(orders.id, id));
  expect(await best({ from: '2026-03-01', to: '2026-03-01' })).toEqual([['Mug', 1, 10]]);
  const { logo: _none, ...details } = DEFAULT_SHOP_DETAILS;
  await shop.call(updateShopDetails, { token, body: { ...details, timeZone: 'Europe/Berlin' } });
  expect(await best({ from: '2026-03-01', to: '2026-03-01' })).toEqual([]);
  expect(await best({ from: '2026-03-02', to: '2026-03-02' })).toEqual([['Mug', 1, 10]]);
  expect((await shop.listFindings()).filter(({ rule }) => rule.includes('statistics'))).toEqual([]);
});

test('[FIG-4] [STOCK-5] verify names a product with a wrong day, and counting again repairs it', async () => {
  const ids = await seedProducts(shop, CATALOG);
  await buy(ids, [2, 0, 0]);
  const gone = 'ffffffff-ffff-4fff-8fff-ffffffffffff';
  await db.execute(sql`update daily_product_stats set pieces = 5`);
  await db.execute(sql`update monthly_product_stats set cents = 7`);
  await db.execute(sql`insert into daily_product_stats values (${ids[1]}, '2020-02-29', 3, 1, 4000), (${gone}, '2020-02-28', 3, 1, 100)`);
  const findings = (await shop.listFindings()).map(({ detail }) => detail);
  expect(findings.toSorted()).toEqual([
    `2020-02, product ${ids[1]}: 1 items of 4000 cents by its days; kept: 0 items of 0 cents`,
    `2020-02, product ${gone}: 1 items of 100 cents by its days; kept: 0 items of 0 cents`,
    '2020-02-28, deleted products: 0 items of 0 cents; kept: 1 items of 100 cents',
    `2020-02-29, product ${ids[1]}: 0 items of 0 cents; kept: 1 items of 4000 cents`,
    expect.stringMatching(new RegExp(`^[-0-9]{7}, product ${ids[0]}: 5 items of 2000 cents by its days; kept: 2 items of 7 cents$`)),
    expect.stringMatching(new RegExp(`^[-0-9]{10}, product ${ids[0]}: 2 items of 2000 cents; kept: 5 items of 2000 cents$`)),
  ]);
  await db.execute(sql`select rebuild_product_stats()`);
  expect(await shop.listFindings()).toEqual([]);
});

test('[FIG-4] a payment reads only its own lines and refunds, however many others there are', async () => {
  const plan = await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return query(tx, sql`explain select sum(pieces) from product_sales() where order_id = ${randomUUID()}`);
  });
  const text = JSON.stringify(plan);
  expect(text).toContain('refunds_order');
  // Of lines and of refunds.
  expect(text.match(/Index Cond: \(order_id = /g)).toHaveLength(2);
});

test('[FIG-4] a shop that has already sold knows its best products from the first start', async () => {
  const ids = await seedProducts(shop, CATALOG);
  await buy(ids, [2, 1, 0]);
  const counted = await best();
  // As an older version leaves it: without what the triggers keep.
  for (const table of ['daily_product_stats', 'monthly_product_stats']) await db.execute(sql`delete from ${sql.raw(table)}`);
  await db.execute(sql`update drizzle.sql_functions set hash = 'older'`);
  const { connection } = shop;
  if ('embedded' in connection) await migrateEmbeddedDatabase(connection.embedded, console);
  else await migrateServerDatabase(connection.url, console);
  expect(await best()).toEqual(counted);
  await buy(ids, [1, 0, 0]);
  expect(await best()).toEqual([
    ['Lamp', 1, 40],
    ['Mug', 3, 30],
  ]);
});

if (inject('server')) {
  test('[FIG-4] simultaneous payments and refunds of one product never deadlock and lose no piece', { tags: ['full'] }, async () => {
    const ids = await seedProducts(shop, CATALOG);
    const made = await Promise.all(Array.from({ length: 8 }, () => buy(ids, [2, 1, 1])));
    await Promise.all([
      ...made.map((id) => refundPieces(id, 2, { restock: true })),
      ...Array.from({ length: 8 }, () => buy(ids, [1, 2, 0])),
    ]);
    expect(byName(await best())).toEqual(
      byName([
        ['Mug', 8, 80],
        ['Lamp', 24, 960],
        ['Card', 8, 26.64],
      ]),
    );
    expect(await shop.listFindings()).toEqual([]);
  });
}
