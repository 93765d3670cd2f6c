/** Fees that states lay on deliveries: from the setting to the cart, the order, its email and invoice, refunds, reports and `verify`. */
import { eq, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { makeShipTo } from '../../../../../tests/support/addresses.ts';
import { openInvoicing } from '../../../../../tests/support/documents.ts';
import { saveMethods } from '../../../../../tests/support/payment-methods.ts';
import { openPricedShop } from '../../../../../tests/support/priced-checkout.ts';
import { storePricing, ZONES } from '../../../../../tests/support/pricing-settings.ts';
import { listCountries } from '../../../../contract/address.ts';
import { type LocalFee, readLocalFees, updateLocalFees } from '../../../../contract/local-fees.ts';
import { startCheckout } from '../../../../contract/order.ts';
import { readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import type { ShippingSettings } from '../../../../contract/pricing-settings.ts';
import { readTaxReport } from '../../../../contract/tax-report.ts';
import { products } from '../../database/schema/catalog.ts';
import { settings } from '../../database/schema/content.ts';
import { documents } from '../../database/schema/document.ts';
import { emails } from '../../database/schema/messages.ts';
import { orders } from '../../database/schema/order.ts';

const { shop, db, askPrice, readBought, open } = await openPricedShop();
const COLORADO: LocalFee = {
  name: 'Retail Delivery Fee',
  country: 'US',
  region: 'CO',
  amount: 0.28,
  minimum: null,
  exemptClasses: ['food'],
  isOn: true,
};
const MINNESOTA: LocalFee = { ...COLORADO, name: 'Road Improvement and Food Delivery Fee', region: 'Minnesota', amount: 0.5, minimum: 100 };
const TAX = { pricesIncludeTax: false, taxShipping: true, rates: [{ country: 'US', region: 'CO', rate: 10 }] };

async function price(shipping: ShippingSettings) {
  await db.delete(settings).where(inArray(settings.key, ['shipping', 'tax']));
  await storePricing(db, { shipping, tax: TAX });
}

async function openFees(fees: LocalFee[] = [COLORADO, MINNESOTA]) {
  const opened = await open();
  const { token: admin } = await shop.signUp({ role: 1 });
  await price(ZONES);
  const save = (sent: object[], version?: number) =>
    shop.call(updateLocalFees, { token: admin, body: { fees: sent as LocalFee[], ...(version !== undefined && { version }) } });
  expect((await save(fees)).status).toBe(200);
  return { ...opened, admin, save };
}
const IN_COLORADO = { country: 'US', region: 'CO' };

test('[LOCALFEE-1] fees are set by place with their amount, minimum, tax classes and day; wrong ones are refused', async () => {
  const { admin, save } = await openFees([]);
  const read = async () => (await shop.call(readLocalFees, { token: admin })).body;
  const { version } = await read();
  const saved = await save(
    [{ ...COLORADO, name: '  Retail  Delivery Fee ', region: 'co', exemptClasses: [' Food', 'FOOD', 'x'] }],
    version,
  );
  expect(saved.body.fees).toEqual([{ ...COLORADO, exemptClasses: ['food', 'x'] }]);
  expect(await save([MINNESOTA], version)).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
  for (const [change, path] of [
    [{ name: ' ' }, 'fees.0.name'],
    [{ name: 'a\nb' }, 'fees.0.name'],
    [{ country: 'us' }, 'fees.0.country'],
    [{ amount: -1 }, 'fees.0.amount'],
    [{ amount: 0.285 }, 'fees.0.amount'],
    [{ minimum: -1 }, 'fees.0.minimum'],
    [{ from: '2026-13-01' }, 'fees.0.from'],
  ] as const)
    expect(await save([{ ...COLORADO, ...change }]), path).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  // Colorado and CO are one place.
  expect(await save([COLORADO, { ...COLORADO, region: 'Colorado', name: 'retail delivery FEE' }])).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'fees.1.country' }] },
  });
  expect((await save([COLORADO, { ...COLORADO, from: '2030-07-01' }])).status).toBe(200);
  expect((await save(Array.from({ length: 101 }, (_, index) => ({ ...COLORADO, name: `Fee ${index}` })))).status).toBe(400);
});

test('[LOCALFEE-2] an order that is sent there has the fee, untaxed; what isn’t sent, picked up, exempt, free or below the minimum has none', async () => {
  const { lamp, file, save } = await openFees();
  const { body } = await askPrice([lamp], IN_COLORADO);
  // 20.00, shipping 4.99, 10 % of both, and the fee.
  expect(body).toMatchObject({ charges: [{ name: COLORADO.name, amount: 0.28 }], tax: 2.5, total: 27.77 });
  expect((await askPrice([file], IN_COLORADO)).body).not.toHaveProperty('charges');
  for (const region of ['', 'NY']) expect((await askPrice([lamp], { country: 'US', region })).body).not.toHaveProperty('charges');
  expect((await askPrice([lamp], { country: 'CA', region: 'ON' })).body).not.toHaveProperty('charges');
  const inMinnesota = { country: 'US', region: 'MN' };
  // The lamps, and shipping that is free from 50.
  expect((await askPrice([{ ...lamp, count: 4 }], inMinnesota)).body).not.toHaveProperty('charges');
  expect((await askPrice([{ ...lamp, count: 5 }], inMinnesota)).body).toMatchObject({ charges: [{ amount: 0.5 }], total: 100.5 });
  await db.update(products).set({ taxClass: 'food' }).where(eq(products.id, lamp._id));
  expect((await askPrice([lamp, file], IN_COLORADO)).body).not.toHaveProperty('charges');
  await db.update(products).set({ taxClass: null, priceCents: 0 }).where(eq(products.id, lamp._id));
  await price({ defaultCountry: 'US', zones: [] });
  expect((await askPrice([lamp], IN_COLORADO)).body).not.toHaveProperty('charges');
  expect((await shop.call(listCountries, {})).body).toMatchObject({ needsFields: true });
  await db.update(products).set({ priceCents: 2000 }).where(eq(products.id, lamp._id));
  await save([{ ...COLORADO, isOn: false }]);
  expect((await askPrice([lamp], IN_COLORADO)).body).not.toHaveProperty('charges');
  await save([COLORADO, { ...COLORADO, amount: 0.29, from: '2020-01-01' }, { ...COLORADO, amount: 9, from: '2099-01-01' }]);
  expect((await askPrice([lamp], IN_COLORADO)).body).toMatchObject({ charges: [{ amount: 0.29 }] });
  const payment = '00000000-0000-4000-8000-000000000019';
  await saveMethods(db, [{ _id: payment, kind: 'in_shop', name: 'In the shop', isOn: true }]);
  expect((await askPrice([lamp], { ...IN_COLORADO, payment } as typeof IN_COLORADO)).body).not.toHaveProperty('charges');
});

test('[LOCALFEE-3] the order keeps it on its page, in its email and invoice; refunds, reports and verify know it', async () => {
  const { token: owner } = await openInvoicing(shop);
  const { lamp, token, admin } = await openFees();
  const shipTo = { ...makeShipTo('US', 'CO'), city: 'Denver', postcode: '80202' };
  const { body } = await shop.call(startCheckout, { token, body: { products: [lamp], shipTo } });
  expect(body).toMatchObject({ url: expect.any(String) });
  expect(await readBought(token, body.order)).toMatchObject({ total: 27.77, charges: [{ name: COLORADO.name, amount: 0.28 }] });
  await shop.pay(body.url);
  const [row] = await db.select().from(orders).where(eq(orders.id, body.order));
  expect(row).toMatchObject({ chargesCents: 28, charges: [{ name: COLORADO.name, amountCents: 28, country: 'US', region: 'CO' }] });
  const sent = await db.select().from(emails);
  expect(JSON.stringify(sent)).toContain(COLORADO.name);
  const [invoice] = await db.select().from(documents).where(eq(documents.orderId, body.order));
  expect(invoice).toMatchObject({ netCents: 2527, taxCents: 250 });
  expect(invoice?.content.charges).toMatchObject([{ netCents: 499 }, { name: COLORADO.name, netCents: 28, taxCents: 0, ratePpm: 0 }]);
  const report = (await shop.call(readTaxReport, { token: owner })).body;
  expect(report.localFees).toMatchObject([{ name: COLORADO.name, country: 'US', region: 'CO', amount: 0.28, orders: 1 }]);
  expect(report.rows).toMatchObject([{ net: 24.99, tax: 2.5 }]);
  const params = { id: body.order };
  const refund = (amount: number, rest: object) =>
    shop.call(refundOrder, { token: admin, params, body: { amount, reason: 'Back', restock: false, ...rest } });
  // Shipping with its tax, and the fee: no cent more.
  expect(await refund(5.78, { shipping: 5.78 })).toMatchObject({
    status: 409,
    body: { code: 'refund_too_large', issues: [{ limit: 5.77 }] },
  });
  expect((await refund(5.77, { shipping: 5.77 })).status).toBe(200);
  expect(await shop.listFindings()).toEqual([]);
  expect((await refund(22, { lines: [{ line: 0, quantity: 1, restock: false }] })).status).toBe(200);
  expect((await shop.call(readAnyOrder, { token: admin, params })).body.order).toMatchObject({ status: 'refunded', refunded: 27.77 });
  expect(await shop.listFindings()).toEqual([]);
  expect((await shop.call(readTaxReport, { token: owner })).body).not.toHaveProperty('localFees');
  const kept = await db.select({ net: documents.netCents, kind: documents.kind }).from(documents).where(eq(documents.orderId, body.order));
  expect(kept.reduce((sum, { net, kind }) => sum + (kind === 'invoice' ? net : -net), 0)).toBe(0);
  await db.execute(sql`update orders set charges_cents = 29 where id = ${body.order}`);
  expect((await shop.listFindings()).map(({ rule }) => rule)).not.toEqual([]);
  await db.execute(sql`update orders set charges_cents = 28 where id = ${body.order}`);
});

test('[LOCALFEE-4] a currency without decimals has whole fees, and a shop without fees no byte of them', async () => {
  const { lamp, save } = await openFees([]);
  expect(Object.keys((await askPrice([lamp], IN_COLORADO)).body)).not.toContain('charges');
  const [row] = await db.select().from(orders).limit(1);
  if (row) expect(row.charges === null).toBe(row.chargesCents === 0);
  await db.execute(sql`update settings set value = value || '{"currency": "JPY"}' where key = 'shop-details'`);
  await db.execute(sql`insert into settings (key, value) values ('shop-details', '{"currency": "JPY"}') on conflict do nothing`);
  expect(await save([COLORADO])).toMatchObject({ status: 400 });
});
