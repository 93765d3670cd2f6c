/** The days of delivery that the checkout showed, on everything that tells of the order. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { makeShipTo } from '../../../../../tests/support/addresses.ts';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { listOutbox } from '../../../../../tests/support/emails.ts';
import { EXPRESS_ID, storePricing, ZONES } from '../../../../../tests/support/pricing-settings.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { addTestEndpoint } from '../../../../../tests/support/webhooks.ts';
import { readGuestOrder } from '../../../../contract/guest-order.ts';
import { readOrder, startCheckout } from '../../../../contract/order.ts';
import { exportOrders, readAnyOrder } from '../../../../contract/order-admin.ts';
import { shipOrder } from '../../../../contract/order-shipping.ts';
import { updateShippingSettings } from '../../../../contract/pricing-settings.ts';
import { DEFAULT_SHOP_DETAILS } from '../../../../contract/settings.ts';
import { updateShopDetails } from '../../../../contract/shop-details.ts';
import { DAY, HOUR, MINUTE } from '../../../../contract/values.ts';
import { products } from '../../database/schema/catalog.ts';
import { deliverWebhooks } from '../../messages/webhooks/deliver-webhooks.ts';
import { expireOrders } from './expire-orders.service.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

const withDays = (deliveryDays: { min: number; max: number }) => ({
  ...ZONES,
  zones: ZONES.zones.map((zone) => ({
    ...zone,
    rates: zone.rates.map((rate) => (rate._id === EXPRESS_ID ? { ...rate, deliveryDays } : rate)),
  })),
});

/** A Monday evening in Greenwich, where it is Tuesday in Auckland. */
const MONDAY = Date.parse('2027-03-01T23:30:00Z');
const EXPECTED = { from: '2027-03-03', to: '2027-03-05' };
const IN_WORDS = 'Wed, Mar 3 – Fri, Mar 5';

async function open({ timeZone = 'Pacific/Auckland' } = {}) {
  shop.advanceClock(MONDAY - shop.deps.now().getTime());
  await storePricing(db, { shipping: withDays({ min: 1, max: 3 }) });
  const [lamp = '', file = ''] = await seedProducts(shop, [
    { name: 'Lamp', quantity: 100 },
    { name: 'File', quantity: 100 },
  ]);
  await db.update(products).set({ shipping: 1 }).where(eq(products.id, lamp));
  const admin = await shop.signUp({ role: 1 });
  const { logo: _logo, ...details } = DEFAULT_SHOP_DETAILS;
  expect((await shop.call(updateShopDetails, { token: admin.token, body: { ...details, timeZone } })).status).toBe(200);
  const buyer = await shop.signUp();
  const buy = async (id: string, choices: object = { shipping: EXPRESS_ID }) => {
    const { body } = await shop.call(startCheckout, {
      token: buyer.token,
      body: { products: [{ _id: id }], shipTo: makeShipTo('US'), ...choices },
    });
    const params = { id: body.order };
    const readDelivery = async () => (await shop.call(readOrder, { token: buyer.token, params })).body.order.estimatedDelivery;
    return { ...body, params, readDelivery };
  };
  return { admin, buyer, lamp, file, buy };
}

const findEmail = async (kind: string, recipient: string) =>
  (await listOutbox(db)).find((it) => it.kind === kind && it.recipient === recipient);

test('[SHIP-8] an order keeps the delivery dates that its checkout showed, even if the rate or the time zone changes', async () => {
  const { admin, buyer, lamp, buy } = await open();
  const { url, params, readDelivery } = await buy(lamp);
  expect(await readDelivery()).toEqual(EXPECTED);
  const changed = await shop.call(updateShippingSettings, { token: admin.token, body: withDays({ min: 20, max: 30 }) });
  expect(changed.status).toBe(200);
  const { logo: _logo, ...details } = DEFAULT_SHOP_DETAILS;
  await shop.call(updateShopDetails, { token: admin.token, body: { ...details, timeZone: 'America/New_York' } });
  await shop.pay(url);
  expect(await readDelivery()).toEqual(EXPECTED);
  expect((await shop.call(readAnyOrder, { token: admin.token, params })).body.order.estimatedDelivery).toEqual(EXPECTED);
  const paid = await findEmail('order paid', buyer.email);
  for (const text of [paid?.text, paid?.html]) expect(text).toContain(IN_WORDS);
});

test('[SHIP-8] an order without delivery times, or with nothing to ship, shows no delivery date', async () => {
  const { buyer, lamp, file, buy } = await open();
  for (const [id, choices] of [
    [lamp, {}],
    [file, {}],
  ] as const) {
    const { url, readDelivery } = await buy(id, choices);
    await shop.pay(url);
    expect(await readDelivery()).toBeNull();
  }
  expect((await findEmail('order paid', buyer.email))?.text).not.toMatch(/delivery/i);
});

test("[SHIP-8] a guest's order, the export and the webhook have the delivery dates, too", async () => {
  const { admin, lamp } = await open();
  const endpoint = await addTestEndpoint(db, ['order.paid']);
  const { body } = await shop.call(startCheckout, {
    body: {
      products: [{ _id: lamp }],
      shipping: EXPRESS_ID,
      guest: { email: 'grace@example.com', name: 'Grace', shipTo: makeShipTo('US') },
    },
  });
  await shop.pay(body.url);
  const { signature = '' } = body;
  const read = await shop.call(readGuestOrder, { params: { id: body.order }, body: { signature } });
  expect(read.body.order.estimatedDelivery).toEqual(EXPECTED);
  await deliverWebhooks(shop.deps, { log: SILENT_LOG });
  expect(JSON.parse(endpoint.received[0]?.body ?? '')).toMatchObject({ data: { order: { estimatedDelivery: EXPECTED } } });
  const file = await shop.app.inject({ method: 'GET', url: exportOrders.path, headers: { authorization: admin.token } });
  const [head = '', first = ''] = file.body.split('\r\n');
  expect(head).toMatch(/,delivery_from,delivery_to,fee,payment_method,local_fees,local_fee_names,lines$/);
  expect(first).toMatch(/,2027-03-03,2027-03-05,0,,0,,"\[/);
});

test('[SHIP-8] a payment within the time of the checkout keeps the delivery dates, also past midnight', async () => {
  const { lamp, buy } = await open({ timeZone: 'UTC' });
  shop.advanceClock(25 * MINUTE);
  const { url, readDelivery } = await buy(lamp);
  const before = await readDelivery();
  shop.advanceClock(10 * MINUTE);
  await shop.pay(url);
  expect([before, await readDelivery()]).toEqual([
    { from: '2027-03-02', to: '2027-03-04' },
    { from: '2027-03-02', to: '2027-03-04' },
  ]);
});

test('[SHIP-8] a payment that arrives days later gets new delivery dates, and the email shows them', async () => {
  const { buyer, lamp, buy } = await open({ timeZone: 'UTC' });
  const { id, params, readDelivery } = await buy(lamp);
  const amount = (await shop.provider.readCheckout(id))?.amountCents ?? 0;
  shop.advanceClock(HOUR);
  await expireOrders(shop.deps, SILENT_LOG);
  shop.advanceClock(4 * DAY - HOUR);
  // On Friday: three working days are Wednesday.
  expect((await shop.sendPaymentEvent({ session: id, reference: params.id, amount })).status).toBe(200);
  expect(await readDelivery()).toEqual({ from: '2027-03-08', to: '2027-03-10' });
  expect((await findEmail('order paid', buyer.email))?.text).toContain('Mon, Mar 8 – Wed, Mar 10');
});

test.each([
  ['in time', DAY, true],
  ['after the last of its days', 10 * DAY, false],
])('[SHIP-8] the email of a parcel shipped %s', async (_when, later, isTold) => {
  const { buyer, lamp, buy } = await open();
  const { url, params } = await buy(lamp);
  await shop.pay(url);
  shop.advanceClock(later);
  const { token } = await shop.signUp({ role: 1 });
  expect((await shop.call(shipOrder, { token, params, body: { carrier: 'UPS', tracking: '' } })).status).toBe(200);
  expect((await findEmail('order shipped', buyer.email))?.text.includes(`Estimated delivery\n${IN_WORDS}`)).toBe(isTold);
});
