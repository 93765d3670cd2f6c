import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { filterProducts } from '../../../contract/product.ts';
import { HOUR, MINUTE } from '../../../contract/values.ts';
import { registerPages } from './pages/ssr.ts';

const BUDGETS = { uncachedPerMinute: 5 };
const shop = await openShop({ app: { networkBudgets: BUDGETS, trustProxy: ['10.0.0.1'] } });

/** A page that calls the API four times, as a real one does. */
await registerPages(shop.app, shop.deps, {
  assetsDir: '/nowhere',
  toPageUrl: (url) => url,
  renderPage: async (_url, fetcher) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ checked: [], radio: [] }) };
    for (let n = 0; n < 4; n += 1) expect((await fetcher(filterProducts.path, init)).status).toBe(200);
    return new Response('<p>page</p>', { headers: { 'content-type': 'text/html' } });
  },
});

let time = Date.now();
beforeEach(() => {
  // Each test begins with new budgets.
  time += 2 * HOUR;
  vi.useFakeTimers({ toFake: ['Date'], now: time });
});
afterEach(() => void vi.useRealTimers());

const get = (url: string, remoteAddress = '203.0.113.1', headers: Record<string, string> = {}) =>
  shop.send({ url, remoteAddress, headers: { accept: 'text/html', ...headers } });
const filter = (remoteAddress: string, headers: Record<string, string> = {}) =>
  shop.send({ method: 'POST', url: filterProducts.path, payload: { checked: [], radio: [] }, remoteAddress, headers });

async function useUp(remoteAddress: string): Promise<void> {
  for (let n = 0; n < BUDGETS.uncachedPerMinute; n += 1) expect((await filter(remoteAddress)).status).toBe(200);
}

test('[LIMIT-2] a network that asks for more uncached work than its budget waits out the minute; others don’t', async () => {
  await useUp('203.0.113.1');
  const refused = await filter('203.0.113.1');
  expect(refused).toMatchObject({
    status: 429,
    headers: { 'retry-after': '60', 'cache-control': 'no-store' },
    body: {
      success: false,
      code: 'too_many_requests',
      message: 'Too many requests came from your network. Please try again in 60 seconds',
    },
  });
  expect((await filter('203.0.113.2')).status).toBe(200);
  vi.setSystemTime(time + MINUTE);
  expect((await filter('203.0.113.1')).status).toBe(200);
});

test('[LIMIT-2] a page over the budget is a friendly one, with 429', async () => {
  await useUp('203.0.113.1');
  const { status, headers, body } = await get('/somewhere');
  expect([status, headers['retry-after']]).toEqual([429, '60']);
  expect(headers['content-type']).toContain('text/html');
  expect(body.text).toContain('<h1>One moment, please</h1>');
  expect(body.text).toContain('Please try again in 60 seconds.');
});

test('[LIMIT-2] cached responses and a page’s own calls to the API never count', async () => {
  for (let n = 0; n < 5 * BUDGETS.uncachedPerMinute; n += 1) expect((await get('/cached')).status).toBe(200);
  // One of the five.
  for (let n = 1; n < BUDGETS.uncachedPerMinute; n += 1) expect((await get(`/uncached-${n}`)).status).toBe(200);
  expect((await get('/one-more')).status).toBe(429);
  expect((await get('/cached')).status).toBe(200);
});

test('[LIMIT-2] of many requests that wait for one rendering only the first counts', async () => {
  const responses = await Promise.all(Array.from({ length: 4 * BUDGETS.uncachedPerMinute }, () => get('/at-once')));
  for (const { status } of responses) expect(status).toBe(200);
});

test('[LIMIT-2] calls without a valid token count too; health checks, images and payment events don’t', async () => {
  for (let n = 0; n < BUDGETS.uncachedPerMinute; n += 1)
    expect((await get('/api/v1/order/orders', '203.0.113.1', { authorization: 'x'.repeat(43) })).status).toBe(401);
  expect((await get('/api/v1/order/orders')).status).toBe(429);
  for (const url of ['/livez', '/readyz']) expect((await get(url)).status).not.toBe(429);
  expect((await get('/uploads/none.webp')).status).toBe(404);
  expect((await shop.send({ method: 'POST', url: '/api/v1/payment/webhook', remoteAddress: '203.0.113.1' })).status).not.toBe(429);
});

test('[LIMIT-2] [threat 44] a network is an IPv4 address or an IPv6 /64, and a forwarded address counts only from a trusted proxy', async () => {
  for (let n = 0; n < BUDGETS.uncachedPerMinute; n += 1) await filter(`2001:db8:1:2::${n}`);
  expect((await filter('2001:db8:1:2:3:4:5:6')).status).toBe(429);
  expect((await filter('2001:db8:1:3::1')).status).toBe(200);
  for (let n = 0; n < BUDGETS.uncachedPerMinute; n += 1) await filter('10.0.0.1', { 'x-forwarded-for': '198.51.100.1' });
  expect((await filter('10.0.0.1', { 'x-forwarded-for': '198.51.100.1' })).status).toBe(429);
  expect((await filter('10.0.0.1', { 'x-forwarded-for': '198.51.100.2' })).status).toBe(200);
  await useUp('203.0.113.1');
  expect((await filter('203.0.113.1', { 'x-forwarded-for': '198.51.100.3' })).status).toBe(429);
  // Nobody passes for the shop itself.
  expect((await filter('203.0.113.1', { 'x-forwarded-for': 'in-process' })).status).toBe(429);
  for (let n = 0; n < BUDGETS.uncachedPerMinute; n += 1) await filter('10.0.0.1', { 'x-forwarded-for': 'in-process' });
  expect((await filter('10.0.0.1', { 'x-forwarded-for': 'in-process' })).status).toBe(429);
});

test('[LIMIT-2] if one browser uses up its budget, another browser in the same network can continue', async () => {
  const phone = (name: string) => ({ 'user-agent': name, 'accept-language': 'de' });
  for (let n = 0; n < BUDGETS.uncachedPerMinute; n += 1) expect((await filter('203.0.113.1', phone('Phone A'))).status).toBe(200);
  expect((await filter('203.0.113.1', phone('Phone A'))).status).toBe(429);
  expect((await filter('203.0.113.1', phone('Phone B'))).status).toBe(200);
});

test('[LIMIT-2] a client that changes the browser’s name with each request is stopped by the limit of the whole network', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 5 * BUDGETS.uncachedPerMinute; n += 1)
    statuses.push((await filter('203.0.113.1', { 'user-agent': `robot ${n}` })).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(4 * BUDGETS.uncachedPerMinute);
  expect((await filter('203.0.113.2')).status).toBe(200);
});

test('[LIMIT-2] an account has a budget separate from its network: visitors can’t use it up, and it uses up none of theirs', async () => {
  const [ada, grace] = [await shop.signUp(), await shop.signUp()];
  await useUp('203.0.113.1');
  expect((await filter('203.0.113.1')).status).toBe(429);
  const asAda = { authorization: ada.token };
  for (let n = 0; n < BUDGETS.uncachedPerMinute; n += 1) expect((await filter('203.0.113.1', asAda)).status).toBe(200);
  expect((await filter('203.0.113.1', asAda)).status).toBe(429);
  // It is the account's wherever it calls from, and nobody else's.
  expect((await filter('203.0.113.9', asAda)).status).toBe(429);
  expect((await filter('203.0.113.1', { authorization: grace.token })).status).toBe(200);
  for (let n = 0; n < BUDGETS.uncachedPerMinute; n += 1) expect((await filter('203.0.113.9')).status).toBe(200);
});
