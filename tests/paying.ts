/** A shop in which one can pay: the built-in demo provider, whose events come in by HTTP as any provider's do. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '../src/contract/endpoint.ts';
import { readOrder, receivePaymentWebhook, startCheckout } from '../src/contract/order.ts';
import { products } from '../src/server/database/schema/catalog.ts';
import { paymentEvents } from '../src/server/database/schema/payment.ts';
import { setStock } from '../src/server/inventory/stock.repository.ts';
import { type Finding, verifyShop } from '../src/server/order/verify.service.ts';
import { createDemoProvider, type DeliverWebhook, type DemoProvider } from '../src/server/payment/demo/demo.provider.ts';
import { SIGNATURE_HEADER, signPayload } from '../src/server/payment/demo/webhook-signature.ts';
import type { PaymentProvider } from '../src/server/payment/provider.ts';
import { type Answer, openShop, type Shop } from './harness.ts';
import { makeCategory, makeProducts } from './products.ts';

export const SECRET = 'a secret of the tests';
export const GOOD_CARD = { number: '4242 4242 4242 4242', expiry: '12/49', cvc: '123', name: 'Ada Shopper' };

export interface PaidEvent {
  id?: string;
  type?: string;
  session: string;
  reference: string;
  amount: number;
  currency?: string;
}

export interface PayingShop extends Shop {
  provider: DemoProvider;
  /** What the webhook was told, and a switch to cut the line to it. */
  line: { isCut: boolean; tries: number };
  /** Checks out items of these ids: one each, repeated ones counted. */
  checkOut: (token: string, ids: string[]) => Promise<Answer<ReplyOf<typeof startCheckout>>>;
  statusOf: (token: string, order: string) => Promise<string>;
  stockOf: (product: string) => Promise<number | undefined>;
  /** As an admin would who counted the shelf. */
  setStock: (product: string, quantity: number) => Promise<void>;
  /** What is off in stock, orders and payments. */
  findings: () => Promise<Finding[]>;
  countEvents: () => Promise<number>;
  /** Pays on the provider's page, whose signed event then comes. */
  pay: (url: string) => Promise<void>;
  /** Sends an event as the provider signs it. */
  tell: (event: PaidEvent) => Promise<Answer<Record<string, unknown>>>;
  /** Sends any bytes to the webhook. */
  post: (body: string, headers?: Record<string, string>) => Promise<Answer<Record<string, unknown>>>;
  submit: (url: string, form: Record<string, string>) => Promise<Answer<Record<string, unknown>>>;
  open: (url: string) => Promise<Answer<Record<string, unknown>>>;
}

export function signed(body: string, at: Date, secret = SECRET): Record<string, string> {
  return { 'content-type': 'application/json', [SIGNATURE_HEADER]: signPayload(secret, body, at) };
}

/** `wrap` may put a provider of the test's own around the demo one. */
export async function openPayingShop(wrap: (demo: DemoProvider) => PaymentProvider = (demo) => demo): Promise<PayingShop> {
  const line = { isCut: false, tries: 0 };
  const deliver: DeliverWebhook = async (body, headers) => {
    line.tries += 1;
    if (line.isCut) throw new Error('the line is cut');
    return (await shop.app.inject({ method: 'POST', url: receivePaymentWebhook.path, payload: body, headers })).statusCode;
  };
  let provider: DemoProvider | undefined;
  const shop = await openShop({
    deps: ({ db, now }) => {
      provider = createDemoProvider({ db, now, secret: SECRET, deliver });
      return { payment: wrap(provider) };
    },
  });
  if (!provider) throw new Error('the harness made no provider');
  const post: PayingShop['post'] = (body, headers = {}) =>
    shop.send({
      method: 'POST',
      url: receivePaymentWebhook.path,
      payload: body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const submit: PayingShop['submit'] = (url, form) =>
    shop.send({
      method: 'POST',
      url: new URL(url).pathname,
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  return {
    ...shop,
    provider,
    line,
    checkOut: (token, ids) => {
      const body: BodyOf<typeof startCheckout> = { products: ids.map((_id) => ({ _id })) };
      return shop.call(startCheckout, { token, body });
    },
    statusOf: async (token, order) => (await shop.call(readOrder, { token, params: { id: order } })).body.order.status,
    stockOf: async (product) => {
      const [row] = await shop.deps.db.select({ quantity: products.quantity }).from(products).where(eq(products.id, product));
      return row?.quantity;
    },
    setStock: async (product, quantity) => {
      await setStock(shop.deps.db, product, quantity, shop.deps.now());
    },
    findings: () => verifyShop(shop.deps.db, shop.deps.now()),
    countEvents: async () => shop.deps.db.$count(paymentEvents),
    tell: ({ id = 'evt_1', type = 'checkout.paid', currency = 'usd', ...object }) => {
      const body = JSON.stringify({ id, type, object: { ...object, currency } });
      return post(body, signed(body, shop.deps.now()));
    },
    pay: async (url) => {
      const answer = await submit(url, GOOD_CARD);
      if (answer.status >= 400) throw new Error(`paying was refused: ${answer.status}`);
    },
    post,
    submit,
    open: (url) => shop.send({ method: 'GET', url: new URL(url).pathname }),
  };
}

/** Opens every connection of the pool: those that come at once then really meet, instead of the first being done before the rest arrive. */
export async function openConnections(shop: Shop): Promise<void> {
  await Promise.all(Array.from({ length: 10 }, () => shop.deps.db.execute(sql`select pg_sleep(0.02)`)));
}

/** Puts one product in the shop for each row and gives their ids. */
export async function stockUp(
  shop: Shop,
  rows: { name?: string; priceCents?: number; quantity?: number; id?: string }[],
): Promise<string[]> {
  const categoryId = await makeCategory(shop.deps.db, `shelf-${randomUUID()}`);
  const made = await makeProducts(
    shop.deps.db,
    rows.map((row) => ({ ...row, categoryId })),
  );
  return made.map(({ id }) => id);
}
