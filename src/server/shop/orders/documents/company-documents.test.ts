/** What an order of a company leaves: invoice, credit note, reports, emails, files, and what is forgotten. */
import { extractXml, Profile, validateXsd } from '@stackforge-eu/factur-x';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { makeShipTo } from '../../../../../tests/support/addresses.ts';
import { openCompanyShop } from '../../../../../tests/support/companies.ts';
import { AUSTRIAN_ID, BELGIAN_ID, GERMAN_ID } from '../../../../../tests/support/company-examples.ts';
import { readSavedBilling, saveBilling } from '../../../../contract/company.ts';
import { downloadAnyDocument, listDocuments } from '../../../../contract/documents.ts';
import { buildEndpointUrl } from '../../../../contract/endpoint.ts';
import { changeBilling, exportOrders, readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { exportOwnData } from '../../../../contract/privacy.ts';
import { exportCompanySales, readTaxReport } from '../../../../contract/tax-report.ts';
import { DAY } from '../../../../contract/values.ts';
import { eraseAccount } from '../../customers/privacy/privacy.service.ts';
import { users } from '../../database/schema/account.ts';
import { products } from '../../database/schema/catalog.ts';
import { documents } from '../../database/schema/document.ts';
import { emails } from '../../database/schema/messages.ts';
import { orders } from '../../database/schema/order.ts';
import { verifyShop } from '../../integrity/verify.service.ts';

const { shop, db, vies, openCompanies, check, buy, readBought } = await openCompanyShop();
afterAll(vies.close);

const VIENNA = { company: 'Werkstatt <Wien> GmbH', vatId: AUSTRIAN_ID, address: makeShipTo('AT', '', 'Buchhaltung') };
const listRules = async () => (await verifyShop(db, shop.deps.now())).map(({ rule }) => rule);
const read = ({ body }: { body: unknown }) => (body as { text: string }).text;

/** Two lamps and a file for a company in Vienna, paid. */
async function openBought() {
  const opened = await openCompanies();
  const { lamp, file, token } = opened;
  await db.update(products).set({ shipping: 0 }).where(eq(products.id, file._id));
  await check(AUSTRIAN_ID, 'AT');
  const { body } = await buy(token, [{ ...lamp, count: 2 }, file], VIENNA);
  await shop.pay(body.url);
  return { ...opened, id: body.order };
}

test('[COMPANY-7] the invoice names company, VAT ID and the reason of each kind of sale, and is valid EN 16931; so is its credit note', async () => {
  const { admin, id } = await openBought();
  const { version } = (await shop.call(readAnyOrder, { token: admin, params: { id } })).body.order;
  const body = { amount: 16.67, reason: 'Broken', restock: false, lines: [{ line: 0, quantity: 1, restock: false }], version };
  expect((await shop.call(refundOrder, { token: admin, params: { id }, body })).status).toBe(200);
  const made = (await shop.call(listDocuments, { token: admin, query: {} })).body.documents;
  expect(made.map(({ kind, customer, tax }) => [kind, customer, tax])).toEqual([
    ['credit_note', VIENNA.company, 0],
    ['invoice', VIENNA.company, 0],
  ]);
  for (const { _id, kind } of made) {
    const url = buildEndpointUrl(downloadAnyDocument, { id: _id });
    const { rawPayload } = await shop.app.inject({ url, headers: { authorization: admin } });
    const { xml } = await extractXml(rawPayload);
    expect(await validateXsd(xml, Profile.EN16931)).toMatchObject({ valid: true, errors: [] });
    const buyer = xml.slice(xml.indexOf('<ram:BuyerTradeParty>'), xml.indexOf('</ram:BuyerTradeParty>'));
    expect(buyer).toContain('<ram:Name>Werkstatt &#60;Wien&#62; GmbH</ram:Name>');
    expect(buyer).toContain(`<ram:ID schemeID="VA">${AUSTRIAN_ID}</ram:ID>`);
    // BR-IC-11 and 12: the day, and where it went.
    expect(xml).toMatch(/<ram:ShipToTradeParty>.*<ram:CountryID>AT<.*<ram:OccurrenceDateTime>/);
    const settlement = xml.slice(xml.indexOf('<ram:ApplicableHeaderTradeSettlement>'));
    const categories = [...settlement.matchAll(/<ram:ExemptionReason>([^<]*)<.*?<ram:CategoryCode>(\w+)</g)].map(([, why, code]) => [
      code,
      why,
    ]);
    const goods = ['K', expect.stringContaining('Article 138')];
    expect(categories.slice(0, 2)).toEqual(
      kind === 'invoice' ? expect.arrayContaining([goods, ['AE', expect.stringContaining('Article 196')]]) : [goods],
    );
  }
  expect(await listRules()).toEqual([]);
});

test('[COMPANY-9] the tax report lists it apart, and a file has each company with what it bought', async () => {
  const { admin, lamp, token } = await openBought();
  await check(BELGIAN_ID, 'BE');
  const billing = {
    company: 'Brüssel NV',
    vatId: BELGIAN_ID,
    address: { ...makeShipTo('FR'), country: 'BE', postcode: '1000', city: 'Brüssel' },
  };
  const belgian = await buy(token, [lamp], billing);
  await shop.pay(belgian.body.url);
  const taxed = await buy(token, [lamp], undefined);
  await shop.pay(taxed.body.url);
  const query = { from: '2026-01-01', to: '2035-12-31' };
  const { rows } = (await shop.call(readTaxReport, { token: admin, query: { ...query, by: 'quarter' } })).body;
  expect(rows).toMatchObject([
    { country: 'AT', rate: 20, net: 21.67, tax: 4.33 },
    { country: 'AT', rate: 0, net: 44.17 + 21.67, tax: 0, reverseCharge: true, orders: 2 },
  ]);
  expect(rows[0]?.reverseCharge).toBeUndefined();
  const file = read(await shop.call(exportCompanySales, { token: admin, query }))
    .trim()
    .split('\r\n');
  expect(file.slice(1)).toEqual([
    expect.stringMatching(/^\d{4}-Q\d,AT,ATU13585627,Werkstatt <Wien> GmbH,goods and services,44\.17,EUR$/),
    expect.stringMatching(/^\d{4}-Q\d,BE,BE0428759497,Brüssel NV,goods,21\.67,EUR$/),
  ]);
  expect(await listRules()).toEqual([]);
});

test('[COMPANY-10] verify names an order with reverse charge whose VAT ID wasn’t confirmed before it', async () => {
  const { id } = await openBought();
  const rule = 'an order with reverse charge has no tax, and a VAT ID that was confirmed before it';
  const change = (value: object) =>
    db.execute(sql`update orders set billing = billing || ${JSON.stringify(value)}::jsonb where id = ${id}`);
  await change({ vatStatus: 'unavailable' });
  expect(await listRules()).toEqual([rule]);
  await change({ vatStatus: 'confirmed', checkedAt: new Date(Date.now() + DAY).toISOString() });
  expect(await listRules()).toEqual([rule]);
  await db.update(orders).set({ billing: null }).where(eq(orders.id, id));
  expect(await listRules()).toEqual([rule]);
});

test('[COMPANY-8] the team corrects it until the invoice is made; a VAT ID without which tax was due stays', async () => {
  const { admin, lamp, token } = await openCompanies();
  await db.execute(sql`update settings set value = value || '{"isOn": false}' where key = 'invoices'`);
  await check(AUSTRIAN_ID, 'AT');
  const { body } = await buy(token, [lamp], VIENNA);
  await shop.pay(body.url);
  const change = (id: string, billing: object) => shop.call(changeBilling, { token: admin, params: { id }, body: billing });
  const renamed = await change(body.order, { ...VIENNA, company: 'Werkstatt Wien AG', vatId: 'at u13585627' });
  expect(renamed.body.order).toMatchObject({
    tax: 0,
    billing: { company: 'Werkstatt Wien AG', vatId: AUSTRIAN_ID, vatStatus: 'confirmed', reverseCharge: true, consultation: 'WAPIAAAA1' },
  });
  expect(renamed.body.order.history.at(-1)).toMatchObject({ why: 'Billing details changed', from: 'paid', to: 'paid' });
  const { company, address } = VIENNA;
  expect([(await change(body.order, { company, address })).status, (await change(body.order, { ...VIENNA, version: 1 })).status]).toEqual([
    409, 409,
  ]);
  expect((await change(body.order, { ...VIENNA, vatId: GERMAN_ID })).status).toBe(400);
  const taxed = await buy(token, [lamp], undefined);
  await shop.pay(taxed.body.url);
  // Confirmed by now, and not when the order was made.
  expect((await change(taxed.body.order, VIENNA)).body.order).toMatchObject({
    tax: 4.33,
    billing: { vatStatus: 'unavailable', confirmedLater: expect.any(String) },
  });
  expect((await change(taxed.body.order, {})).body.order.billing).toBeUndefined();
  expect(await listRules()).toEqual([]);
  await db.execute(sql`update settings set value = value || '{"isOn": true}' where key = 'invoices'`);
  const invoiced = await buy(token, [lamp], VIENNA);
  await shop.pay(invoiced.body.url);
  const late = await change(invoiced.body.order, VIENNA);
  expect([late.status, late.body]).toMatchObject([409, { code: 'wrong_order_status' }]);
});

test('[COMPANY-7] the confirmation says who is billed and why no tax was charged; an order that costs nothing says nothing', async () => {
  await openBought();
  const [sent] = await db.select().from(emails);
  expect(sent?.text).toContain('Bill to');
  expect(sent?.text).toContain(`VAT ID ${AUSTRIAN_ID}`);
  expect(sent?.text).toContain('Reverse charge: no VAT is charged.');
});

test('[COMPANY-1] an account keeps its company for its next orders; its copy has it, and erasing takes it away', async () => {
  const { token, admin } = { ...(await openBought()), ...(await shop.signUp({ email: 'cfo@example.com' })) };
  const saved = { company: 'Werkstatt Wien GmbH', vatId: AUSTRIAN_ID, address: null };
  expect((await shop.call(readSavedBilling, { token })).body.billing).toBeNull();
  expect((await shop.call(saveBilling, { token, body: { billing: { ...saved, vatId: 'at u135.856-27' } } })).body.billing).toEqual(saved);
  for (const bad of [
    { ...saved, vatId: 'DE1' },
    { ...saved, company: '' },
    { ...saved, address: makeShipTo('DE') },
    { ...saved, address: 'Wien' },
    'x',
  ])
    expect((await shop.call(saveBilling, { token, body: { billing: bad } })).status).toBe(400);
  expect((await shop.call(readSavedBilling, { token })).body.billing).toEqual(saved);
  expect((await shop.call(exportOwnData, { token })).body.data.billing).toEqual(saved);
  expect((await shop.call(saveBilling, { token, body: { billing: null } })).body.billing).toBeNull();
  expect(read(await shop.call(exportOrders, { token: admin, query: {} }))).toContain(`${VIENNA.company},${AUSTRIAN_ID},yes,`);
});

test('[COMPANY-11] once the books no longer need a buyer, company, VAT ID and billing address go too, and the sums stay', async () => {
  const { id } = await openBought();
  const [buyer] = await db.select({ id: orders.userId }).from(orders).where(eq(orders.id, id));
  const old = new Date(Date.now() - 20 * 365 * DAY);
  await db.update(orders).set({ createdAt: old, paidAt: old }).where(eq(orders.id, id));
  await db.execute(
    sql`update orders set billing = jsonb_set(billing, '{checkedAt}', to_jsonb(${old.toISOString()}::text)) where id = ${id}`,
  );
  await eraseAccount(shop.deps, buyer?.id ?? '');
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  expect(order).toMatchObject({ billing: null, taxCents: 0, taxes: [{ reverseCharge: true }] });
  const [document] = await db.select({ personal: documents.personal }).from(documents);
  expect(document?.personal).toBeNull();
  expect(await db.$count(users, eq(users.id, buyer?.id ?? ''))).toBe(0);
  expect((await listRules()).filter((rule) => rule.includes('reverse'))).toEqual([]);
  expect((await readBought('', id).catch(() => null)) ?? null).toBeNull();
});
