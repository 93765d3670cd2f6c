import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { listEmails, readNotifications, readWaiting, updateNotifications } from '../../../../contract/email.ts';
import { requestOrderChange } from '../../../../contract/order.ts';
import { shipOrder } from '../../../../contract/order-shipping.ts';
import { DEFAULT_SHOP_DETAILS } from '../../../../contract/settings.ts';
import { updateShopDetails } from '../../../../contract/shop-details.ts';
import { DAY } from '../../../../contract/values.ts';
import { products } from '../../database/schema/catalog.ts';
import { queueDailySummary } from '../../reports/daily-summary.service.ts';

const shop = await openShopWithPayments();

const MERCHANT = 'owner@shop.example';

async function openSellingShop(settings: { email?: string; eachOrder?: boolean; dailySummary?: boolean }) {
  const admin = await shop.signUp({ role: 1 });
  const body = { email: MERCHANT, eachOrder: true, dailySummary: false, ...settings };
  expect((await shop.call(updateNotifications, { token: admin.token, body })).status).toBe(200);
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
  await shop.deps.db.update(products).set({ shipping: 1 }).where(eq(products.id, mug));
  const { token } = await shop.signUp();
  const buy = async () => {
    const { body: checkout } = await shop.checkOut(token, [mug]);
    await shop.pay(checkout.url);
    return checkout.order;
  };
  const ask = (id: string) => {
    const body = { kind: 'return', reason: 'Too small', lines: [{ line: 0, quantity: 1 }] } as const;
    return shop.call(requestOrderChange, { token, params: { id }, body });
  };
  const listMerchantEmails = async () => {
    const { mails } = (await shop.call(listEmails, { token: admin.token })).body;
    return mails.filter(({ recipient }) => recipient === MERCHANT);
  };
  return { admin, buy, ask, listMerchantEmails };
}

test('[TELL-1] the merchant gets one email for each paid order, with its items and delivery address', async () => {
  const { buy, listMerchantEmails } = await openSellingShop({});
  expect(await listMerchantEmails()).toEqual([]);
  await buy();
  const [email, ...more] = await listMerchantEmails();
  expect(more).toEqual([]);
  expect(email?.subject).toMatch(/^New order #\d+: \$12\.50$/);
  for (const part of ['1 × Mug', 'Ship to', 'you run this shop']) expect(email?.text).toContain(part);
  await buy();
  expect(await listMerchantEmails()).toHaveLength(2);
});

test.each([
  ['no recipient is set', { email: '' }],
  ['these emails are switched off', { eachOrder: false }],
])('[TELL-1] if %s, no email is sent', async (_case, settings) => {
  const { buy, listMerchantEmails } = await openSellingShop(settings);
  await buy();
  expect(await listMerchantEmails()).toEqual([]);
});

test.each([
  ['the recipient in the settings', { email: MERCHANT, eachOrder: false }, 'contact@shop.example', MERCHANT],
  ["the shop's own email", { email: '' }, 'contact@shop.example', 'contact@shop.example'],
  ['the first admin', { email: '' }, '', undefined],
])('[REQ-3] a request is sent to %s', async (_name, settings, shopEmail, expected) => {
  const { admin, buy, ask } = await openSellingShop(settings);
  const { logo: _, ...details } = DEFAULT_SHOP_DETAILS;
  await shop.call(updateShopDetails, { token: admin.token, body: { ...details, email: shopEmail } });
  const id = await buy();
  await shop.call(shipOrder, { token: admin.token, params: { id }, body: { carrier: 'Owl', tracking: '' } });
  expect((await ask(id)).status).toBe(200);
  const { mails } = (await shop.call(listEmails, { token: admin.token })).body;
  const told = mails.filter(({ kind }) => kind === 'order request');
  expect(told.map(({ recipient }) => recipient)).toEqual([expected ?? admin.email]);
});

test('[TELL-2] a daily summary of the day before is sent once, however often the job runs', async () => {
  const { buy, listMerchantEmails } = await openSellingShop({ eachOrder: false, dailySummary: true });
  const day = shop.deps.now().toISOString().slice(0, 10);
  await buy();
  await buy();
  // To noon of the next day: before seven it isn't sent.
  shop.advanceClock(Date.parse(`${day}T12:00:00Z`) + DAY - shop.deps.now().getTime());
  await Promise.all([queueDailySummary(shop.deps), queueDailySummary(shop.deps)]);
  await queueDailySummary(shop.deps);
  const [email, ...more] = await listMerchantEmails();
  expect(more).toEqual([]);
  expect(email?.subject).toBe(`Your shop on ${day}: 2 orders, $25.00`);
  for (const part of ['To ship: 2', 'On hold: 0', 'Mug: 3 left']) expect(email?.text).toContain(part);
  shop.advanceClock(DAY);
  await queueDailySummary(shop.deps);
  expect((await listMerchantEmails()).map(({ subject }) => subject.replace(/^.*: /, ''))).toContain('0 orders, $0.00');
});

test('[TELL-2] a shop that didn’t ask for a summary gets none', async () => {
  const { listMerchantEmails } = await openSellingShop({});
  await queueDailySummary(shop.deps);
  expect(await listMerchantEmails()).toEqual([]);
});

test('[TELL-3] an admin sees how much waits', async () => {
  const { admin, buy, ask } = await openSellingShop({});
  const readCounts = async () => (await shop.call(readWaiting, { token: admin.token })).body.waiting;
  expect(await readCounts()).toMatchObject({ toShip: 0, onHold: 0, requests: 0 });
  const order = await buy();
  await buy();
  expect(await readCounts()).toMatchObject({ toShip: 2, onHold: 0, requests: 0 });
  await shop.call(shipOrder, { token: admin.token, params: { id: order }, body: { carrier: 'Owl', tracking: '' } });
  await ask(order);
  expect(await readCounts()).toMatchObject({ toShip: 1, onHold: 0, requests: 1 });
});

test('[TELL-1] [VERSION-2] settings that are invalid or outdated, or come from somebody without the right, are refused', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const valid = { email: MERCHANT, eachOrder: true, dailySummary: true };
  for (const wrong of [{ email: 'a@b\r\nBcc: all@example.com' }, { email: 'no address' }, { eachOrder: 'yes' }, { dailySummary: null }])
    expect((await shop.call(updateNotifications, { token, body: { ...valid, ...wrong } as typeof valid })).status).toBe(400);
  expect((await shop.call(readNotifications, { token })).body).toMatchObject({ notifications: { email: '' }, version: 0 });
  const saves = await Promise.all(
    [true, false].map((dailySummary) => shop.call(updateNotifications, { token, body: { ...valid, dailySummary, version: 0 } })),
  );
  expect(saves.map(({ status }) => status).sort()).toEqual([200, 409]);
  const customer = await shop.signUp();
  for (const endpoint of [readNotifications, readWaiting]) {
    expect((await shop.call(endpoint)).status).toBe(401);
    expect((await shop.call(endpoint, { token: customer.token })).status).toBe(403);
  }
});
