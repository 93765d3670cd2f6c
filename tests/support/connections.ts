/** A shop whose connections an owner sets in the admin area, beside a fake Stripe and a real mail server. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { InjectOptions } from 'fastify';
import { afterAll } from 'vitest';
import { connectAddress } from '../../src/contract/connections.ts';
import { receivePaymentWebhook } from '../../src/contract/order.ts';
import type { ServerConnections } from '../../src/server/shop/connections/connections-port.ts';
import { openShop, type Shop } from './harness.ts';
import { startFakeStripe } from './stripe/stripe-server.ts';
import type { StripeEvent } from './stripe/stripe-state.ts';
import { signStripeEvent } from './stripe/webhook-signature.ts';

/** The owner's calls that change a connection, of which each leaves a row in the activity log. */
export const CONNECTION_CHANGES = [
  'activatePayments',
  'activatePaypal',
  'confirmBackupPassphrase',
  'connectAddress',
  'connectBackups',
  'connectEmail',
  'connectPayments',
  'connectPaypal',
  'disconnectAddress',
  'disconnectBackups',
  'disconnectEmail',
  'disconnectPayments',
  'disconnectPaypal',
  'renewBackupPassphrase',
  'startBackup',
];

/** At a real address: the shop calls itself there. */
export async function serveShop({ app }: Shop): Promise<string> {
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const payload = await buffer(request);
    const sent = { method: method as InjectOptions['method'] & {}, url, headers: headers as Record<string, string> };
    const answer = await app.inject({ ...sent, ...(payload.length && { payload }) });
    response
      .writeHead(answer.statusCode, { 'content-type': String(answer.headers['content-type'] ?? 'text/plain') })
      .end(answer.rawPayload);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function openConnectedShop(environment: Partial<ServerConnections> = {}) {
  let shopNow = () => new Date();
  const stripe = await startFakeStripe(() => shopNow());
  afterAll(stripe.close);
  const shop = await openShop({ server: { stripeOrigins: { apiBase: stripe.baseUrl, checkoutUrl: null }, ...environment } });
  shopNow = shop.deps.now;
  const origin = await serveShop(shop);

  /** An owner of a shop that has its address. */
  async function openAt(url = origin) {
    const owner = await shop.signUp({ role: 1 });
    await shop.call(connectAddress, { token: owner.token, body: { url } });
    return owner;
  }

  async function deliver(event: StripeEvent, secret: string) {
    const payload = JSON.stringify(event);
    const headers = signStripeEvent(payload, shop.deps.now(), secret);
    return shop.send({ method: 'POST', url: receivePaymentWebhook.path, payload, headers });
  }

  return { shop, stripe, origin, openAt, deliver };
}
