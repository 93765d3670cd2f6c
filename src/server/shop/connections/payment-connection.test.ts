/** An owner connects Stripe in the admin area, changes the account while people pay, and is told what is wrong in words. */
import { beforeEach, expect, test } from 'vitest';
import { seedProducts } from '../../../../tests/support/checkout.ts';
import { openConnectedShop } from '../../../../tests/support/connections.ts';
import { SILENT_LOG } from '../../../../tests/support/silent-log.ts';
import { API_KEY } from '../../../../tests/support/stripe/stripe-server.ts';
import { listAuditEntries } from '../../../contract/audit.ts';
import { startCheckout } from '../../../contract/order.ts';
import { readAnyOrder, refundOrder } from '../../../contract/order-admin.ts';
import {
  activatePayments,
  checkPayments,
  connectPayments,
  disconnectPayments,
  readPaymentConnection,
} from '../../../contract/payment-connection.ts';
import { readSettings } from '../../../contract/settings.ts';
import { HOUR, MINUTE } from '../../../contract/values.ts';
import { settings } from '../database/schema/content.ts';
import { reconcileOrders } from '../orders/checkout/expire-orders.service.ts';

const { shop, stripe, origin, openAt, deliver } = await openConnectedShop();
const LIVE_KEY = 'sk_live_standinlive';
const SECOND_KEY = 'sk_test_secondaccount';

beforeEach(() => {
  stripe.accounts.clear();
  stripe.accounts.set(API_KEY, { state: stripe.state, forbidden: [] });
  stripe.state.webhooks.endpoints.clear();
  stripe.state.events.length = 0;
  stripe.failures.length = 0;
});

const connect = (token: string, secretKey: string, mode: 'test' | 'live' = 'test', more: object = {}) =>
  shop.call(connectPayments, { token, params: { mode }, body: { secretKey, ...more } });

function findWebhook(at: number) {
  const found = [...stripe.state.webhooks.endpoints.values()].at(at);
  if (!found) throw new Error('no webhook was made');
  return found;
}
const firstWebhook = () => findWebhook(0);

/** Two mugs of five, not paid yet. */
async function checkOut() {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
  const customer = await shop.signUp();
  const { body } = await shop.call(startCheckout, { token: customer.token, body: { products: [{ _id: mug, count: 2 }] } });
  return { session: body.id, order: body.order };
}

const readStatus = async (token: string, id: string) => (await shop.call(readAnyOrder, { token, params: { id } })).body.order.status;

test('[CONNECT-1] a pasted key is tested, its webhook is created, and customers pay with it without a restart', async () => {
  const { token } = await openAt();
  expect((await shop.call(readSettings)).body.settings.payment).toMatchObject({ provider: null });
  const before = await shop.call(readPaymentConnection, { token });
  expect(before.body.connection).toMatchObject({ source: 'none', active: null, webhookUrl: `${origin}/api/v1/payment/webhook` });
  const saved = await connect(token, `  ${API_KEY} `, 'test', { version: 0 });
  expect(saved).toMatchObject({
    status: 200,
    body: {
      message: 'Connected to Stand-in Ltd',
      connection: { source: 'saved', active: 'test', test: { keyEnding: 'ndin', accountId: 'acct_standin' }, live: null },
    },
  });
  expect(firstWebhook()).toMatchObject({
    url: `${origin}/api/v1/payment/webhook`,
    enabled_events: expect.arrayContaining(['charge.refunded']),
  });
  expect((await shop.call(readSettings)).body.settings.payment).toMatchObject({ provider: 'stripe', testMode: true });

  const { session, order } = await checkOut();
  expect(stripe.state.pay(session)).toBe(true);
  const [event] = stripe.state.events.splice(0);
  expect(event && (await deliver(event, firstWebhook().secret)).status).toBe(200);
  expect(await readStatus(token, order)).toBe('paid');
});

test('[CONNECT-1] test and live are connected together, and the owner chooses which takes payments', async () => {
  const { token } = await openAt();
  stripe.addAccount(LIVE_KEY, { livemode: true });
  await connect(token, API_KEY);
  const { body } = await connect(token, LIVE_KEY, 'live');
  expect(body.connection).toMatchObject({ active: 'test', test: { keyEnding: 'ndin' }, live: { keyEnding: 'live' } });
  const { version } = body.connection;
  const chosen = await shop.call(activatePayments, { token, params: { mode: 'live' }, body: { version } });
  expect(chosen.body).toMatchObject({ message: 'The shop takes real payments now', connection: { active: 'live' } });
  expect((await shop.call(readSettings)).body.settings.payment).toMatchObject({ provider: 'stripe', testMode: false });
  expect((await shop.call(activatePayments, { token, params: { mode: 'test' }, body: { version } })).status).toBe(409);
  const gone = await shop.call(disconnectPayments, { token, params: { mode: 'live' }, body: {} });
  expect(gone.body.connection).toMatchObject({ active: null, live: null, test: { keyEnding: 'ndin' } });
});

test.each([
  ['the publishable key', 'test', 'pk_test_x', 'This is the publishable key'],
  ['the secret of a webhook', 'test', 'whsec_x', 'signing secret of a webhook'],
  ['a sentence', 'test', 'my key, please', 'This is no key of Stripe'],
  ['a test key for live payments', 'live', API_KEY, 'This is a test key'],
  ['a live key for tests', 'test', LIVE_KEY, 'This is a live key'],
  ['a revoked key', 'test', 'sk_test_revoked', "Stripe doesn't accept this key"],
] as const)('[CONNECT-2] %s is refused at its field, and nothing changes', async (_what, mode, key, words) => {
  const { token } = await openAt();
  const answer = await connect(token, key, mode);
  expect(answer).toMatchObject({ status: 409, body: { code: 'connection_failed', issues: [{ path: 'secretKey' }] } });
  expect(answer.body.message).toContain(words);
  expect((await shop.call(readPaymentConnection, { token })).body.connection).toMatchObject({ source: 'none', version: 0 });
  expect(stripe.state.webhooks.endpoints.size).toBe(0);
});

test('[CONNECT-2] a restricted key without its rights, a failing Stripe and a shop without a URL get a clear message', async () => {
  const { token } = await shop.signUp({ role: 1 });
  expect((await connect(token, API_KEY)).body.message).toContain('public address first');
  await openAt();
  stripe.addAccount('rk_test_few').forbidden.push('checkout/sessions', 'account');
  expect((await connect(token, 'rk_test_few')).body.message).toBe('This restricted key lacks the right to write Checkout Sessions');
  stripe.failures.push(...Array.from({ length: 4 }, () => ({ timing: 'before', kind: 'cut' }) as const));
  expect((await connect(token, API_KEY)).body.message).toContain("Stripe doesn't answer at the moment");
  stripe.failures.length = 0;
  // It may not read the account, and takes payments all the same.
  stripe.addAccount('rk_test_enough').forbidden.push('account');
  expect((await connect(token, 'rk_test_enough')).body.connection.test).toMatchObject({ accountId: null, name: null });
});

test('[CONNECT-3] missing settings of an account, and a broken webhook at Stripe, are shown by their names', async () => {
  const { token } = await openAt();
  const check = async () => (await shop.call(checkPayments, { token })).body.problems;
  const live = stripe.addAccount(LIVE_KEY, { livemode: true });
  await connect(token, LIVE_KEY, 'live');
  await connect(token, API_KEY);
  expect(await check()).toEqual([]);
  Object.assign(live.state.account, { charges_enabled: false, requirements: { currently_due: ['external_account'] } });
  const endpoint = firstWebhook();
  Object.assign(endpoint, { status: 'disabled', url: 'https://elsewhere.example/' });
  expect(await check()).toEqual([
    { mode: 'test', problem: 'webhook_disabled', detail: null },
    { mode: 'test', problem: 'webhook_elsewhere', detail: 'https://elsewhere.example/' },
    { mode: 'live', problem: 'charges_off', detail: 'external_account' },
  ]);
  Object.assign(live.state.account, { details_submitted: false, id: 'acct_another' });
  stripe.state.webhooks.endpoints.clear();
  await connect(token, LIVE_KEY, 'live');
  expect((await check()).map(({ problem }) => problem)).toEqual(['webhook_missing', 'details_missing', 'other_account']);
  // Connecting again makes what was deleted.
  await connect(token, API_KEY);
  expect((await check()).map(({ problem }) => problem)).toEqual(['details_missing', 'other_account']);
  stripe.accounts.delete(API_KEY);
  expect(await check()).toContainEqual({ mode: 'test', problem: 'key_refused', detail: null });
});

test('[CONNECT-4] a checkout started with another account is paid, reported and refunded there', async () => {
  const { token } = await openAt();
  await connect(token, API_KEY);
  const { session, order } = await checkOut();
  const secret = firstWebhook().secret;
  const second = stripe.addAccount(SECOND_KEY, { id: 'acct_second', settings: { dashboard: { display_name: 'Second Ltd' } } });
  const { body } = await connect(token, SECOND_KEY);
  expect(body.message).toBe('Connected to Second Ltd. Payments that were begun with Stand-in Ltd are still finished there');
  stripe.state.pay(session);
  const [event] = stripe.state.events.splice(0);
  expect(event && (await deliver(event, secret)).status).toBe(200);
  expect(await readStatus(token, order)).toBe('paid');
  expect(
    (await shop.call(refundOrder, { token, params: { id: order }, body: { amount: 25, reason: 'Broken', restock: true } })).status,
  ).toBe(200);
  expect(stripe.state.refunds.some(({ status, amount }) => status === 'succeeded' && amount === 2500)).toBe(true);
  // New ones go to the account that is connected now.
  const next = await checkOut();
  expect(second.state.sessions.has(next.session)).toBe(true);
});

test('[CONNECT-4] a customer who pays while the key is disconnected or revoked gets the order, and the shop says that it sells nothing', async () => {
  const { token } = await openAt();
  await connect(token, API_KEY);
  const [first, second] = [await checkOut(), await checkOut()];
  const { secret } = firstWebhook();
  await shop.call(disconnectPayments, { token, params: { mode: 'test' }, body: {} });
  expect((await shop.call(readSettings)).body.settings.payment.provider).toBeNull();
  stripe.state.pay(first.session);
  const [event] = stripe.state.events.splice(0);
  expect(event && (await deliver(event, secret)).status).toBe(200);
  expect(await readStatus(token, first.order)).toBe('paid');
  // Its event never comes: the shop asks the account that the checkout began with.
  stripe.state.pay(second.session);
  shop.advanceClock(3 * MINUTE);
  await reconcileOrders(shop.deps, SILENT_LOG, {});
  expect(await readStatus(token, second.order)).toBe('paid');

  // Connected again, the endpoint of before goes on.
  await connect(token, API_KEY);
  expect(stripe.state.webhooks.endpoints.size).toBe(1);
  stripe.accounts.delete(API_KEY);
  const [mug = ''] = await seedProducts(shop, [{ name: 'Pot', priceCents: 900, quantity: 1 }]);
  const customer = await shop.signUp();
  const buy = () => shop.call(startCheckout, { token: customer.token, body: { products: [{ _id: mug, count: 1 }] } });
  expect(await buy()).toMatchObject({ status: 502, body: { code: 'payment_provider_failed' } });
  // The key is rolled and pasted anew: nothing was held back meanwhile.
  stripe.accounts.set('sk_test_rolled', { state: stripe.state, forbidden: [] });
  expect((await connect(token, 'sk_test_rolled')).body.message).toBe('Connected to Stand-in Ltd');
  expect(findWebhook(-1).secret).toBe(secret);
  expect((await buy()).status).toBe(200);
});

test('[CONNECT-8] [CONNECT-10] keys are encrypted, in no response and no log, and only for owners after a recent login', async () => {
  const { token } = await openAt();
  const staff = await shop.signUp({ role: 1, teamRole: 'staff' });
  expect((await shop.call(readPaymentConnection, { token: staff.token })).status).toBe(403);
  await connect(token, API_KEY);
  const stored = JSON.stringify(await shop.deps.db.select().from(settings));
  const secret = firstWebhook().secret;
  for (const it of [API_KEY, secret]) expect(stored).not.toContain(it);
  const log = await shop.call(listAuditEntries, { token });
  const answers = JSON.stringify([log.body, (await shop.call(readPaymentConnection, { token })).body]);
  for (const it of [API_KEY, secret, 'sealed']) expect(answers).not.toContain(it);
  expect(answers).toContain('connection:payments');
  shop.advanceClock(HOUR);
  expect((await connect(token, API_KEY)).body).toMatchObject({ code: 'reauthentication_required' });
});

test('[CONNECT-8] keys that can’t be decrypted are reported, take no payment, and can be entered again', async () => {
  const { token } = await openAt();
  await connect(token, API_KEY);
  const secret = JSON.stringify({ secret: 'f'.repeat(64) });
  await shop.deps.db.execute(`update settings set value = '${secret}' where key = 'private:account-link-secret'`);
  await shop.deps.db.execute(`update settings set value = value || '{"touched": true}' where key = 'connection:payments'`);
  const { body } = await shop.call(readPaymentConnection, { token });
  expect(body.connection).toMatchObject({ problem: 'key_lost', test: { keyEnding: 'ndin' } });
  expect(shop.deps.setupWarnings).toContain('keys_lost');
  expect((await shop.call(readSettings)).body.settings.payment.provider).toBeNull();
  const again = await connect(token, API_KEY, 'test', { version: body.connection.version });
  expect(again.body.connection).toMatchObject({ problem: null, active: 'test' });
  // The endpoint whose secret was lost is gone.
  expect(stripe.state.webhooks.endpoints.size).toBe(1);
  expect((await shop.call(readSettings)).body.settings.payment.provider).toBe('stripe');
});

test('[CONNECT-10] if two owners connect at once, one gets a conflict and leaves no webhook', async () => {
  const { token } = await openAt();
  stripe.addAccount(SECOND_KEY, { id: 'acct_second' });
  const answers = await Promise.all([connect(token, API_KEY, 'test', { version: 0 }), connect(token, SECOND_KEY, 'test', { version: 0 })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const loser = answers.find(({ status }) => status === 409);
  expect(loser?.body).toMatchObject({ code: 'version_conflict', current: { connection: { source: 'saved', version: 1 } } });
  const endpoints = [...stripe.accounts.values()].reduce((sum, { state }) => sum + state.webhooks.endpoints.size, 0);
  expect(endpoints).toBe(1);
});
