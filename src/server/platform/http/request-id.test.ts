/** By which id a request is found again: in its response, in the log, in what people are told. */
import { once } from 'node:events';
import { request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { listProducts } from '../../../contract/product.ts';
import { registerPages } from './pages/ssr.ts';

const lines: string[] = [];
const shop = await openShop({ app: { logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } } } });
shop.app.get('/api/v1/broken', () => Promise.reject(new Error('boom')));
shop.app.post('/api/v1/echo', async (request) => {
  request.log.info('in the handler');
  return { ok: true };
});
await registerPages(shop.app, shop.deps, {
  assetsDir: null,
  toPageUrl: (url) => url,
  renderPage: async (_url, fetcher) => {
    await fetcher('/api/v1/broken', {});
    return new Response('a page', { headers: { 'content-type': 'text/html' } });
  },
});
let port = 0;

beforeAll(async () => {
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  port = (shop.app.server.address() as AddressInfo).port;
});
beforeEach(() => {
  lines.length = 0;
});

const UUID = /^[0-9a-f-]{36}$/;
const readLines = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

/** By a socket: the fast path answers no injected request. */
async function get(path: string, headers: Record<string, string> = {}) {
  const request = sendRequest({ port, path, headers, agent: false }).end();
  const [response] = await once(request, 'response');
  response.resume();
  await once(response, 'end');
  return response as { statusCode: number; headers: Record<string, string> };
}

test('[WATCH-5] the id from a proxy is in the response, in each line of the log and in the error that a person sees', async () => {
  const { headers, body } = await shop.send({ url: '/api/v1/broken', headers: { 'x-request-id': 'edge-1.A_b' } });
  expect(headers['x-request-id']).toBe('edge-1.A_b');
  expect(body.message).toContain('edge-1.A_b');
  expect(readLines().map(({ reqId }) => reqId)).toEqual(['edge-1.A_b', 'edge-1.A_b']);
});

test.each(['', 'a b', 'a"b', 'ä', '<b>', 'x'.repeat(129)])(
  '[WATCH-5] %j isn’t accepted as an id, and the shop creates one',
  async (sent) => {
    const { headers } = await shop.send({ url: '/livez', headers: { 'x-request-id': sent } });
    expect(headers['x-request-id']).toMatch(UUID);
  },
);

test('[WATCH-5] a URL without a route has an id too', async () => {
  const { headers, status } = await shop.send({ url: '/%ff', headers: { 'x-request-id': 'odd' } });
  expect([status, headers['x-request-id']]).toEqual([400, 'odd']);
});

test('[WATCH-5] calls of a page have the id of the page', async () => {
  await shop.send({ url: '/a-page', headers: { 'x-request-id': 'of-the-page' } });
  const errors = readLines().filter(({ level }) => Number(level) >= 50);
  expect(errors).toMatchObject([{ reqId: 'of-the-page', err: { message: 'boom' } }]);
});

test('[WATCH-5] a handler that has read a body logs with the id', async () => {
  await shop.send({ method: 'POST', url: '/api/v1/echo', payload: { a: 1 }, headers: { 'x-request-id': 'with-a-body' } });
  expect(readLines().map(({ msg, reqId }) => [msg, reqId])).toEqual([
    ['in the handler', 'with-a-body'],
    ['request completed', 'with-a-body'],
  ]);
});

test('[WATCH-5] [WATCH-8] a cached response has the id of its own request, and one line in the log, like an uncached one', async () => {
  const first = await get(listProducts.path, { 'x-request-id': 'first' });
  const second = await get(listProducts.path, { 'x-request-id': 'second' });
  const third = await get(listProducts.path, {
    'if-none-match': second.headers.etag ?? '',
    traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`,
  });
  const fourth = await get(listProducts.path, { 'x-request-id': 'not valid' });
  expect([first, second, third].map((it) => [it.statusCode, it.headers['x-request-id']])).toEqual([
    [200, 'first'],
    [200, 'second'],
    [304, 'ab'.repeat(16)],
  ]);
  expect(fourth.headers['x-request-id']).toMatch(UUID);
  await expect.poll(() => lines.length).toBe(4);
  const logged = readLines();
  expect(logged.map(({ reqId, req, res, cached }) => [reqId, req, res, cached])).toEqual([
    ['first', { method: 'GET', path: listProducts.path }, { statusCode: 200 }, undefined],
    ['second', { method: 'GET', path: listProducts.path }, { statusCode: 200 }, true],
    ['ab'.repeat(16), { method: 'GET', path: listProducts.path }, { statusCode: 304 }, true],
    [fourth.headers['x-request-id'], { method: 'GET', path: listProducts.path }, { statusCode: 200 }, true],
  ]);
  const common = ['level', 'time', 'pid', 'hostname', 'reqId', 'req', 'res'];
  for (const line of logged) expect(Object.keys(line).slice(0, 7)).toEqual(common);
});
