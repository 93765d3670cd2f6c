/** Of several that wait for one rendering nobody waits longer because the first one went away, was refused or was never closed. */
import { once } from 'node:events';
import http from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { isFullRun } from '../../../../tests/support/projects.ts';
import { checkAdmin } from '../../../contract/auth.ts';
import { createProduct } from '../../../contract/product-admin.ts';
import { SECOND } from '../../../contract/values.ts';
import { AppError } from '../errors.ts';
import { EVERYTHING } from './dependencies.ts';

const shop = await openShop();

/** What the handler of the next request does, once the test lets it. */
let handle: () => Promise<unknown> = async () => ({ ok: true });
let begun = Promise.withResolvers<void>();
shop.app.get('/shared/:name', { config: { cache: 'shared', getCacheKey: ({ url }: FastifyRequest) => url } }, async () => {
  begun.resolve();
  return handle();
});

let port = 0;
const sockets: Socket[] = [];
beforeAll(async () => {
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  const address = shop.app.server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

async function openSocket(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const request = (path: string, ...headers: string[]) => [`GET ${path} HTTP/1.1`, 'host: shop.example', ...headers, '', ''].join('\r\n');

/** The status of a request that joins one that is under way, and how long it took; null: no answer within ten seconds. */
async function join(path: string): Promise<number | null> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(10 * SECOND) }).catch(() => null);
  await answer?.text();
  return answer?.status ?? null;
}

/** Starts a request whose handler waits, lets another one join it, and takes the first one's client away. */
async function loseLeader(path: string, finish: () => Promise<unknown>, leave: (socket: Socket) => void) {
  const gate = Promise.withResolvers<void>();
  begun = Promise.withResolvers<void>();
  handle = () => gate.promise.then(finish);
  const leader = await openSocket(request(path));
  await begun.promise;
  const follower = join(path);
  await expect.poll(() => shop.responseCache.findInFlight(path)).toBeTruthy();
  await sleep(100);
  leave(leader);
  await sleep(100);
  handle = async () => ({ ok: true });
  gate.resolve();
  return follower;
}

test.each<[string, () => Promise<unknown>]>([
  ['finishes anyway', async () => ({ ok: true })],
  ['fails', () => Promise.reject(new AppError('not_found', 'gone'))],
  ['breaks', () => Promise.reject(new Error('broken'))],
  ['returns nothing', async () => undefined],
])('if the first client of a page has left and its handler then %s, nobody is kept waiting', async (what, finish) => {
  const path = `/shared/${what.replaceAll(' ', '-')}`;
  expect(await loseLeader(path, finish, (socket) => void socket.resetAndDestroy())).toBe(200);
});

test(
  'if a change made the first request outdated before its client left, nobody is kept waiting',
  async () => {
    const leave = (socket: Socket) => {
      shop.responseCache.apply(EVERYTHING);
      socket.resetAndDestroy();
    };
    expect(await loseLeader('/shared/changed', async () => undefined, leave)).toBe(200);
  },
  15 * SECOND,
);

/** Sent one after the other over a single connection. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

function send(method: string, path: string, headers: Record<string, string> = {}, body?: Buffer): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = http.request({ agent, host: '127.0.0.1', port, method, path, headers, timeout: 10 * SECOND }, (response) => {
      response.resume();
      response.on('close', () => resolve(response.statusCode ?? 'none'));
    });
    sent.on('error', () => resolve('cut off'));
    sent.on('timeout', () => {
      resolve('no answer');
      sent.destroy();
    });
    sent.end(body);
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };
const LOGIN = '/api/v1/auth/login';
test.each<[string, string, string, Record<string, string>, Buffer]>([
  ['a body that is too large', 'POST', LOGIN, JSON_TYPE, Buffer.alloc(2_000_000, 0x20)],
  ['a packed body', 'POST', LOGIN, { ...JSON_TYPE, 'content-encoding': 'gzip' }, Buffer.alloc(300_000, 1)],
  ['a body of another type', 'POST', LOGIN, { 'content-type': 'text/plain' }, Buffer.alloc(300_000, 0x61)],
  [
    'an upload without a token',
    'POST',
    createProduct.path,
    { 'content-type': 'multipart/form-data; boundary=x' },
    Buffer.alloc(3_000_000, 1),
  ],
  ['a body that no call accepts', 'PUT', '/policy', JSON_TYPE, Buffer.alloc(300_000, 0x20)],
  ['a header that is too long', 'GET', '/shared/long', { 'x-long': 'x'.repeat(20_000) }, Buffer.alloc(0)],
  ['half of a multipart body', 'POST', createProduct.path, { 'content-type': 'multipart/form-data; boundary=x' }, Buffer.from('--x\r\n')],
])(
  'a call over a connection on which %s was refused is answered',
  async (_what, method, path, headers, body) => {
    handle = async () => ({ ok: true });
    const rounds = isFullRun ? 500 : 5;
    for (let n = 0; n < rounds; n += 1) {
      expect(await send(method, path, headers, body)).toSatisfy((it) => it === 'cut off' || (it >= 400 && it < 500));
      // A connection that the shop has just closed may be used once more by mistake, which the sender hears of at once.
      expect(await send('GET', checkAdmin.path)).toSatisfy((it) => it === 401 || it === 'cut off');
      expect(await send('GET', `/shared/after-${n}`)).toSatisfy((it) => it === 200 || it === 'cut off');
    }
  },
  600 * SECOND,
);
