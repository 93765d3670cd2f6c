/** What the log says, and what it doesn't. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { makeMultipartForm } from '../../../../tests/support/multipart-form.ts';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { register } from '../../../contract/auth.ts';
import { receivePaymentWebhook, startCheckout } from '../../../contract/order.ts';
import { createProduct } from '../../../contract/product-admin.ts';
import { createBusyError } from '../errors.ts';

const lines: string[] = [];
const shop = await openShop({
  app: { logger: { level: 'debug', stream: { write: (line: string) => void lines.push(line) } } },
});
let port = 0;

beforeAll(async () => {
  shop.app.get('/busy', () => Promise.reject(createBusyError()));
  shop.app.get('/broken', () => Promise.reject(Object.assign(new Error('no connection'), { code: '57P01' })));
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  const address = shop.app.server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
beforeEach(() => {
  lines.length = 0;
});

const ADA = {
  name: 'Ada Lovelace',
  email: 'ada.lovelace@example.com',
  password: 'a-very-long-password-1',
  phone: '+1 555 0199',
  address: '12 Analytical Street',
  answer: 'Babbage the cat',
};

test('[SAFE-13] if an account can’t be saved, the log has the cause and nothing of the account', async () => {
  await shop.deps.db.execute(sql`alter table users add constraint broken check (name <> 'Ada Lovelace')`);
  try {
    const { status, body } = await shop.call(register, { body: ADA });
    expect(status).toBe(500);
    expect(body.message).not.toContain('Ada');
  } finally {
    await shop.deps.db.execute(sql`alter table users drop constraint broken`);
  }
  const log = lines.join('');
  for (const secret of [...Object.values(ADA), 'argon2', '127.0.0.1', 'Failing row']) expect(log).not.toContain(secret);
  expect(log).toContain('"constraint":"broken"');
  expect(log).toContain('"code":"23514"');
});

test('[SAFE-13] a request is logged only by method and path: no query, no host, no IP address', async () => {
  await shop.send({ url: '/api/v1/product/get-product?token=ada-secret', headers: { host: 'ada.example' } });
  expect(lines.join('')).toContain('"req":{"method":"GET","path":"/api/v1/product/get-product"}');
  expect(lines.join('')).not.toMatch(/token|ada-secret|ada\.example|127\.0\.0\.1|remoteAddress/);
});

test('[SAFE-13] search words, and an email in a path, stay out of the log', async () => {
  const paths = [
    '/api/v1/product/search/divorce%20lawyer',
    '/api/v1/product/suggest/divorce',
    '/API/v1/product/search/divorce',
    '/api/v1/product/search/divorce/',
    '/unsubscribe/ada.lovelace@example.com/now',
    '/unsubscribe/ada.lovelace%40example.com',
    '/searched/products?keyword=divorce',
  ];
  // The second time it is cached where it may be, which writes another kind of line.
  for (const url of [...paths, ...paths]) await shop.send({ url, headers: { accept: 'text/html' } });
  for (const url of paths) await fetch(`http://127.0.0.1:${port}${url}`);
  const log = lines.join('');
  expect(log).not.toMatch(/divorce|lawyer|lovelace/i);
  expect(log).toContain('"path":"/api/v1/product/search/…"');
  expect(log).toContain('"path":"/unsubscribe/[email]/now"');
  expect(log).toContain('"cached":true');
});

test('[SAFE-14] faults that strangers cause raise no alarm: no payment provider, forged events by the hundred, one request too many', async () => {
  const [mug] = await makeProducts(shop.deps.db, [{ categoryId: await makeCategory(shop.deps.db) }]);
  const guest = { email: 'grace@example.com', name: 'Grace', address: '1 Compiler Way' };
  const checkout = await shop.call(startCheckout, { body: { products: [{ _id: mug?.id }], guest } });
  expect(checkout.status).toBe(503);
  for (let n = 0; n < 100; n += 1) await shop.send({ method: 'POST', url: receivePaymentWebhook.path, payload: `{"forged":${n}}` });
  expect((await shop.send({ url: '/busy' })).status).toBe(503);
  expect(alarms()).toEqual([]);
  // What the shop itself is at fault for still is one.
  expect((await shop.send({ url: '/broken' })).status).toBe(503);
  expect(alarms()).toHaveLength(1);
});

async function openSocket(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Levels from warning upwards: what somebody may be called for. */
const alarms = () => lines.filter((line) => JSON.parse(line).level >= 40);

const head = (method: string, url: string, ...headers: string[]) =>
  [`${method} ${url} HTTP/1.1`, 'host: shop.example', ...headers, '', ''].join('\r\n');

test('[SAFE-14] a client that disconnects raises no alarm: in a body, in an upload, before its response, or after nonsense', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const form = await makeMultipartForm({ name: 'Tea' }, Buffer.alloc(100_000));
  const upload = Buffer.from(form.body as Buffer);
  const contentType = `content-type: ${form.headers['content-type']}`;
  const attempts = [
    `${head('POST', register.path, 'content-type: application/json', 'content-length: 500')}{"name":"Ada`,
    head('POST', createProduct.path, `authorization: ${token}`, contentType, `content-length: ${upload.length}`) +
      upload.subarray(0, 5000).toString('latin1'),
    head('GET', '/api/v1/product/get-product'),
    head('GET', '/nothing'),
    'nonsense\r\n\r\n',
    'GET / HT',
  ];
  for (const attempt of attempts) {
    for (const wait of [0, 50]) {
      const socket = await openSocket(attempt);
      await sleep(wait);
      socket.resetAndDestroy();
    }
  }
  // The shop has heard of all of them once it answers one that came later.
  await sleep(200);
  expect((await shop.send({ url: '/livez' })).status).toBe(200);
  expect(alarms()).toEqual([]);
  expect(lines.join('')).toContain('the client closed the connection');
});

afterAll(() => shop.app.close());
