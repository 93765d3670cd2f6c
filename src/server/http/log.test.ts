/** What the log says, and what it doesn't. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openShop } from '../../../tests/support/harness.ts';
import { makeMultipartForm } from '../../../tests/support/multipart-form.ts';
import { register } from '../../contract/auth.ts';
import { createProduct } from '../../contract/product-admin.ts';

const lines: string[] = [];
const shop = await openShop({ app: { logger: { level: 'debug', stream: { write: (line: string) => void lines.push(line) } } } });
let port = 0;

beforeAll(async () => {
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

test('[SAFE-13] an account that can not be inserted leaves nothing of itself in the log, but the cause', async () => {
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

test('[SAFE-13] a request is logged by method and path alone: no query, no host, no IP address', async () => {
  await shop.send({ url: '/api/v1/product/get-product?token=ada-secret', headers: { host: 'ada.example' } });
  expect(lines.join('')).toContain('"req":{"method":"GET","path":"/api/v1/product/get-product"}');
  expect(lines.join('')).not.toMatch(/token|ada-secret|ada\.example|127\.0\.0\.1|remoteAddress/);
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

test('[SAFE-14] a client that goes away is no alarm: in a body, in an upload, before its response, and after nonsense', async () => {
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
  expect(lines.join('')).toContain('the client went away');
});

afterAll(() => shop.app.close());
