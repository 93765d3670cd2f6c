/** How events are delivered: again, in order, by one process, and not to private networks. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { addPaidOrder, addTestEndpoint } from '../../../../../tests/support/webhooks.ts';
import { shipOrder } from '../../../../contract/order-shipping.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../contract/values.ts';
import { listWebhookDeliveries, listWebhookEndpoints } from '../../../../contract/webhook.ts';
import { createPublicFetch } from '../../../platform/http/public-fetch.ts';
import { failpointChannel } from '../../../platform/process/failpoints.ts';
import { emails, webhookEndpoints } from '../../database/schema/messages.ts';
import { deliverWebhooks, getNextAttempt, parseRetryAfter } from './deliver-webhooks.ts';
import { hasWork } from './delivery.repository.ts';

const shop = await openShop({ deps: () => ({ publicUrl: 'https://shop.example' }) });
const { db } = shop.deps;
const deliver = () => deliverWebhooks(shop.deps, { log: SILENT_LOG });
let token: string;
let buyerId: string;

beforeEach(async () => {
  ({ token } = await shop.signUp({ role: 1, email: 'owner@example.com' }));
  await shop.signUp({ teamRole: 'staff', email: 'staff@example.com' });
  buyerId = (await shop.signUp()).id;
});

async function shipNewOrder(): Promise<string> {
  const id = await addPaidOrder(db, buyerId);
  await shop.call(shipOrder, { token, params: { id }, body: { carrier: 'UPS', tracking: '' } });
  return id;
}

const refund = (id: string) => db.execute(sql`update orders set refunded_cents = refunded_cents + 1 where id = ${id}`);
const listDeliveries = async () => (await shop.call(listWebhookDeliveries, { token })).body.deliveries;

test('[HOOKOUT-3] an event that isn’t accepted is sent again for a day with growing pauses, then the owners get an email', async () => {
  const endpoint = await addTestEndpoint(db);
  endpoint.answer = (response) => response.writeHead(500).end('<b>broken</b>');
  await shipNewOrder();
  const pauses: number[] = [];
  for (;;) {
    await deliver();
    const [delivery] = await listDeliveries();
    if (!delivery?.nextAttemptAt) break;
    const pause = Date.parse(delivery.nextAttemptAt) - shop.deps.now().getTime();
    pauses.push(pause);
    shop.advanceClock(pause + 1);
  }
  expect(endpoint.received).toHaveLength(8);
  const expected = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR];
  for (const [index, pause] of expected.entries()) {
    expect(pauses[index]).toBeGreaterThan(pause * 0.9);
    expect(pauses[index]).toBeLessThan(pause * 1.2);
  }
  expect(Math.abs(pauses.reduce((sum, it) => sum + it, 0) - DAY)).toBeLessThan(MINUTE);
  expect(await listDeliveries()).toMatchObject([{ state: 'failed', attempts: 8, lastAttempt: { status: 500, answer: '<b>broken</b>' } }]);
  expect(new Set(endpoint.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
  const told = await db.select().from(emails).where(eq(emails.kind, 'webhook failed'));
  expect(told).toMatchObject([{ recipient: 'owner@example.com', text: expect.stringContaining(endpoint.url) }]);
  expect(told[0]?.text).toContain('https://shop.example/dashboard/admin/webhooks');
});

test('[HOOKOUT-3] several events that failed within a day make one email', async () => {
  const endpoint = await addTestEndpoint(db);
  endpoint.answer = (response) => response.writeHead(404).end();
  for (let n = 0; n < 3; n += 1) await shipNewOrder();
  await deliver();
  await db.execute(sql`update webhook_deliveries set first_attempt_at = first_attempt_at - interval '1 day', next_attempt_at = now()`);
  await deliver();
  expect((await listDeliveries()).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
  expect(await db.$count(emails, eq(emails.kind, 'webhook failed'))).toBe(1);
});

test('[HOOKOUT-3] a receiver can ask for a later attempt within the day', () => {
  const firstAt = new Date(0);
  const next = (retryAfter: number) => getNextAttempt({ attempts: 1, firstAt, at: firstAt, retryAfter }, () => 0)?.getTime();
  expect([next(0), next(parseRetryAfter('120', firstAt)), next(parseRetryAfter('Thu, 01 Jan 1970 01:00:00 GMT', firstAt))]).toEqual([
    5 * SECOND,
    2 * MINUTE,
    HOUR,
  ]);
  expect([next(parseRetryAfter('9999999', firstAt)), parseRetryAfter('soon', firstAt), parseRetryAfter(undefined, firstAt)]).toEqual([
    DAY,
    0,
    0,
  ]);
});

test('[HOOKOUT-4] events of one order are sent in their sequence, and failing orders delay no others', async () => {
  const endpoint = await addTestEndpoint(db);
  const other = await addTestEndpoint(db);
  const [stuck, fine] = [await shipNewOrder(), await shipNewOrder()];
  await refund(stuck);
  await refund(fine);
  let isBroken = true;
  endpoint.answer = (response, { body }) => response.writeHead(isBroken && body.includes(stuck) ? 503 : 200).end();
  await deliver();
  const listTold = ({ received }: typeof endpoint, id: string) => received.filter(({ body }) => body.includes(id)).map(({ type }) => type);
  expect(listTold(endpoint, stuck)).toEqual(['order.shipped']);
  for (const told of [listTold(endpoint, fine), listTold(other, fine), listTold(other, stuck)])
    expect(told).toEqual(['order.shipped', 'order.refunded']);
  isBroken = false;
  shop.advanceClock(MINUTE);
  await deliver();
  expect(listTold(endpoint, stuck)).toEqual(['order.shipped', 'order.shipped', 'order.refunded']);
});

test('[HOOKOUT-4] an endpoint that hangs doesn’t delay other endpoints or later events', async () => {
  const [hanging, quick] = [await addTestEndpoint(db), await addTestEndpoint(db)];
  const held: ServerResponse[] = [];
  hanging.answer = (response) => held.push(response);
  await shipNewOrder();
  const delivering = deliver();
  await expect.poll(() => [hanging.received.length, quick.received.length]).toEqual([1, 1]);
  await shipNewOrder();
  await expect.poll(() => quick.received.length, { timeout: 10_000 }).toBe(2);
  hanging.answer = (response) => response.writeHead(200).end();
  for (const response of held) response.writeHead(200).end();
  await delivering;
  expect((await listDeliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered', 'delivered']);
});

test('[SCALE-8] an endpoint that answers later than the settings allow counts as failed and is tried again', async () => {
  const endpoint = await addTestEndpoint(db);
  const held: ServerResponse[] = [];
  endpoint.answer = (response) => held.push(response);
  await shipNewOrder();
  await deliverWebhooks(shop.deps, { log: SILENT_LOG, timeout: 100 });
  expect(await listDeliveries()).toMatchObject([{ state: 'waiting', attempts: 1, lastAttempt: { status: null, error: 'timeout' } }]);
  for (const response of held) response.end();
});

test('[HOOKOUT-5] of several processes only one makes each attempt', async () => {
  const endpoint = await addTestEndpoint(db);
  for (let n = 0; n < 20; n += 1) await shipNewOrder();
  await Promise.all([deliver(), deliver(), deliver()]);
  expect(endpoint.received).toHaveLength(20);
  expect(new Set(endpoint.received.map(({ headers }) => headers['webhook-id'])).size).toBe(20);
});

if (inject('server')) {
  test('[HOOKOUT-5] if a process is killed before it has stored the answer, another one sends the event again with the same id', {
    tags: ['full'],
  }, async () => {
    const endpoint = await addTestEndpoint(db);
    await shipNewOrder();
    const load = (file: string) => JSON.stringify(path.join(import.meta.dirname, file));
    const script = `import diagnostics from 'node:diagnostics_channel';
      import { openServer } from ${load('../../../platform/database/connect.ts')};
      import { createPublicFetch } from ${load('../../../platform/http/public-fetch.ts')};
      import { deliverWebhooks } from ${load('deliver-webhooks.ts')};
      diagnostics.subscribe(${JSON.stringify(failpointChannel('webhook.attempted'))}, () => process.kill(process.pid, 'SIGKILL'));
      const { db } = await openServer(process.argv[1], console, 2, { directUrl: null });
      await deliverWebhooks({ db, now: () => new Date(), publicUrl: null, publicFetch: createPublicFetch({ allowsLoopback: true }) }, { log: console });`;
    const url = 'url' in shop.connection ? shop.connection.url : '';
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, url], { stdio: ['ignore', 'inherit', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    expect(endpoint.received).toHaveLength(1);
    await deliver();
    expect(endpoint.received).toHaveLength(1);
    shop.advanceClock(MINUTE);
    await deliver();
    expect(endpoint.received).toHaveLength(2);
    expect(new Set(endpoint.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await listDeliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });
}

test('[HOOKOUT-6] nothing is sent to a private network, however the address is written, and no redirect is followed', async () => {
  const guarded = { ...shop.deps, publicFetch: createPublicFetch() };
  const endpoint = await addTestEndpoint(db);
  const { port } = new URL(endpoint.url);
  const hosts = [
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
    '10.0.0.1',
    '[fe80::1]',
  ];
  for (const host of hosts) {
    await db.update(webhookEndpoints).set({ url: `http://${host}:${port}/` });
    await shipNewOrder();
    await deliverWebhooks(guarded, { log: SILENT_LOG });
    const [latest] = await listDeliveries();
    expect([host, latest?.lastAttempt?.error, latest?.state]).toEqual([host, 'private_address', 'waiting']);
  }
  expect(endpoint.received).toEqual([]);

  const { url } = await addTestEndpoint(db, ['stock.low']);
  await db.update(webhookEndpoints).set({ url: endpoint.url }).where(eq(webhookEndpoints.id, endpoint.id));
  endpoint.answer = (response) => response.writeHead(302, { location: `${url}/inside` }).end();
  await db.execute(sql`delete from webhook_events`);
  await shipNewOrder();
  await deliver();
  expect(await listDeliveries()).toMatchObject([{ state: 'waiting', lastAttempt: { status: 302, error: null } }]);
  expect(endpoint.received).toHaveLength(1);
});

test('[HOOKOUT-7] an endpoint that answers 410 is switched off, and its owners get an email', async () => {
  const endpoint = await addTestEndpoint(db);
  endpoint.answer = (response) => response.writeHead(410).end();
  await shipNewOrder();
  await deliver();
  const { endpoints } = (await shop.call(listWebhookEndpoints, { token })).body;
  expect(endpoints).toMatchObject([{ isEnabled: false, isGone: true }]);
  expect(await listDeliveries()).toMatchObject([{ state: 'failed', lastAttempt: { status: 410 } }]);
  await shipNewOrder();
  await deliver();
  expect(endpoint.received).toHaveLength(1);
  const told = await db.select().from(emails).where(eq(emails.kind, 'webhook gone'));
  expect(told).toMatchObject([{ recipient: 'owner@example.com', text: expect.stringContaining('410 Gone') }]);
});

test('[HOOKOUT-9] of an answer with any size or bytes the beginning is stored', async () => {
  const endpoint = await addTestEndpoint(db);
  endpoint.answer = (response) =>
    response.writeHead(200).end(Buffer.concat([Buffer.from('ok\0\u001b[31m'), Buffer.alloc(5_000_000, 0xff), Buffer.from('end')]));
  await shipNewOrder();
  await deliver();
  const [delivery] = await listDeliveries();
  expect(delivery).toMatchObject({ state: 'delivered', lastAttempt: { status: 200, answer: 'ok[31m' } });
});

test("[HOOKOUT-11] an event whose body can't be written blocks no job and no other event", async () => {
  const endpoint = await addTestEndpoint(db);
  // A time that no calendar has: as a body, it throws.
  await db.execute(sql`insert into webhook_events (type, subject_id, details, created_at)
    select 'order.paid', gen_random_uuid(), '{}', 'infinity' from generate_series(1, 200)`);
  await shipNewOrder();
  const errors: unknown[] = [];
  const run = () => deliverWebhooks(shop.deps, { log: { error: (details) => errors.push(details) } });
  await run();
  await run();
  expect([errors.length, endpoint.received.length > 0, await hasWork(db, shop.deps.now())]).toEqual([200, true, false]);
  shop.advanceClock(MINUTE + 1);
  expect(await hasWork(db, shop.deps.now())).toBe(true);
  await db.execute(sql`delete from webhook_events where created_at = 'infinity'`);
});
