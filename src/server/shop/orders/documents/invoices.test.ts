/** Invoices: when they are made, how they are numbered, and that they stay. */
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { buyFromGermany, INVOICES, openInvoicing, SELLER, startGermanOrder } from '../../../../../tests/support/documents.ts';
import { addTestEndpoint } from '../../../../../tests/support/webhooks.ts';
import { createInvoice, readInvoiceSettings, updateInvoiceSettings } from '../../../../contract/documents.ts';
import { shipOrder } from '../../../../contract/order-shipping.ts';
import { eraseCustomer } from '../../../../contract/privacy.ts';
import { readSettings } from '../../../../contract/settings.ts';
import { DAY, MINUTE } from '../../../../contract/values.ts';
import { applyRetention } from '../../customers/privacy/privacy.service.ts';
import { documents } from '../../database/schema/document.ts';
import { webhookEvents } from '../../database/schema/messages.ts';
import { orders } from '../../database/schema/order.ts';

const shop = await openShopWithPayments();
const { db, retention } = shop.deps;

const year = () => new Date().getUTCFullYear();
const listRows = () => db.select().from(documents).orderBy(documents.createdAt);
const listRules = async () => (await shop.listFindings()).map(({ rule, detail }) => `${rule}: ${detail}`);

test('[INVOICE-1] the invoice of an order is made when it is paid, with what was bought, who sold and who bought, and the tax by rate', async () => {
  const { list } = await openInvoicing(shop);
  const { id, buyer } = await buyFromGermany(shop);
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  expect(await list()).toMatchObject([
    { kind: 'invoice', number: `INV-${year()}-00001`, net: 63.78, tax: 12.12, gross: 75.9, currency: 'EUR', corrects: null, country: 'DE' },
  ]);
  const [row] = await listRows();
  expect(row?.content).toMatchObject({
    seller: { name: SELLER.name, address: SELLER.address, vatId: INVOICES.vatId },
    order: { number: order?.number },
    taxes: [{ category: 'S', ratePpm: 190_000, netCents: 6378, taxCents: 1212 }],
    lines: expect.arrayContaining([expect.objectContaining({ name: 'Mug', quantity: 3, priceCents: 1000, netCents: 2521, taxCents: 479 })]),
    charges: [{ name: 'Post', netCents: 496, taxCents: 94 }],
    paidCents: 7590,
  });
  expect(row?.personal).toMatchObject({ name: 'Zoë Käufer', email: buyer.email, fields: { city: 'Berlin', postcode: '10115' } });
  expect(await listRules()).toEqual([]);
});

test('[INVOICE-1] by the merchant’s choice it is made when the order is shipped, once, and never of a checkout', async () => {
  const { list, token } = await openInvoicing(shop, { madeWhen: 'shipped' });
  await startGermanOrder(shop);
  const { id } = await buyFromGermany(shop);
  expect(await list()).toEqual([]);
  await shop.call(shipOrder, { token, params: { id }, body: { carrier: 'DHL', tracking: '' } });
  expect(await list()).toHaveLength(1);
});

test('[INVOICE-2] an order from before invoices were on gets none by itself; the team makes it, once', async () => {
  const { list, token } = await openInvoicing(shop);
  const { id } = await buyFromGermany(shop);
  await shop.call(updateInvoiceSettings, { token, body: { ...INVOICES, isOn: false } });
  const old = await buyFromGermany(shop).then((it) => it.id);
  expect((await shop.call(createInvoice, { token, params: { id: old } })).body).toMatchObject({ code: 'invoices_off' });
  await shop.call(updateInvoiceSettings, { token, body: INVOICES });
  await shop.call(shipOrder, { token, params: { id: old }, body: { carrier: 'DHL', tracking: '' } });
  expect((await list()).map(({ order }) => order._id)).toEqual([id]);
  for (const _ of [1, 2])
    expect((await shop.call(createInvoice, { token, params: { id: old } })).body.documents).toMatchObject([
      { number: `INV-${year()}-00002` },
    ]);
});

test('[INVOICE-3] numbers are counted by prefix and year, and the year begins in the shop’s time zone', async () => {
  await openInvoicing(shop);
  const newYear = Date.UTC(year() + 1, 0, 1);
  const startAt = (minutesBefore: number) => shop.advanceClock(newYear - minutesBefore * MINUTE - shop.deps.now().getTime());
  // 23:30 in London is 00:30 in Berlin.
  startAt(90);
  await buyFromGermany(shop);
  startAt(30);
  await buyFromGermany(shop);
  await db.execute(sql`update settings set value = value || '{"invoicePrefix": "R"}' where key = 'invoices'`);
  await buyFromGermany(shop);
  expect((await listRows()).map(({ number, day }) => `${number} ${day}`)).toEqual([
    `INV-${year()}-00001 ${year()}-12-31`,
    `INV-${year() + 1}-00001 ${year() + 1}-01-01`,
    `R${year() + 1}-00001 ${year() + 1}-01-01`,
  ]);
});

test('[INVOICE-3] the first number can be chosen until one was given out this year', async () => {
  const { list, token } = await openInvoicing(shop);
  const save = (nextInvoice: number) => shop.call(updateInvoiceSettings, { token, body: { ...INVOICES, nextInvoice } });
  expect((await save(412)).body).toMatchObject({ nextInvoice: 412, isInvoiceNumberFixed: false });
  expect((await save(99)).body).toMatchObject({ nextInvoiceNumber: `INV-${year()}-00099` });
  await buyFromGermany(shop);
  expect(await list()).toMatchObject([{ number: `INV-${year()}-00099` }]);
  expect((await save(500)).body.issues).toMatchObject([{ path: 'nextInvoice' }]);
  expect((await save(100)).status).toBe(200);
  expect(await listRules()).toEqual([]);
});

test('[INVOICE-4] a document says what it said on its day, whatever becomes of order, product, shop and customer', async () => {
  const { list, download, token } = await openInvoicing(shop);
  const { id, buyer } = await buyFromGermany(shop);
  const [listed] = await list();
  const before = (await download(listed?._id ?? '')).bytes;
  await db.update(orders).set({ address: 'Elsewhere', recipient: 'Somebody', city: 'Hamburg' }).where(eq(orders.id, id));
  await db.execute(sql`update products set name = 'Renamed'; update order_lines set name = 'Renamed'`);
  await db.execute(sql`update settings set value = value || '{"name": "Another shop"}' where key = 'shop-details'`);
  expect((await shop.call(eraseCustomer, { token, params: { id: buyer.id } })).status).toBe(200);
  expect((await download(listed?._id ?? '')).bytes.equals(before)).toBe(true);
  for (const change of ['update documents set gross_cents = 1', 'update documents set personal = null', 'delete from documents'])
    await expect(db.execute(sql.raw(change)), change).rejects.toThrow();
  expect(await listRules()).toEqual([]);
});

test('[INVOICE-4] once the law no longer asks for it, no document names its buyer; its sums and the chain stay', async () => {
  const { list } = await openInvoicing(shop);
  const { id, buyer } = await buyFromGermany(shop);
  await shop.call(eraseCustomer, { token: (await shop.signUp({ role: 1, teamRole: 'owner' })).token, params: { id: buyer.id } });
  await db
    .update(orders)
    .set({ createdAt: new Date(Date.now() - retention.orders - DAY) })
    .where(eq(orders.id, id));
  expect(await applyRetention(shop.deps)).toMatchObject({ orders: 1 });
  expect(JSON.stringify(await listRows())).not.toMatch(/Zoë|Käufer|Invaliden/);
  expect(await list()).toMatchObject([{ customer: '', country: 'DE', gross: 75.9 }]);
  expect(await listRules()).toEqual([]);
});

test.each([
  [
    'a changed sum',
    sql`update documents set gross_cents = gross_cents + 1, tax_cents = tax_cents + 1 where sequence = 1`,
    /-00001 was changed/,
  ],
  ['a changed name', sql`update documents set personal = personal || '{"name": "Nobody"}' where sequence = 2`, /-00002 was changed/],
  ['a missing document', sql`delete from documents where sequence = 2`, /-00002 is missing/],
  ['a missing last document', sql`delete from documents where sequence = 3`, /-00003 is missing/],
])('[INVOICE-5] verify finds %s', async (_what, tamper, found) => {
  await openInvoicing(shop);
  for (const _ of [1, 2, 3]) await buyFromGermany(shop);
  await db.execute(sql`alter table documents disable trigger document_kept`);
  try {
    await db.execute(tamper);
  } finally {
    await db.execute(sql`alter table documents enable trigger document_kept`);
  }
  expect(await listRules()).toContainEqual(expect.stringMatching(found));
});

test('[INVOICE-6] invoices can be switched on once the shop has its address and a tax number; prefixes are capital letters', async () => {
  const { token } = await shop.signUp({ role: 1, teamRole: 'owner' });
  const { body } = await shop.call(updateInvoiceSettings, { token, body: { ...INVOICES, vatId: '', invoicePrefix: '' } });
  expect(body.issues?.map(({ path }) => path)).toEqual(['invoicePrefix', 'vatId', 'isOn']);
  expect((await shop.call(updateInvoiceSettings, { token, body: { ...INVOICES, invoicePrefix: 'inv' } })).status).toBe(400);
  expect((await shop.call(readSettings)).body.settings.hasInvoices).toBeUndefined();
});

test('[INVOICE-6] a shop that makes no invoices reads and writes nothing for them', async () => {
  const { url } = await startGermanOrder(shop);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await shop.pay(url);
  const statements = query.mock.calls.map(([it]) => JSON.stringify(it));
  query.mockRestore();
  expect(statements.filter((it) => /\b(documents|document_series|order_texts)\b/.test(it))).toEqual([]);
  expect(statements.filter((it) => /for update/.test(it))).not.toEqual([]);
  expect(await db.$count(documents)).toBe(0);
});

test('[INVOICE-7] other programs are told of each document, without who bought', async () => {
  await openInvoicing(shop);
  await addTestEndpoint(db, ['document.created']);
  await buyFromGermany(shop);
  const [event] = await db.select().from(webhookEvents);
  expect(event).toMatchObject({ type: 'document.created', details: { number: `INV-${year()}-00001`, grossCents: 7590, kind: 'invoice' } });
  expect(JSON.stringify(event)).not.toMatch(/Zoë|@example/);
});

test('[INVOICE-6] the settings are changed by version, and the next number is shown', async () => {
  const { token } = await openInvoicing(shop);
  const { body } = await shop.call(readInvoiceSettings, { token });
  expect(body).toMatchObject({ nextInvoiceNumber: `INV-${year()}-00001`, settings: INVOICES });
  const old = { ...INVOICES, note: 'Other', version: body.version - 1 };
  expect((await shop.call(updateInvoiceSettings, { token, body: old })).status).toBe(409);
});
