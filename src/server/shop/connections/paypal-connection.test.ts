/** An owner connects PayPal beside Stripe, changes the account while people pay, and is told what is wrong in words. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { seedProducts } from '../../../../tests/support/checkout.ts';
import { openConnectedShop } from '../../../../tests/support/connections.ts';
import { saveMethods } from '../../../../tests/support/payment-methods.ts';
import { CLIENT_ID, CLIENT_SECRET, startFakePaypal } from '../../../../tests/support/paypal/paypal-server.ts';
import { PAYPAL_ID } from '../../../../tests/support/paypal/paypal-shop.ts';
import { SILENT_LOG } from '../../../../tests/support/silent-log.ts';
import { API_KEY } from '../../../../tests/support/stripe/stripe-server.ts';
import { priceCart } from '../../../contract/cart.ts';
import { connectAddress } from '../../../contract/connections.ts';
import { receivePaymentWebhook, startCheckout } from '../../../contract/order.ts';
import { readAnyOrder } from '../../../contract/order-admin.ts';
import { activatePayments, connectPayments } from '../../../contract/payment-connection.ts';
import { readPaymentMethods, updatePaymentMethods } from '../../../contract/payment-method.ts';
import { activatePaypal, checkPaypal, connectPaypal, disconnectPaypal, readPaypalConnection } from '../../../contract/paypal-connection.ts';
import { DEFAULT_SHOP_DETAILS, readSettings } from '../../../contract/settings.ts';
import { updateShopDetails } from '../../../contract/shop-details.ts';
import { HOUR, MINUTE } from '../../../contract/values.ts';
import { settings } from '../database/schema/content.ts';
import { reconcileOrders } from '../orders/checkout/expire-orders.service.ts';

const paypal = await startFakePaypal(() => shop.deps.now());
afterAll(paypal.close);
const { shop, stripe, origin, openAt } = await openConnectedShop({ paypalApiBase: paypal.baseUrl });
const { state } = paypal;
const KEYS = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
const SECOND = { clientId: 'client-of-the-second', clientSecret: 'secret-of-the-second' };

beforeEach(() => {
  paypal.accounts.clear();
  paypal.accounts.set(CLIENT_ID, { secret: CLIENT_SECRET, state });
  state.webhooks.clear();
  state.events.length = 0;
  paypal.failures.length = 0;
});

const connect = (token: string, keys: object = KEYS, mode: 'test' | 'live' = 'test', more: object = {}) =>
  shop.call(connectPaypal, { token, params: { mode }, body: { ...keys, ...more } });

async function checkOut() {
  const [mug = ''] = await seedProducts(shop, [{ priceCents: 1250, quantity: 5 }]);
  const { token } = await shop.signUp();
  const { status, body } = await shop.call(startCheckout, { token, body: { products: [{ _id: mug }], payment: PAYPAL_ID } });
  return { status, mug, session: body.id, order: body.order };
}

async function listOffered(): Promise<string[]> {
  const [mug = ''] = await seedProducts(shop, [{ priceCents: 1250, quantity: 5 }]);
  const { body } = await shop.call(priceCart, { body: { products: [{ _id: mug }] } });
  return body.paymentOptions?.map(({ kind }) => kind) ?? [];
}

const readStatus = async (token: string, id: string) => (await shop.call(readAnyOrder, { token, params: { id } })).body.order.status;

test('[PAYPAL-13] client id and secret are tried, the webhook is made, and customers pay with it without a restart', async () => {
  const { token } = await openAt();
  const before = await shop.call(readPaypalConnection, { token });
  expect(before.body.connection).toMatchObject({ source: 'none', active: null, webhookUrl: `${origin}${receivePaymentWebhook.path}` });
  const saved = await connect(token, { clientId: ` ${CLIENT_ID} `, clientSecret: CLIENT_SECRET }, 'test', { version: 0 });
  expect(saved).toMatchObject({
    status: 200,
    body: { connection: { source: 'saved', active: 'test', test: { clientIdEnding: CLIENT_ID.slice(-4) } } },
  });
  expect(JSON.stringify(saved.body)).not.toContain(CLIENT_SECRET);
  const [webhook] = [...state.webhooks.values()];
  expect(webhook?.url).toBe(origin + receivePaymentWebhook.path);
  expect((await shop.call(readSettings)).body.settings.payment).toMatchObject({ provider: 'paypal', pageOrigins: [paypal.baseUrl] });
  expect(await listOffered()).toEqual(['paypal']);
  const { session, order } = await checkOut();
  state.approve(session);
  const payload = JSON.stringify(state.events[0]);
  const headers = paypal.signEvent(payload, shop.deps.now(), webhook?.id ?? '');
  expect((await shop.send({ method: 'POST', url: receivePaymentWebhook.path, payload, headers })).status).toBe(200);
  expect(await readStatus(token, order)).toBe('paid');
});

test('[PAYPAL-13] nothing stored shows the secret, and somebody who logged in hours ago is asked to log in again', async () => {
  const { token } = await openAt();
  await connect(token);
  expect(JSON.stringify(await shop.deps.db.select().from(settings))).not.toContain(CLIENT_SECRET);
  shop.advanceClock(3 * HOUR);
  expect((await connect(token)).status).toBe(403);
});

test.each([
  ['a wrong secret', { clientId: CLIENT_ID, clientSecret: 'another-secret' }, 'clientSecret', /mistyped/],
  ['no secret at all', { clientId: CLIENT_ID, clientSecret: 'sk live!' }, 'clientSecret', /no secret/],
  ['an email', { clientId: 'me@shop.example', clientSecret: CLIENT_SECRET }, 'clientId', /no client id/],
])('[PAYPAL-13] %s is refused at its field, and nothing is saved', async (_what, keys, path, words) => {
  const { token } = await openAt();
  const { status, body } = await connect(token, keys);
  expect([status, body.issues?.[0]?.path, body.message]).toEqual([409, path, expect.stringMatching(words)]);
  expect((await shop.call(readPaypalConnection, { token })).body.connection.source).toBe('none');
});

test('[PAYPAL-13] without an address, or while PayPal is away, it says so', async () => {
  const owner = await shop.signUp({ role: 1 });
  expect((await connect(owner.token)).body.message).toMatch(/address first/);
  await shop.call(connectAddress, { token: owner.token, body: { url: origin } });
  paypal.failures.push(...Array.from({ length: 4 }, () => ({ timing: 'before', kind: '500', path: /./ }) as const));
  expect((await connect(owner.token)).body.message).toMatch(/doesn't answer/);
});

test('[PAYPAL-14] another account, and switching off: what was begun is finished with the account that has begun it', async () => {
  const { token } = await openAt();
  await connect(token);
  const first = await checkOut();
  state.approve(first.session);
  paypal.addAccount(SECOND.clientId, SECOND.clientSecret);
  expect((await connect(token, SECOND)).status).toBe(200);
  const second = await checkOut();
  expect(state.orders.has(second.session)).toBe(false);
  expect((await shop.call(disconnectPaypal, { token, params: { mode: 'test' }, body: {} })).status).toBe(200);
  expect(await listOffered()).toEqual([]);
  shop.advanceClock(3 * MINUTE);
  await reconcileOrders(shop.deps, SILENT_LOG);
  expect([await readStatus(token, first.order), await readStatus(token, second.order)]).toEqual(['paid', 'pending']);
});

test('[PAYPAL-14] beside Stripe each order has its own; the sandbox is not offered beside real payments', async () => {
  const { token } = await openAt();
  await connect(token);
  await shop.call(connectPayments, { token, params: { mode: 'test' }, body: { secretKey: API_KEY } });
  expect(await listOffered()).toEqual(['online', 'paypal']);
  const byPaypal = await checkOut();
  stripe.addAccount('sk_live_standinlive', { livemode: true });
  await shop.call(connectPayments, { token, params: { mode: 'live' }, body: { secretKey: 'sk_live_standinlive' } });
  await shop.call(activatePayments, { token, params: { mode: 'live' }, body: {} });
  expect(await listOffered()).toEqual([]);
  expect((await shop.call(checkPaypal, { token })).body.problems).toMatchObject([{ problem: 'beside_live' }]);
  state.approve(byPaypal.session);
  shop.advanceClock(3 * MINUTE);
  await reconcileOrders(shop.deps, SILENT_LOG);
  expect(await readStatus(token, byPaypal.order)).toBe('paid');
});

test('[PAYPAL-14] live beside the sandbox: an owner chooses which takes the payments', async () => {
  const { token } = await openAt();
  await connect(token);
  paypal.addAccount(SECOND.clientId, SECOND.clientSecret);
  await connect(token, SECOND, 'live');
  const activated = await shop.call(activatePaypal, { token, params: { mode: 'live' }, body: {} });
  expect(activated.body.connection).toMatchObject({ active: 'live', test: {}, live: {} });
  expect((await shop.call(readSettings)).body.settings.payment.testMode).toBe(false);
});

test('[PAYPAL-15] what is missing at PayPal is said: the webhook gone, elsewhere, without events; the secret taken back', async () => {
  const { token } = await openAt();
  await connect(token);
  const check = async () => (await shop.call(checkPaypal, { token })).body.problems.map(({ problem }) => problem);
  expect(await check()).toEqual([]);
  const [webhook] = [...state.webhooks.values()];
  if (!webhook) throw new Error('no webhook was made');
  Object.assign(webhook, { url: 'https://elsewhere.example/', event_types: [] });
  expect(await check()).toEqual(['webhook_elsewhere', 'webhook_events_missing']);
  state.webhooks.clear();
  expect(await check()).toEqual(['webhook_missing']);
  expect((await connect(token)).status).toBe(200);
  expect(await check()).toEqual([]);
  paypal.accounts.clear();
  expect(await check()).toEqual(['key_refused']);
});

test('[PAYPAL-12] a currency that PayPal lacks is told, and not offered; of forints only whole sums are', async () => {
  const { token } = await openAt();
  await connect(token);
  const setCurrency = (currency: string) => shop.call(updateShopDetails, { token, body: { ...DEFAULT_SHOP_DETAILS, currency } });
  expect((await setCurrency('INR')).status).toBe(200);
  expect((await shop.call(checkPaypal, { token })).body.problems).toMatchObject([{ problem: 'currency', detail: 'INR' }]);
  expect(await listOffered()).toEqual([]);
  await setCurrency('HUF');
  expect((await shop.call(checkPaypal, { token })).body.problems).toMatchObject([{ problem: 'whole_amounts' }]);
  expect(await listOffered()).toEqual([]);
  const [mug = ''] = await seedProducts(shop, [{ priceCents: 125_000, quantity: 5 }]);
  const { body } = await shop.call(priceCart, { body: { products: [{ _id: mug }] } });
  expect(body.paymentOptions).toMatchObject([{ kind: 'paypal' }]);
});

test('[PAYPAL-7] it is named, ordered, limited and switched off like the others; once only', async () => {
  const { token } = await openAt();
  await connect(token);
  await saveMethods(shop.deps.db);
  const { methods, version, hasPaypal } = (await shop.call(readPaymentMethods, { token })).body;
  expect([methods.map(({ kind }) => kind), hasPaypal]).toEqual([['online', 'bank_transfer', 'cash_on_delivery', 'paypal'], true]);
  const own = { ...methods.at(-1), kind: 'paypal' as const, name: 'PayPal & co', isOn: true };
  const twice = await shop.call(updatePaymentMethods, { token, body: { methods: [own, own], version } });
  expect(twice.status).toBe(400);
  const save = (change: object) =>
    shop.call(updatePaymentMethods, { token, body: { methods: [{ ...own, ...change }, ...methods.slice(0, 3)] } });
  await save({ minimum: 5 });
  expect(await listOffered()).toEqual(['paypal', 'bank_transfer', 'cash_on_delivery']);
  await save({ minimum: 50 });
  expect(await listOffered()).toEqual(['bank_transfer', 'cash_on_delivery']);
  await save({ countries: ['JP'] });
  expect(await listOffered()).toEqual(['bank_transfer', 'cash_on_delivery']);
  await save({ isOn: false });
  expect([await listOffered(), (await checkOut()).status]).toEqual([['bank_transfer', 'cash_on_delivery'], 400]);
});
