/** A shop with the demo provider, whose events reach the webhook over HTTP like any provider's. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import type { BodyOf, ReplyOf } from '../../src/contract/endpoint.ts';
import { readOrder, receivePaymentWebhook, startCheckout } from '../../src/contract/order.ts';
import { buildApp } from '../../src/server/app.ts';
import type { Deps } from '../../src/server/deps.ts';
import { uncached } from '../../src/server/platform/cache/open-response-cache.ts';
import { openServer } from '../../src/server/platform/database/connect.ts';
import type { CheckoutConfig } from '../../src/server/platform/settings/config.ts';
import { writeProductChange } from '../../src/server/shop/catalog/products/product-change.service.ts';
import type { Vies } from '../../src/server/shop/customers/companies/vies.ts';
import { products } from '../../src/server/shop/database/schema/catalog.ts';
import { paymentEvents } from '../../src/server/shop/database/schema/payment.ts';
import { type Finding, verifyShop } from '../../src/server/shop/integrity/verify.service.ts';
import { createDemoProvider, type DeliverWebhook } from '../../src/server/shop/payments/demo/demo.provider.ts';
import { SIGNATURE_HEADER, signPayload } from '../../src/server/shop/payments/demo/demo.webhook.ts';
import type { DemoProvider, PaymentProvider } from '../../src/server/shop/payments/provider.ts';
import { openShop, type Shop, type TestResponse } from './harness.ts';
import { makeCategory, makeProducts } from './products.ts';

export const WEBHOOK_SECRET = 'a secret of the tests';
export const VALID_CARD = { number: '4242 4242 4242 4242', expiry: '12/49', cvc: '123', name: 'Ada Shopper' };

export interface PaymentEventInput {
  id?: string;
  type?: string;
  session: string;
  reference: string;
  amount: number;
  currency?: string;
}

export interface ShopWithPayments extends Shop {
  provider: DemoProvider;
  /** Counts deliveries to the webhook; `isDown` makes them fail. */
  webhook: { isDown: boolean; attempts: number };
  /** Checks out these product ids; a repeated id raises the quantity. */
  checkOut: (token: string, ids: string[]) => Promise<TestResponse<ReplyOf<typeof startCheckout>>>;
  readOrderStatus: (token: string, orderId: string) => Promise<string>;
  readStock: (productId: string) => Promise<number | undefined>;
  /** As an admin does in the product form. */
  setStock: (productId: string, quantity: number) => Promise<void>;
  /** What `verify` finds. */
  listFindings: () => Promise<Finding[]>;
  countEvents: () => Promise<number>;
  /** Pays on the provider's page, which then delivers its signed event. */
  pay: (url: string) => Promise<void>;
  /** Sends an event with a valid signature. */
  sendPaymentEvent: (event: PaymentEventInput) => Promise<TestResponse<Record<string, unknown>>>;
  /** Sends any body to the webhook. */
  postWebhook: (body: string, headers?: Record<string, string>) => Promise<TestResponse<Record<string, unknown>>>;
  submitForm: (url: string, form: Record<string, string>) => Promise<TestResponse<Record<string, unknown>>>;
  getPage: (url: string) => Promise<TestResponse<Record<string, unknown>>>;
}

export function signedHeaders(body: string, signedAt: Date, secret = WEBHOOK_SECRET): Record<string, string> {
  return { 'content-type': 'application/json', [SIGNATURE_HEADER]: signPayload(secret, body, signedAt) };
}

/** `wrapProvider` may replace some of the demo provider's methods; `limits`: of checkouts by one account, by default nearly none. */
export async function openShopWithPayments(
  wrapProvider: (demoProvider: DemoProvider) => PaymentProvider = (demo) => demo,
  limits: Partial<CheckoutConfig> = {},
  { publicUrl = null, sendsLinks = false, vies }: { publicUrl?: string | null; sendsLinks?: boolean; vies?: Vies } = {},
): Promise<ShopWithPayments> {
  const webhook = { isDown: false, attempts: 0 };
  const deliver: DeliverWebhook = async (body, headers) => {
    webhook.attempts += 1;
    if (webhook.isDown) throw new Error('the webhook is down');
    return (await shop.app.inject({ method: 'POST', url: receivePaymentWebhook.path, payload: body, headers })).statusCode;
  };
  let provider: DemoProvider | undefined;
  const shop = await openShop({
    deps: ({ db, now, checkout, accounts }) => {
      provider = createDemoProvider({ db, now, secret: WEBHOOK_SECRET, deliver });
      // Taken addresses are disclosed, so that a new account can log in at once (ACCT-13).
      const links = sendsLinks && { sendsLinks, hidesTakenEmails: false };
      return {
        payment: wrapProvider(provider),
        checkout: { ...checkout, ...limits },
        publicUrl,
        accounts: { ...accounts, ...links },
        ...(vies && { vies }),
      };
    },
  });
  if (!provider) throw new Error('no provider was created');
  const postWebhook: ShopWithPayments['postWebhook'] = (body, headers = {}) =>
    shop.send({
      method: 'POST',
      url: receivePaymentWebhook.path,
      payload: body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const submitForm: ShopWithPayments['submitForm'] = (url, form) =>
    shop.send({
      method: 'POST',
      url: new URL(url).pathname,
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  return {
    ...shop,
    provider,
    webhook,
    checkOut: (token, ids) => {
      const body: BodyOf<typeof startCheckout> = { products: ids.map((_id) => ({ _id })) };
      return shop.call(startCheckout, { token, body });
    },
    readOrderStatus: async (token, orderId) => (await shop.call(readOrder, { token, params: { id: orderId } })).body.order.status,
    readStock: async (productId) => {
      const [row] = await shop.deps.db.select({ quantity: products.quantity }).from(products).where(eq(products.id, productId));
      return row?.quantity;
    },
    setStock: async (productId, quantity) => {
      await shop.deps.db.transaction((tx) => writeProductChange(tx, productId, { quantity }, shop.deps.now()));
    },
    listFindings: () => verifyShop(shop.deps.db, shop.deps.now()),
    countEvents: async () => shop.deps.db.$count(paymentEvents),
    sendPaymentEvent: ({ id = 'evt_1', type = 'checkout.paid', currency = 'usd', ...object }) => {
      const body = JSON.stringify({ id, type, object: { ...object, currency } });
      return postWebhook(body, signedHeaders(body, shop.deps.now()));
    },
    pay: async (url) => {
      const response = await submitForm(url, VALID_CARD);
      if (response.status >= 400) throw new Error(`payment failed: ${response.status}`);
    },
    postWebhook,
    submitForm,
    getPage: (url) => shop.send({ method: 'GET', url: new URL(url).pathname }),
  };
}

/** A second app with the demo provider on its own database, with the shop's `deps`, until the end of the test. */
export async function openAppOn(deps: Deps, url: string): Promise<{ app: FastifyInstance; deps: Deps }> {
  const { db, ping, close } = await openServer(url, { warn: () => undefined }, 10);
  const payment = createDemoProvider({ db, now: deps.now, secret: WEBHOOK_SECRET, deliver: async () => 200 });
  const own: Deps = { ...deps, db, readFromReplica: (work) => work(db), memoize: uncached, payment };
  const app = await buildApp(own, { checkReady: ping });
  onTestFinished(async () => {
    await app.close();
    await close();
  });
  return { app, deps: own };
}

/** Opens all connections of the pool, so that concurrent requests really overlap instead of waiting for a connection. */
export async function warmUpPool(shop: Shop): Promise<void> {
  await Promise.all(Array.from({ length: 10 }, () => shop.deps.db.execute(sql`select pg_sleep(0.02)`)));
}

/** Creates one product per row and returns their ids. */
export async function seedProducts(
  shop: Shop,
  rows: { name?: string; priceCents?: number; quantity?: number; id?: string }[],
): Promise<string[]> {
  const categoryId = await makeCategory(shop.deps.db, `category-${randomUUID()}`);
  const created = await makeProducts(
    shop.deps.db,
    rows.map((row) => ({ ...row, categoryId })),
  );
  return created.map(({ id }) => id);
}

/** An open checkout of a camera and two mugs, about to be paid on the provider's page. */
export async function startPayment(shop: ShopWithPayments, name = 'Orbit Camera') {
  shop.webhook.isDown = false;
  shop.webhook.attempts = 0;
  const [camera = '', mug = ''] = await seedProducts(shop, [
    { name, priceCents: 123_450, quantity: 5 },
    { name: 'Mug', priceCents: 1250, quantity: 5 },
  ]);
  const { token, email } = await shop.signUp();
  const { body } = await shop.checkOut(token, [camera, mug, mug]);
  const status = () => shop.readOrderStatus(token, body.order);
  return { ...body, token, email, camera, mug, status };
}
