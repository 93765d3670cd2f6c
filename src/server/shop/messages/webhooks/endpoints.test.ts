/** Endpoints and the log, as the team works with them. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { beforeEach, expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { addPaidOrder, addTestEndpoint } from '../../../../../tests/support/webhooks.ts';
import { WEBHOOK_ENDPOINTS_MAX } from '../../../../contract/limits.ts';
import { shipOrder } from '../../../../contract/order-shipping.ts';
import { DAY, HOUR, MINUTE } from '../../../../contract/values.ts';
import * as contract from '../../../../contract/webhook.ts';
import { perform } from '../../../cli/command-operations.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '../../database/schema/messages.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';
import { cleanUpWebhooks } from './delivery.service.ts';

const shop = await openShop();
const { db } = shop.deps;
const deliver = () => deliverWebhooks(shop.deps, { log: SILENT_LOG });
const INPUT = { url: 'https://hooks.example/orders?shop=1', description: ' Books ', events: ['order.paid', 'stock.low'], isEnabled: true };
let token: string;

beforeEach(async () => {
  ({ token } = await shop.signUp({ role: 1 }));
});

const create = (input: object = {}, as = token) => shop.call(contract.createWebhookEndpoint, { token: as, body: { ...INPUT, ...input } });
const update = (id: string, input: object) =>
  shop.call(contract.updateWebhookEndpoint, { token, params: { id }, body: { ...INPUT, ...input } });
const listDeliveries = async (query: object = {}) => (await shop.call(contract.listWebhookDeliveries, { token, query })).body;

test('[HOOKOUT-8] the secret is shown once, to the person who creates the endpoint', async () => {
  const { status, body } = await create();
  expect(status).toBe(200);
  expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(body.endpoint).toMatchObject({ ...INPUT, description: 'Books', isGone: false, previousSecretUntil: null, version: 1 });
  const params = { id: body.endpoint._id };
  await shop.call(contract.sendTestEvent, { token, params });
  for (const response of [
    await shop.call(contract.listWebhookEndpoints, { token }),
    await update(params.id, { description: 'x', version: 1 }),
    await shop.call(contract.listWebhookDeliveries, { token }),
  ]) {
    expect(response.status).toBe(200);
    expect(JSON.stringify(response.body)).not.toMatch(/whsec_|"secret"/);
  }
});

test('[HOOKOUT-8] a new secret signs together with the old one for 24 hours, then alone', async () => {
  const endpoint = await addTestEndpoint(db);
  const params = { id: endpoint.id };
  const { body } = await shop.call(contract.rotateWebhookSecret, { token, params });
  expect(body.endpoint.previousSecretUntil).toBe(new Date(Date.parse(String(body.endpoint.previousSecretUntil))).toISOString());
  expect(body.secret).not.toBe(endpoint.secret);
  await shop.call(contract.sendTestEvent, { token, params });
  await deliver();
  const [first] = endpoint.received;
  for (const secret of [endpoint.secret, body.secret])
    expect(new Webhook(secret).verify(String(first?.body), first?.headers as Record<string, string>)).toMatchObject({
      type: 'webhook.test',
    });
  expect(String(first?.headers['webhook-signature']).split(' ')).toHaveLength(2);

  shop.advanceClock(DAY - MINUTE);
  // The token of the test is older than its five minutes; sending a test asks for no password.
  await shop.call(contract.sendTestEvent, { token: (await shop.signUp({ role: 1 })).token, params });
  await deliver();
  shop.advanceClock(2 * MINUTE);
  await shop.call(contract.sendTestEvent, { token: (await shop.signUp({ role: 1 })).token, params });
  await deliver();
  expect(endpoint.received.slice(1).map(({ headers }) => String(headers['webhook-signature']).split(' ').length)).toEqual([2, 1]);
});

test('[HOOKOUT-8] owners manage endpoints after a recent login, the team can see them, and nobody else can', async () => {
  const { endpoint } = (await create()).body;
  const params = { id: endpoint._id };
  const staff = (await shop.signUp({ teamRole: 'staff' })).token;
  const readOnly = (await shop.signUp({ teamRole: 'read-only' })).token;
  const customer = (await shop.signUp()).token;
  for (const as of [staff, readOnly]) {
    expect((await shop.call(contract.listWebhookEndpoints, { token: as })).body.endpoints).toHaveLength(1);
    expect((await shop.call(contract.listWebhookDeliveries, { token: as })).status).toBe(200);
    const refused = [
      await create({}, as),
      await shop.call(contract.updateWebhookEndpoint, { token: as, params, body: INPUT }),
      await shop.call(contract.rotateWebhookSecret, { token: as, params }),
      await shop.call(contract.deleteWebhookEndpoint, { token: as, params }),
      await shop.call(contract.sendTestEvent, { token: as, params }),
      await shop.call(contract.resendWebhookDelivery, { token: as, params }),
    ];
    expect(refused.map((it) => it.status)).toEqual(refused.map(() => 403));
  }
  expect((await shop.call(contract.listWebhookEndpoints, { token: customer })).status).toBe(403);
  expect((await shop.call(contract.listWebhookDeliveries)).status).toBe(401);
  shop.advanceClock(HOUR);
  for (const response of [await create(), await update(params.id, {}), await shop.call(contract.rotateWebhookSecret, { token, params })])
    expect(response).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
});

test.each([
  ['http', { url: 'http://hooks.example/' }, 'url', 'not_https'],
  ['another scheme', { url: 'ftp://hooks.example/' }, 'url', 'not_https'],
  ['no URL', { url: 'hooks.example' }, 'url', 'invalid_format'],
  ['a password', { url: 'https://ada:x@hooks.example/' }, 'url', 'invalid_format'],
  ['this machine', { url: 'https://127.0.0.1/' }, 'url', 'private_address'],
  ['the name of this machine', { url: 'https://LOCALHOST:8443/' }, 'url', 'private_address'],
  ['this machine as a number', { url: 'https://2130706433/' }, 'url', 'private_address'],
  ['this machine in octal digits', { url: 'https://0177.1/' }, 'url', 'private_address'],
  ['this machine in IPv6', { url: 'https://[::ffff:7f00:1]/' }, 'url', 'private_address'],
  ['metadata of a cloud', { url: 'https://169.254.169.254/latest' }, 'url', 'private_address'],
  ['too long', { url: `https://hooks.example/${'x'.repeat(2000)}` }, 'url', 'too_long'],
  ['no event', { events: [] }, 'events', 'too_few'],
  ['an unknown event', { events: ['order.lost'] }, 'events.0', 'invalid_choice'],
  ['a text for a switch', { isEnabled: 'yes' }, 'isEnabled', 'wrong_type'],
])('[HOOKOUT-6] an invalid endpoint is refused at its field: %s', async (_name, input, path, code) => {
  const { status, body } = await create(input);
  expect([status, body.issues]).toMatchObject([400, [{ path, code }]]);
  expect(await db.$count(webhookEndpoints)).toBe(0);
});

test('[HOOKOUT-8] an outdated form overwrites nothing; switching an endpoint on clears "gone"', async () => {
  const { endpoint } = (await create()).body;
  const id = endpoint._id;
  expect((await update(id, { description: 'first', version: 1 })).body.endpoint.version).toBe(2);
  const late = await update(id, { description: 'second', version: 1 });
  expect(late).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', current: { endpoint: { description: 'first', version: 2 } } },
  });
  await db.execute(sql`update webhook_endpoints set is_enabled = false, is_gone = true`);
  expect((await update(id, { description: 'on' })).body.endpoint).toMatchObject({ isEnabled: true, isGone: false });
  expect((await shop.call(contract.deleteWebhookEndpoint, { token, params: { id } })).status).toBe(200);
  for (const response of [
    await shop.call(contract.deleteWebhookEndpoint, { token, params: { id } }),
    await update(id, {}),
    await shop.call(contract.sendTestEvent, { token, params: { id } }),
  ])
    expect(response).toMatchObject({ status: 404, body: { code: 'webhook_endpoint_not_found' } });
});

test('[HOOKOUT-8] a shop has a maximum number of endpoints, also if two owners add one at once', async () => {
  for (let n = 1; n < WEBHOOK_ENDPOINTS_MAX; n += 1) await create();
  const last = await Promise.all([create(), create()]);
  expect(last.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('[HOOKOUT-9] the log can be filtered by state and endpoint, newest first and paged, with requests and answers', async () => {
  const [fine, broken] = [await addTestEndpoint(db), await addTestEndpoint(db)];
  broken.answer = (response) => response.writeHead(500).end('<b>out of order</b>');
  const { id: buyer } = await shop.signUp();
  const orders: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const id = await addPaidOrder(db, buyer);
    await shop.call(shipOrder, { token, params: { id }, body: { carrier: 'UPS', tracking: '' } });
    orders.push(id);
  }
  await deliver();
  expect(await listDeliveries()).toMatchObject({ total: 6, deliveries: [2, 2, 1, 1, 0, 0].map((n) => ({ subject: orders[n] })) });
  const first = await listDeliveries({ endpoint: fine.id, state: 'delivered', limit: 2 });
  expect(first).toMatchObject({ total: 3, hasNext: true, deliveries: [{ event: 'order.shipped', endpoint: { url: fine.url } }, {}] });
  const rest = await listDeliveries({ endpoint: fine.id, limit: 2, after: first.deliveries.at(-1)?._id });
  expect(rest.deliveries).toMatchObject([{ subject: orders[0], state: 'delivered' }]);
  expect((await listDeliveries({ state: 'failed' })).deliveries).toEqual([]);
  const [waiting] = (await listDeliveries({ state: 'waiting' })).deliveries;
  const { body } = await shop.call(contract.readWebhookDelivery, { token, params: { id: String(waiting?._id) } });
  expect(body).toMatchObject({ delivery: waiting, log: [{ status: 500, error: null, answer: '<b>out of order</b>' }] });
  expect(body.body).toBe(broken.received.find((it) => it.headers['webhook-id'] === waiting?.messageId)?.body);
  const unknown = await shop.call(contract.readWebhookDelivery, { token, params: { id: randomUUID() } });
  expect(unknown).toMatchObject({ status: 404, body: { code: 'webhook_delivery_not_found' } });
});

test('[HOOKOUT-9] any delivery can be sent again with its id and body, and is then tried for a day again', async () => {
  const endpoint = await addTestEndpoint(db);
  await shop.call(contract.sendTestEvent, { token, params: { id: endpoint.id } });
  await deliver();
  const [delivery] = (await listDeliveries()).deliveries;
  const params = { id: String(delivery?._id) };
  endpoint.answer = (response) => response.writeHead(500).end();
  expect((await shop.call(contract.resendWebhookDelivery, { token, params })).body.delivery).toMatchObject({
    state: 'waiting',
    attempts: 0,
  });
  await deliver();
  expect((await listDeliveries()).deliveries).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  expect(endpoint.received).toHaveLength(2);
  expect(new Set(endpoint.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
  expect((await shop.call(contract.readWebhookDelivery, { token, params })).body.log.map(({ status }) => status)).toEqual([204, 500]);
  await db.update(webhookEndpoints).set({ isEnabled: false });
  for (const response of [
    await shop.call(contract.resendWebhookDelivery, { token, params }),
    await shop.call(contract.sendTestEvent, { token, params: { id: endpoint.id } }),
  ])
    expect(response).toMatchObject({ status: 409, body: { code: 'webhook_endpoint_off' } });
});

/** Tests to an endpoint, given up. */
async function addGivenUp(id: string, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await shop.call(contract.sendTestEvent, { token, params: { id } });
  await deliver();
  await db.execute(sql`update webhook_deliveries set state = 'failed' where endpoint_id = ${id}`);
}

test('[HOOKOUT-12] failed deliveries can be sent again once, of one endpoint or of all enabled ones, also if two ask at once', async () => {
  const [first, second, off] = [await addTestEndpoint(db), await addTestEndpoint(db), await addTestEndpoint(db)];
  for (const { id } of [first, second, off]) await addGivenUp(id, 2);
  await db.execute(sql`update webhook_endpoints set is_enabled = false where id = ${off.id}`);
  const resend = async (body: { endpoint?: string }) => shop.call(contract.resendFailedDeliveries, { token, body });
  const ofFirst = await Promise.all([resend({ endpoint: first.id }), resend({ endpoint: first.id })]);
  expect(ofFirst.map(({ status }) => status)).toEqual([200, 200]);
  expect(ofFirst.reduce((sum, { body }) => sum + body.queued, 0)).toBe(2);
  await Promise.all([deliver(), deliver()]);
  expect([first, second, off].map(({ received }) => received.length)).toEqual([4, 2, 2]);
  expect(new Set(first.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  expect((await resend({})).body.queued).toBe(2);
  await deliver();
  expect([first, second, off].map(({ received }) => received.length)).toEqual([4, 4, 2]);
  expect(await listDeliveries({ state: 'failed' })).toMatchObject({ total: 2, deliveries: [{ endpoint: { _id: off.id } }, {}] });
  expect((await resend({})).body.queued).toBe(0);
  expect(await resend({ endpoint: off.id })).toMatchObject({ status: 409, body: { code: 'webhook_endpoint_off' } });
  expect(await resend({ endpoint: randomUUID() })).toMatchObject({ status: 404, body: { code: 'webhook_endpoint_not_found' } });
  const staff = (await shop.signUp({ teamRole: 'staff' })).token;
  expect((await shop.call(contract.resendFailedDeliveries, { token: staff, body: {} })).status).toBe(403);
});

test('[HOOKOUT-12] a delivery that two people send again at once is sent once, also if it is under way when the second asks', async () => {
  const endpoint = await addTestEndpoint(db);
  await addGivenUp(endpoint.id, 1);
  const [delivery] = (await listDeliveries()).deliveries;
  const resend = () => shop.call(contract.resendWebhookDelivery, { token, params: { id: String(delivery?._id) } });
  await Promise.all([resend(), resend()]);
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  endpoint.answer = (response) => void isReleased.then(() => response.writeHead(204).end());
  const delivering = deliver();
  await expect.poll(() => endpoint.received.length).toBe(2);
  expect((await resend()).body.delivery.state).toBe('waiting');
  const other = deliver();
  release();
  await Promise.all([delivering, other]);
  await deliver();
  expect(endpoint.received).toHaveLength(2);
  expect((await listDeliveries()).deliveries).toMatchObject([{ state: 'delivered' }]);
});

test('[HOOKOUT-12] an operator’s command sends one or all failed deliveries again', async () => {
  const endpoint = await addTestEndpoint(db);
  await addGivenUp(endpoint.id, 3);
  const [delivery] = (await listDeliveries()).deliveries;
  const signal = new AbortController().signal;
  const command = (id?: string) =>
    perform({ ...shop.deps, publicUrl: null }, 'resend', {
      input: { what: 'webhooks', ...(id && { id }) },
      lines: (async function* () {})(),
      report: () => undefined,
      signal,
    });
  expect(await command(delivery?._id)).toEqual({ queued: 1, failed: 2 });
  expect(await command()).toEqual({ queued: 2, failed: 0 });
  expect(await command()).toEqual({ queued: 0, failed: 0 });
  await deliver();
  expect(endpoint.received).toHaveLength(6);
});

test('[HOOKOUT-9] the log is kept for 30 days', async () => {
  const endpoint = await addTestEndpoint(db);
  await shop.call(contract.sendTestEvent, { token, params: { id: endpoint.id } });
  await deliver();
  const cleanUp = () => cleanUpWebhooks(shop.deps, new AbortController().signal);
  shop.advanceClock(30 * DAY - MINUTE);
  await cleanUp();
  expect(await db.$count(webhookDeliveries)).toBe(1);
  shop.advanceClock(2 * MINUTE);
  await cleanUp();
  expect([await db.$count(webhookDeliveries), await db.$count(webhookEvents)]).toEqual([0, 0]);
});
