/** A CDN before the shop: what it may keep, and that it is told of each change. Its API is a server of the test's own. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { updateCategory } from '../../../contract/category-admin.ts';
import { listProducts } from '../../../contract/product.ts';
import { MINUTE, SECOND } from '../../../contract/values.ts';
import { readConfig } from '../settings/read-config.ts';
import { CDN_LIMITS, type CdnLimits, openCdn } from './cdn.ts';

interface PurgeRequest {
  method: string | undefined;
  authorization: string | undefined;
  body: string;
}

let received: PurgeRequest[] = [];
/** What it answers, by turns; the last one for good. Null: never. */
let answers: (number | null)[] = [200];
/** Answers wait for it. */
let gate: Promise<void> = Promise.resolve();
const api = createServer(async (request: IncomingMessage, response) => {
  received.push({ method: request.method, authorization: request.headers.authorization, body: await text(request) });
  const status = answers.length > 1 ? answers.shift() : answers[0];
  await gate;
  if (status) response.writeHead(status).end();
}).listen(0, '127.0.0.1');
await new Promise((resolve) => api.once('listening', resolve));
const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}/purge`;
afterAll(() => {
  api.closeAllConnections();
  api.close();
});

let logged: string[] = [];
const log = {
  warn: (_details: unknown, message?: string) => void logged.push(`warn: ${message}`),
  error: (_details: unknown, message?: string) => void logged.push(`error: ${message}`),
};
const { cdn: config } = readConfig({ CDN_MAX_AGE: '30', CDN_PURGE_URL: url, CDN_PURGE_HEADER: 'Authorization: Bearer key' });
if (!config) throw new Error('no CDN is configured');
const open = (limits: Partial<CdnLimits> = {}) =>
  openCdn(config, log, { ...CDN_LIMITS, retryDelay: 1, wait: 60 * SECOND, repeatAfter: MINUTE, ...limits });

const shop = await openShop({ app: { cdn: open() } });
beforeEach(() => {
  received = [];
  answers = [200];
  gate = Promise.resolve();
  logged = [];
});

test('[CDN-1] responses that are the same for everyone may be stored by the CDN, longer while the shop is down; browsers ask each time', async () => {
  await makeProducts(shop.deps.db, [{ categoryId: await makeCategory(shop.deps.db) }]);
  const expected = 'public, max-age=0, s-maxage=30, stale-if-error=86400';
  for (const attempt of ['from the handler', 'from the cache'])
    expect([attempt, (await shop.app.inject(listProducts.path)).headers['cache-control']]).toEqual([attempt, expected]);
  const { token } = await shop.signUp();
  for (const [path, headers] of [
    ['/api/v1/auth/orders', { authorization: token }],
    ['/api/v1/product/single-product/none', {}],
    ['/livez', {}],
  ] as const)
    expect([path, String((await shop.app.inject({ url: path, headers })).headers['cache-control'])]).not.toEqual([
      path,
      expect.stringContaining('s-maxage'),
    ]);
});

test('[CDN-2] an admin’s change is answered after the CDN has dropped its copies; a refused change sends nothing to the CDN', async () => {
  const id = await makeCategory(shop.deps.db);
  const { token } = await shop.signUp({ role: 1 });
  const rename = (name: string) => shop.call(updateCategory, { token, params: { id }, body: { name } });
  expect((await rename('')).status).toBe(400);
  expect(received).toEqual([]);
  const { promise, resolve: openGate } = Promise.withResolvers<void>();
  gate = promise;
  let isAnswered = false;
  const answer = rename('Lamps').finally(() => {
    isAnswered = true;
  });
  await expect.poll(() => received).toEqual([{ method: 'POST', authorization: 'Bearer key', body: '{"purge_everything":true}' }]);
  expect(isAnswered).toBe(false);
  openGate();
  expect((await answer).status).toBe(200);
});

test('[CDN-2] many changes at once need two purge requests: one that has started may have come too early for the others', async () => {
  const { purge } = open();
  await Promise.all(Array.from({ length: 20 }, purge));
  expect(received.length).toBe(2);
  await purge();
  expect(received.length).toBe(3);
});

test('[CDN-2] the purge is repeated a second later: the CDN may have asked a process that didn’t know of the change yet', async () => {
  const { purge } = open({ repeatAfter: 500 });
  await Promise.all([purge(), purge()]);
  await expect.poll(() => received.length).toBe(3);
});

test('[CDN-3] an unavailable CDN is asked again; one that refuses isn’t, and the log says how long it may show the previous state', async () => {
  answers = [503, 429, 200];
  await open().purge();
  expect(received.length).toBe(3);
  expect(logged).toEqual(Array(2).fill('warn: the CDN could not be purged; trying again'));
  received = [];
  logged = [];
  answers = [401];
  await open().purge();
  expect(received.length).toBe(1);
  expect(logged).toEqual(['error: the CDN was not purged: it may show the previous state for up to 30 seconds']);
});

test('[CDN-3] a CDN that never answers delays an admin only for a moment', async () => {
  answers = [null];
  await open({ wait: 20, timeout: 60 * SECOND }).purge();
  await expect.poll(() => received.length).toBe(1);
});

test('[CDN-1] contradicting settings stop the start', () => {
  expect(readConfig({}).cdn).toBeNull();
  expect(() => readConfig({ CDN_PURGE_URL: url })).toThrow('CDN_PURGE_URL: goes with CDN_MAX_AGE');
  expect(() => readConfig({ CDN_MAX_AGE: '30', CDN_PURGE_HEADER: 'A: b' })).toThrow('CDN_PURGE_URL');
  expect(() => readConfig({ CDN_MAX_AGE: '30', CDN_PURGE_URL: url, CDN_PURGE_HEADER: 'secret' })).toThrow(
    'CDN_PURGE_HEADER: must be a header',
  );
  expect(() => readConfig({ CDN_MAX_AGE: '30', CDN_PURGE_URL: url, CDN_PURGE_BODY: '{' })).toThrow('CDN_PURGE_BODY: must be JSON');
});
