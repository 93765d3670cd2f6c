import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { isFullRun } from '../../../../../tests/support/projects.ts';
import { login } from '../../../../contract/auth.ts';
import { listCategories } from '../../../../contract/category.ts';
import { IMAGE_MAX_BYTES } from '../../../../contract/limits.ts';
import { createProduct } from '../../../../contract/product-admin.ts';
import { SECOND } from '../../../../contract/values.ts';
import { buildServerOptions, TRANSFER_LIMITS } from './transfer-limits.ts';

/** Far longer than a busy machine needs for a request that is sent at once. */
const SHORT = { headersTimeout: SECOND, stallTimeout: SECOND };

const shop = await openShop({ app: { transferLimits: TRANSFER_LIMITS } });
const impatientShop = await openShop({ app: { transferLimits: SHORT } });
impatientShop.app.get('/works-for-long', async () => {
  await sleep(3 * SHORT.stallTimeout);
  return { ok: true };
});
const port = await listen(shop);
const impatientPort = await listen(impatientShop);

afterEach(() => void vi.useRealTimers());

/** vitest's own would move the fake clock. Shorter than Node's check of every 30 s, which must not be what ends a connection. */
async function waitUntil(isTrue: () => boolean): Promise<void> {
  const end = performance.now() + 20 * SECOND;
  while (!isTrue()) {
    if (performance.now() > end) throw new Error(`waited in vain: ${isTrue}`);
    await sleep(5);
  }
}

async function listen({ app }: typeof shop): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as net.AddressInfo).port;
}

/** A client's socket, what it has received, and the server's end of it. */
async function connect(app: typeof shop.app, toPort: number) {
  const accepted = once(app.server, 'connection') as Promise<[net.Socket]>;
  const socket = net.connect(toPort, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => undefined);
  const [serverSocket] = await accepted;
  return { socket, serverSocket, readText: () => received };
}

const head = (line: string, headers: Record<string, string | number>) =>
  `${line} HTTP/1.1\r\nHost: x\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

const JSON_HEADERS = { 'Content-Type': 'application/json', 'Content-Length': 1000 };
const FORM_HEADERS = { 'Content-Type': 'multipart/form-data; boundary=edge' };

test('[LIMIT-1] [threat 42] an upload of 5 MB over 1 Mbit/s is accepted, although it takes longer than 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { token } = await shop.signUp({ role: 1 });
  const preamble = '--edge\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
  const body = Buffer.concat([Buffer.from(preamble), Buffer.alloc(IMAGE_MAX_BYTES), Buffer.from('\r\n--edge--\r\n')]);
  // Node's own limit, for the whole request.
  expect(shop.app.server.requestTimeout).toBeGreaterThan((body.length / (1_000_000 / 8)) * SECOND);
  const { socket, serverSocket, readText } = await connect(shop.app, port);
  socket.write(head(`POST ${createProduct.path}`, { ...FORM_HEADERS, Authorization: token, 'Content-Length': body.length }));
  const bytesPerWindow = (1_000_000 / 8) * 30;
  for (let sent = 0; sent < body.length; sent += bytesPerWindow) {
    const before = serverSocket.bytesRead;
    const chunk = body.subarray(sent, sent + bytesPerWindow);
    socket.write(chunk);
    await waitUntil(() => serverSocket.bytesRead >= before + chunk.length);
    if (sent + chunk.length < body.length) vi.advanceTimersByTime(30 * SECOND);
  }
  // The picture was read to its end, and the form is answered as one without a name.
  await waitUntil(() => readText().includes('\r\n\r\n'));
  expect(readText()).toContain('HTTP/1.1 400');
  expect(readText()).toContain('"path":"name"');
  socket.destroy();
});

test.each([
  ['a login', head(`POST ${login.path}`, JSON_HEADERS), 'HTTP/1.1 408'],
  ['an upload without a login', head(`POST ${createProduct.path}`, { ...FORM_HEADERS, 'Content-Length': 1000 }), 'HTTP/1.1 401'],
  ['a body that a cached response doesn’t wait for', head(`GET ${listCategories.path}`, JSON_HEADERS), 'HTTP/1.1 200'],
  ['a URL that can’t be decoded', head('POST /%E0%A4%A', JSON_HEADERS), 'HTTP/1.1 400'],
])('[LIMIT-1] [threat 42] %s with a body of one byte a second is closed after 30 seconds', async (_what, request, status) => {
  // Cached now.
  await fetch(`http://127.0.0.1:${port}${listCategories.path}`);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { socket, serverSocket, readText } = await connect(shop.app, port);
  socket.write(request);
  await waitUntil(() => serverSocket.bytesRead >= request.length);
  for (let second = 1; second <= 30; second += 1) {
    expect(serverSocket.destroyed).toBe(false);
    socket.write('x');
    await waitUntil(() => serverSocket.bytesRead >= request.length + second);
    vi.advanceTimersByTime(SECOND);
  }
  await waitUntil(() => serverSocket.destroyed);
  await waitUntil(() => socket.closed);
  expect(readText()).toContain(status);
});

test('[LIMIT-1] [threat 42] many connections that send nothing, half a header or half a body are all closed, and others are served meanwhile', {
  tags: ['full'],
}, async () => {
  const count = isFullRun ? 200 : 40;
  const openings = ['', 'GET / HTT', 'GET / HTTP/1.1\r\nHost: x\r\nX: ', `${head(`POST ${login.path}`, JSON_HEADERS)}{"em`];
  const clients: (Awaited<ReturnType<typeof connect>> & { drip: NodeJS.Timeout })[] = [];
  for (let n = 0; n < count; n += 1) {
    const client = await connect(impatientShop.app, impatientPort);
    client.socket.write(openings[n % openings.length] ?? '');
    clients.push({ ...client, drip: setInterval(() => client.socket.write('x'), 100) });
  }
  expect((await fetch(`http://127.0.0.1:${impatientPort}/livez`)).status).toBe(200);
  await waitUntil(() => clients.every(({ serverSocket }) => serverSocket.destroyed));
  for (const { drip, socket } of clients) {
    clearInterval(drip);
    socket.destroy();
  }
});

test('[LIMIT-1] a client that requests much and reads nothing is disconnected', { tags: ['full'] }, async () => {
  const { socket, serverSocket } = await connect(impatientShop.app, impatientPort);
  socket.pause();
  socket.write(head('GET /api/docs/json', {}).repeat(500));
  await waitUntil(() => serverSocket.destroyed);
  socket.destroy();
});

test('[LIMIT-1] a client that waits for the shop isn’t disconnected', { tags: ['full'] }, async () => {
  const response = await fetch(`http://127.0.0.1:${impatientPort}/works-for-long`);
  expect(await response.json()).toEqual({ ok: true });
});

test('[LIMIT-1] the limits are exact to the second: Node checks that often', () => {
  const { http } = buildServerOptions(TRANSFER_LIMITS);
  expect(http).toEqual({ headersTimeout: 10 * SECOND, connectionsCheckingInterval: SECOND });
  expect(shop.app.server).toMatchObject({ headersTimeout: 10 * SECOND, timeout: 30 * SECOND });
});
