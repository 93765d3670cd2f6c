/**
 * A shop that can be killed, with all around it that outlives it: its database, the stand-in for Stripe with its events, and the
 * people, who try again.
 */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isNotNull } from 'drizzle-orm';
import type { BodyOf, Endpoint, ParamsOf, ReplyOf } from '../../src/contract/endpoint.ts';
import { receivePaymentWebhook } from '../../src/contract/order.ts';
import type { Database } from '../../src/server/database/connect.ts';
import { orders } from '../../src/server/database/schema/order.ts';
import type { Failpoint } from '../../src/server/failpoints.ts';
import { verifyShop } from '../../src/server/order/verify.service.ts';
import { makeCategory, makeProducts } from '../support/products.ts';
import { type ShopProcess, startShop } from '../support/shop-process.ts';
import { API_KEY, startFakeStripe } from '../support/stripe/stripe-server.ts';
import type { FakeStripeState } from '../support/stripe/stripe-state.ts';
import { signStripeEvent } from '../support/stripe/webhook-signature.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestUser } from '../support/users.ts';

const SECRET = 'whsec_crash';
const PRELOAD_MODULE = path.join(import.meta.dirname, 'kill-at-failpoint.ts');
const PAID_STATUSES = new Set(['paid', 'shipped', 'delivered', 'refunded', 'review']);

// biome-ignore lint/suspicious/noExplicitAny: an endpoint of any shape
type AnyEndpoint = Endpoint<any, any, any, any, any>;

export async function startCrashHarness(shoppers: number) {
  const fakeStripe = await startFakeStripe(() => new Date());
  const testDatabase = await createTestDatabase();
  const { dataDir, withDatabase } = testDatabase;

  const { productId, shopperTokens, adminToken } = await withDatabase(async (db) => {
    const categoryId = await makeCategory(db);
    const [product] = await makeProducts(db, [{ categoryId, priceCents: 1250, quantity: 1000 }]);
    const createdTokens: string[] = [];
    for (let n = 0; n < shoppers; n += 1) createdTokens.push((await createTestUser(db)).token);
    return { productId: String(product?.id), shopperTokens: createdTokens, adminToken: (await createTestUser(db, { role: 1 })).token };
  });

  const env = {
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    STRIPE_SECRET_KEY: API_KEY,
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_API_BASE: fakeStripe.baseUrl,
    ...testDatabase.env,
  };
  let shop: ShopProcess | undefined;
  const getRunningShop = () => {
    if (!shop) throw new Error('the shop is down');
    return shop;
  };

  /** Null where the shop died before it answered. */
  async function send<E extends AnyEndpoint>(
    { method, path: pathTemplate }: E,
    { params, body, token }: { params?: ParamsOf<E>; body?: BodyOf<E>; token: string },
  ): Promise<{ status: number; body: ReplyOf<E> } | null> {
    const url = pathTemplate.replace(/\{(\w+)\}/g, (_whole, name: string) =>
      String((params as Record<string, unknown> | undefined)?.[name]),
    );
    const headers = { authorization: token, ...(body !== undefined && { 'content-type': 'application/json' }) };
    try {
      const response = await fetch(getRunningShop().origin + url, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as ReplyOf<E> };
    } catch {
      return null;
    }
  }

  let deliveredCount = 0;
  /** Stripe tells what it has to tell, in order, and each event again until it is taken. */
  async function deliverEvents(): Promise<void> {
    for (; deliveredCount < fakeStripe.state.events.length; deliveredCount += 1) {
      const body = JSON.stringify(fakeStripe.state.events[deliveredCount]);
      try {
        const url = getRunningShop().origin + receivePaymentWebhook.path;
        const { status } = await fetch(url, { method: 'POST', body, headers: signStripeEvent(body, new Date(), SECRET) });
        if (status !== 200) throw new Error(`an event was answered with ${status}`);
      } catch (error) {
        if (error instanceof TypeError) return;
        throw error;
      }
    }
  }

  return {
    good: productId,
    admin: adminToken,
    stripe: fakeStripe,
    withDatabase,
    send,
    tellEvents: deliverEvents,
    /** Somebody who was here never before. */
    nextShopper: () => {
      const token = shopperTokens.pop();
      if (!token) throw new Error('nobody is left');
      return token;
    },
    /** Events that never arrive. */
    dropEvents: () => {
      deliveredCount = fakeStripe.state.events.length;
    },
    /** With `at` it dies at that milestone. */
    start: async (failpoint?: Failpoint) => {
      shop = await startShop({
        env: { ...env, ...(failpoint && { CRASH_AT: failpoint }) },
        dataDir,
        keepData: true,
        preload: PRELOAD_MODULE,
      });
    },
    /** From now on it dies there. */
    armFailpoint: async (failpoint: Failpoint) => {
      const armed = once(getRunningShop().process, 'message');
      getRunningShop().process.send(failpoint);
      await armed;
    },
    /** Waits until the milestone has killed it. */
    waitForCrash: async () => {
      await getRunningShop().exited;
      shop = undefined;
    },
    kill: async () => {
      await shop?.kill();
      shop = undefined;
    },
    /** How many letters about this have left the house. */
    countSentEmails: (subject: string) => {
      const mailDir = path.join(dataDir, 'mail');
      const emailFiles = existsSync(mailDir) ? readdirSync(mailDir).filter((name) => name.endsWith('.eml')) : [];
      return emailFiles.filter((name) => readFileSync(path.join(mailDir, name), 'utf8').includes(`Subject: ${subject}\r\n`)).length;
    },
    /** What is off in the shop's own books, which are true at any time; `whole`: between them and Stripe's too. While the shop is down. */
    listFindings: (includesStripe = false) =>
      withDatabase(async (db) => {
        const shopFindings = (await verifyShop(db, new Date())).map(({ rule, detail }) => `${rule}: ${detail}`);
        return includesStripe ? [...shopFindings, ...(await compareWithStripe(db, fakeStripe.state))] : shopFindings;
      }),
    close: async () => {
      await shop?.kill();
      await fakeStripe.close();
      await testDatabase.close();
    },
  };
}

/** Every paid session has its one order with money, every other order has none; what went back went back on both sides. */
async function compareWithStripe(db: Database, stripeState: FakeStripeState): Promise<string[]> {
  const findings: string[] = [];
  const rows = await db.select().from(orders).where(isNotNull(orders.providerSession));
  const paidOrders = rows.filter(({ status }) => PAID_STATUSES.has(status));
  const paidSessions = [...stripeState.sessions.values()].filter((it) => it.payment_status === 'paid');
  for (const session of paidSessions) {
    const matchingOrders = paidOrders.filter(({ providerSession }) => providerSession === session.id);
    if (matchingOrders.length !== 1) findings.push(`${matchingOrders.length} orders for the paid session ${session.id}`);
    const payment = stripeState.payments.get(session.payment_intent ?? '');
    const refundedCents = matchingOrders[0]?.refundedCents;
    if (refundedCents !== payment?.refunded)
      findings.push(`${payment?.refunded} cents went back at Stripe, ${refundedCents} cents in the shop`);
  }
  if (paidOrders.length !== paidSessions.length)
    findings.push(`${paidOrders.length} orders with money, ${paidSessions.length} paid sessions`);
  return findings;
}
