/** The shop's currency: everything is sold, refunded and told of in it, and an order keeps the one that it was made in. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../tests/support/checkout.ts';
import { listEmails, readEmail, updateNotifications } from '../../../contract/email.ts';
import { cancelOrder, readOrder } from '../../../contract/order.ts';
import { exportOrders, readAnyOrder, refundOrder } from '../../../contract/order-admin.ts';
import { exportDashboardStats, readDashboardStats } from '../../../contract/reports.ts';
import { DEFAULT_SHOP_DETAILS, type ShopDetailsInput } from '../../../contract/settings.ts';
import { updateShopDetails } from '../../../contract/shop-details.ts';
import { DAY } from '../../../contract/values.ts';
import { orders } from '../database/schema/order.ts';
import { queueDailySummary } from '../reports/daily-summary.service.ts';

const { logo: _none, ...DETAILS } = DEFAULT_SHOP_DETAILS;

const asked: { currency: string; amountCents: number }[] = [];
const shop = await openShopWithPayments((demo) => ({
  ...demo,
  startCheckout: (checkout) => {
    asked.push({ currency: checkout.currency, amountCents: checkout.totalCents });
    return demo.startCheckout(checkout);
  },
  refund: (refund) => {
    asked.push({ currency: refund.currency, amountCents: refund.amountCents });
    return demo.refund(refund);
  },
}));
const { db } = shop.deps;
let token: string;

beforeEach(async () => {
  asked.length = 0;
  ({ token } = await shop.signUp({ role: 1 }));
});

const change = (details: Partial<ShopDetailsInput>) => shop.call(updateShopDetails, { token, body: { ...DETAILS, ...details } });
const choose = async (details: Partial<ShopDetailsInput>) => expect((await change(details)).status).toBe(200);

async function checkOut() {
  const buyer = await shop.signUp();
  const { body } = await shop.checkOut(buyer.token, await seedProducts(shop, [{ name: 'Mug', priceCents: 123_450, quantity: 5 }]));
  return { buyer, order: body.order, url: body.url };
}

const readText = async (id: string) => (await shop.call(readEmail, { token, params: { id } })).body.email;
const listSentEmails = async () => (await shop.call(listEmails, { token })).body.mails;
const download = async (endpoint: typeof exportOrders | typeof exportDashboardStats) =>
  ((await shop.call(endpoint, { token })).body as unknown as { text: string }).text;

test('[CUR-1] [CUR-2] a shop in euros uses them for the provider, the order, emails, refunds and files', async () => {
  await choose({ currency: 'EUR', priceLocale: 'de-DE' });
  await shop.call(updateNotifications, { token, body: { email: 'boss@shop.example', eachOrder: true, dailySummary: true } });
  const { buyer, order, url } = await checkOut();
  await shop.pay(url);
  const params = { id: order };
  expect((await shop.call(readOrder, { token: buyer.token, params })).body.order).toMatchObject({
    status: 'paid',
    currency: 'EUR',
    total: 1234.5,
  });
  await shop.call(refundOrder, { token, params, body: { amount: 1000.25, reason: 'Broken', restock: false } });
  expect(asked).toEqual([
    { currency: 'eur', amountCents: 123_450 },
    { currency: 'eur', amountCents: 100_025 },
  ]);
  const history = (await shop.call(readAnyOrder, { token, params })).body.order.history;
  expect(history.at(-1)?.why).toBe('€1,000.25 refunded: Broken');
  const texts = await Promise.all((await listSentEmails()).map(async (it) => `${it.subject}\n${(await readText(it._id)).text}`));
  expect(texts).toHaveLength(3);
  expect(texts.join('\n')).not.toContain('$');
  expect(texts.filter((text) => text.includes('1.234,50\u00a0€'))).toHaveLength(3);
  expect(texts.filter((text) => text.includes('1.000,25\u00a0€'))).toHaveLength(1);
  const [head = '', row = ''] = (await download(exportOrders)).split('\r\n');
  expect(row.split(',')[head.split(',').indexOf('currency')]).toBe('EUR');
  expect(await download(exportDashboardStats)).toMatch(/,currency\r\n.*,EUR\r\n/);
  expect((await shop.call(readDashboardStats, { token })).body.figures.latestOrders).toMatchObject([{ currency: 'EUR' }]);
  // To noon of the next day: before seven it isn't sent.
  shop.advanceClock(Date.parse(`${shop.deps.now().toISOString().slice(0, 10)}T12:00:00Z`) + DAY - shop.deps.now().getTime());
  await queueDailySummary(shop.deps);
  const summary = (await listSentEmails()).find(({ recipient, subject }) => recipient === 'boss@shop.example' && !subject.includes('#'));
  expect((await readText(String(summary?._id))).text).toContain('234,25\u00a0€');
  expect(await shop.listFindings()).toEqual([]);
});

test('[CUR-3] after a purchase or an open checkout the currency can’t change, but the format of prices can', async () => {
  const { buyer, order, url } = await checkOut();
  const refused = await change({ currency: 'EUR' });
  expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'currency', code: 'currency_in_use' }] } });
  await shop.call(cancelOrder, { token: buyer.token, params: { id: order } });
  await choose({ currency: 'GBP' });
  await choose({ currency: 'USD' });
  const second = await checkOut();
  await shop.pay(second.url);
  expect((await change({ currency: 'EUR' })).status).toBe(400);
  await choose({ priceLocale: 'fr-FR' });
  expect(url).not.toBe(second.url);
});

test('[CUR-2] an order keeps its currency, whatever the shop sells in later', async () => {
  const { buyer, order, url } = await checkOut();
  await shop.call(cancelOrder, { token: buyer.token, params: { id: order } });
  await choose({ currency: 'EUR' });
  expect((await shop.call(readOrder, { token: buyer.token, params: { id: order } })).body.order.currency).toBe('USD');
  // Its payment arrives late: it is of the sum and currency that it was opened with.
  const [row] = await db.select({ session: orders.providerSession }).from(orders).where(eq(orders.id, order));
  await shop.sendPaymentEvent({ session: String(row?.session), reference: order, amount: 123_450 });
  expect((await shop.call(readOrder, { token: buyer.token, params: { id: order } })).body.order).toMatchObject({
    status: 'paid',
    currency: 'USD',
  });
  expect(url).toContain('/pay/');
});

test('[CUR-1] [SHOP-6] an older form leaves the currency, the format of prices and the frames of images unchanged', async () => {
  await choose({ currency: 'CHF', priceLocale: 'de-CH', imageFrame: '4:5' });
  const { currency: _currency, priceLocale: _priceLocale, imageFrame: _frame, ...before } = DETAILS;
  const { body } = await shop.call(updateShopDetails, { token, body: { ...before, name: 'Owl' } });
  expect(body.shop).toMatchObject({ name: 'Owl', currency: 'CHF', priceLocale: 'de-CH', imageFrame: '4:5' });
});
