/** The public address, which is checked by a call to itself; what the server's environment sets; and every process at once. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { openConnectedShop, serveShop } from '../../../../tests/support/connections.ts';
import { findFreePort } from '../../../../tests/support/free-port.ts';
import { openShop } from '../../../../tests/support/harness.ts';
import {
  connectAddress,
  connectEmail,
  disconnectAddress,
  proveAddress,
  readAddressConnection,
  readEmailConnection,
} from '../../../contract/connections.ts';
import { sendTestEmail } from '../../../contract/email-settings.ts';
import { connectPayments, readPaymentConnection } from '../../../contract/payment-connection.ts';
import { openConnections } from './connections.ts';

const { shop, origin, openAt } = await openConnectedShop();
const fixed = await openShop({
  server: {
    publicUrl: 'https://set.example',
    smtpUrl: 'smtps://user:secret-in-env@mail.example:465',
    mailFrom: { name: 'Shop', address: 'shop@set.example' },
    stripe: { secretKey: 'sk_test_environment', webhookSecrets: ['whsec_environment'], apiBase: 'http://127.0.0.1:9', checkoutUrl: null },
  },
});

const save = (token: string, url: string, more: object = {}) => shop.call(connectAddress, { token, body: { url, ...more } });

/** Another website. */
async function startWebsite(status: number, headers: Record<string, string>, body: string): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status, headers).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('[CONNECT-7] the shop’s URL counts after a call to it has reached this very shop', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const read = async () => (await shop.call(readAddressConnection, { token, headers: { host: 'found.example' } })).body.connection;
  expect(await read()).toMatchObject({ source: 'none', url: null, suggested: 'http://found.example', version: 0 });
  const saved = await save(token, ` ${origin}/ `, { version: 0 });
  expect(saved).toMatchObject({ status: 200, body: { connection: { source: 'saved', url: origin, version: 1 } } });
  expect(shop.deps.publicUrl).toBe(origin);
  expect(await save(token, origin, { version: 0 })).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
  expect((await shop.call(disconnectAddress, { token, body: { version: 1 } })).body.connection).toMatchObject({
    source: 'none',
    url: null,
  });
  expect(shop.deps.publicUrl).toBeNull();
});

test('[CONNECT-7] a URL of somebody else, or one that leads nowhere, is refused with the reason', async () => {
  const { token } = await openAt();
  const other = await openShopOfSomebodyElse();
  const cases: [url: string, words: string][] = [
    [await startWebsite(200, { 'content-type': 'text/html' }, '<h1>Hello</h1>'), 'Another website answers at'],
    [await startWebsite(200, { 'content-type': 'application/json' }, '{"success":true,"proof":"00"}'), 'Another website answers at'],
    [other, 'Another website answers at'],
    [await startWebsite(301, { location: 'https://www.shop.example/' }, ''), 'leads on to https://www.shop.example'],
    [`http://127.0.0.1:${await findFreePort()}`, 'refuses connections'],
    ['https://shop.invalid', 'There is no host shop.invalid yet'],
    [`${origin}/shop`, 'without a path'],
    ['https://owner:secret@shop.example', 'without a user name'],
    ['ftp://shop.example', 'Enter an address such as'],
    ['not an address', 'Enter an address such as'],
    ['https://', 'Enter an address such as'],
  ];
  for (const [url, words] of cases) {
    const { status, body } = await save(token, url);
    expect({ status, message: body.message, path: body.issues?.[0]?.path }, url).toEqual({
      status: 409,
      message: expect.stringContaining(words),
      path: 'url',
    });
  }
  expect(shop.deps.publicUrl).toBe(origin);
});

/** It has a secret of its own, so its proof is another one. */
async function openShopOfSomebodyElse(): Promise<string> {
  return startWebsite(200, { 'content-type': 'application/json' }, JSON.stringify({ success: true, proof: 'a'.repeat(64) }));
}

test('[CONNECT-7] if the network leads no server back to itself, the owner’s own request by that URL is the proof', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const headers = { host: '127.0.0.1:1' };
  expect((await shop.call(connectAddress, { token, headers, body: { url: 'http://127.0.0.1:1' } })).status).toBe(200);
  const { body } = await shop.call(proveAddress, { body: { challenge: 'x' } });
  expect(body).toMatchObject({ code: 'invalid_request' });
});

test('[CONNECT-1] another process of the shop uses the new URL after it reads the settings again', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const { server } = shop.deps.connections;
  const { db, now } = shop.deps;
  const other = await openConnections(server, { db, now, memoize: (_name, read) => read(), deliver: async () => 503 });
  await save(token, await serveShop(shop));
  expect(other.publicUrl).toBeNull();
  await other.refresh();
  expect(other.publicUrl).toBe(shop.deps.publicUrl);
});

test('[CONNECT-9] settings of the environment win, are shown without secrets, and can’t be changed here', async () => {
  const { token } = await fixed.signUp({ role: 1 });
  const payments = (await fixed.call(readPaymentConnection, { token })).body.connection;
  expect(payments).toMatchObject({ source: 'server', active: 'test', server: { mode: 'test', keyEnding: 'ment' } });
  const email = (await fixed.call(readEmailConnection, { token })).body.connection;
  expect(email).toMatchObject({ source: 'server', server: { host: 'mail.example:465', sender: 'shop@set.example' } });
  const address = (await fixed.call(readAddressConnection, { token })).body.connection;
  expect(address).toMatchObject({ source: 'server', url: 'https://set.example' });
  for (const secret of ['secret-in-env', 'sk_test_environment', 'whsec_environment'])
    expect(JSON.stringify([payments, email, address])).not.toContain(secret);
  const body = { host: 'other.example', port: 25, security: 'none', user: '', sender: 'a@b.example' };
  const answers = [
    await fixed.call(connectAddress, { token, body: { url: 'https://other.example' } }),
    await fixed.call(connectEmail, { token, body }),
    await fixed.call(connectPayments, { token, params: { mode: 'test' }, body: { secretKey: 'sk_test_x' } }),
  ];
  expect(answers.map(({ status, body: answer }) => [status, 'code' in answer && answer.code])).toEqual(
    Array(3).fill([409, 'set_by_server']),
  );
  expect((await fixed.call(sendTestEmail, { token })).body.message).toBe('The test email waits to be sent');
});

test('[CONNECT-9] the environment wins over saved settings, which return when it is removed', async () => {
  await openAt();
  const { server } = shop.deps.connections;
  const { db, now, memoize } = shop.deps;
  const options = { db, now, memoize, deliver: async () => 503 };
  expect((await openConnections({ ...server, publicUrl: 'https://set.example' }, options)).publicUrl).toBe('https://set.example');
  expect((await openConnections(server, options)).publicUrl).toBe(origin);
});
