/** The tax report, from paid orders and their refunds. */
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openPricedShop } from '../../../../tests/support/priced-checkout.ts';
import { STANDARD_ID, storePricing } from '../../../../tests/support/pricing-settings.ts';
import { refundOrder } from '../../../contract/order-admin.ts';
import type { TaxSettings } from '../../../contract/pricing-settings.ts';
import { exportTaxEntries, exportTaxReport, readTaxReport } from '../../../contract/tax-report.ts';
import { products } from '../database/schema/catalog.ts';
import { orders } from '../database/schema/order.ts';
import { taxEntries } from '../database/schema/tax.ts';
import { verifyShop } from '../integrity/verify.service.ts';

const { shop, db, checkOut, open } = await openPricedShop();

const RATES: TaxSettings['rates'] = [
  { country: 'DE', region: '', rate: 19 },
  { country: 'DE', region: '', rate: 7, class: 'books' },
  { country: 'FR', region: '', rate: 20 },
];
const SHIPPING = {
  defaultCountry: 'DE',
  zones: [
    {
      name: 'Near',
      places: ['DE', 'FR'].map((country) => ({ country, region: '' })),
      rates: [{ _id: STANDARD_ID, name: 'Post', basis: 'flat' as const, tiers: [{ from: 0, price: 3 }], freeFrom: null }],
    },
  ],
};

/** A lamp of 20 and a book of 7, shipped for 3, bought in Germany and paid on 15 February 2026. */
async function openSold(tax: Partial<TaxSettings> = {}) {
  const { lamp, file: book, token } = await open();
  const { token: admin } = await shop.signUp({ role: 1, name: 'Ada' });
  await db.update(products).set({ shipping: 1 });
  await db.update(products).set({ taxClass: 'books' }).where(eq(products.id, book._id));
  await storePricing(db, { shipping: SHIPPING, tax: { pricesIncludeTax: true, taxShipping: true, rates: RATES, ...tax } });
  const buy = async (items: { _id: string; count?: number }[], country: string) => {
    const { body } = await checkOut(token, items, { country });
    await shop.pay(body.url);
    return body.order;
  };
  const german = await buy([{ ...lamp, count: 2 }, book], 'DE');
  await db.update(taxEntries).set({ at: new Date('2026-02-15T12:00:00Z') });
  const refund = (order: string, body: object) =>
    shop.call(refundOrder, { token: admin, params: { id: order }, body: { reason: 'Broken', restock: false, ...body } as never });
  const read = async (query: object = {}) =>
    (await shop.call(readTaxReport, { token: admin, query: { from: '2026-01-01', to: '2035-12-31', ...query } as never })).body;
  return { lamp, book, admin, german, buy, refund, read };
}

const readText = ({ body }: { body: unknown }): string => (body as { text: string }).text;

const audit = async () => (await verifyShop(db, new Date())).filter(({ rule }) => /tax/.test(rule));

test('[TAX-13] the report names what was sold by quarter, country and rate, to the cent of its orders', async () => {
  const { lamp, buy, read, admin } = await openSold();
  const french = await buy([lamp], 'FR');
  await db
    .update(taxEntries)
    .set({ at: new Date('2026-05-01T12:00:00Z') })
    .where(eq(taxEntries.orderId, french));
  // 47 of lamps and shipping, of which 2.55, and 7 with 0.45 of the book; 23 in France.
  const { rows, currency } = await read();
  expect([currency, rows]).toMatchObject([
    'USD',
    [
      { period: '2026-Q1', country: 'DE', rate: 19, net: 35.75, tax: 6.8, orders: 1, refundedTax: 0 },
      { period: '2026-Q1', country: 'DE', rate: 7, net: 6.96, tax: 0.49 },
      { period: '2026-Q2', country: 'FR', rate: 20, net: 19.17, tax: 3.83 },
    ],
  ]);
  const sums = await db.select({ tax: orders.taxCents, total: orders.totalCents }).from(orders).orderBy(orders.totalCents);
  const toCents = (read: (row: (typeof rows)[number]) => number, country: string) =>
    Math.round(rows.filter((it) => it.country === country).reduce((sum, it) => sum + read(it), 0) * 100);
  for (const [index, country] of ['FR', 'DE'].entries())
    expect([toCents((it) => it.tax, country), toCents((it) => it.net + it.tax, country)]).toEqual([sums[index]?.tax, sums[index]?.total]);
  expect((await read({ by: 'month', to: '2026-03-31' })).rows.map(({ period }) => period)).toEqual(['2026-02', '2026-02']);
  const file = await shop.call(exportTaxReport, { token: admin, query: { from: '2026-01-01', to: '2026-06-30' } });
  expect(readText(file)).toContain('2026-Q2,FR,,20,19.17,3.83,0,0,1,USD');
  expect(await audit()).toEqual([]);
});

test('[TAX-13] a refund of pieces gives back their tax on its own day, one of a sum its share of all, and of all nothing is left', async () => {
  const { german, refund, read, admin } = await openSold();
  const version = async () => (await db.select().from(orders).where(eq(orders.id, german)))[0]?.version;
  const lamp = await refund(german, { amount: 20, lines: [{ line: 0, quantity: 1, restock: true }], version: await version() });
  expect(lamp.status).toBe(200);
  const byLine = (await read()).rows;
  expect(byLine.slice(0, 2)).toMatchObject([
    { period: '2026-Q1', rate: 19, tax: 6.8 },
    { rate: 7, tax: 0.49 },
  ]);
  // The day of the refund is that of the test's clock. Half of 6.39, the tax of two lamps.
  expect(byLine[2]).toMatchObject({ rate: 19, tax: -3.2, net: -16.8, refundedTax: -3.2 });
  expect(await audit()).toEqual([]);
  expect((await refund(german, { amount: 10, version: await version() })).status).toBe(200);
  expect(await audit()).toEqual([]);
  const left = await db.select({ gross: sql<number>`sum(net_cents + tax_cents)::int` }).from(taxEntries);
  expect(left[0]?.gross).toBe(5000 - 3000);
  expect((await refund(german, { amount: 20, version: await version() })).status).toBe(200);
  const sums = await db
    .select({ rate: taxEntries.ratePpm, tax: sql<number>`sum(tax_cents)::int`, net: sql<number>`sum(net_cents)::int` })
    .from(taxEntries)
    .groupBy(taxEntries.ratePpm);
  expect(sums.map(({ tax, net }) => [tax, net])).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect(await audit()).toEqual([]);
  const file = await shop.call(exportTaxEntries, { token: admin, query: { from: '2026-01-01', to: '2035-12-31' } });
  const entries = readText(file).trim().split('\n');
  expect([entries[1], entries.filter((it) => it.includes(',refund,')).length >= 3]).toEqual([
    expect.stringMatching(/^2026-02-15.*,sale,DE,/),
    true,
  ]);
});

test('[TAX-13] verify names an order whose taxes don’t add up, and one that the report has wrong', async () => {
  const { german } = await openSold({ pricesIncludeTax: false, taxShipping: false });
  expect(await audit()).toEqual([]);
  await db.execute(sql`update tax_entries set tax_cents = tax_cents + 1 where rate_ppm = 70000`);
  expect((await audit()).map(({ rule }) => rule)).toEqual(['the tax report has of each order what its refunds leave']);
  await db.update(orders).set({ taxes: [] }).where(eq(orders.id, german));
  expect((await audit()).map(({ rule }) => rule)).toContain(
    'the taxes of an order add up: its lines and shipping to each rate, and the rates to its tax and total',
  );
});

test('[TAX-13] an order of an earlier version counts with its one rate, less its refunds', async () => {
  const { german, read } = await openSold({ rates: RATES.filter((it) => !it.class) });
  await db.delete(taxEntries);
  await db
    .update(orders)
    .set({ taxes: null, paidAt: new Date('2026-02-15T12:00:00Z'), createdAt: new Date('2026-02-15T12:00:00Z') })
    .where(eq(orders.id, german));
  expect((await read()).rows).toMatchObject([{ period: '2026-Q1', country: 'DE', rate: 19, net: 42.01, tax: 7.99 }]);
});
