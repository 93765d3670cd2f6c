/**
 * A shop process that tests kill and restart, with everything that outlives it: its database, a fake Stripe with its events, and
 * the accounts of customers and an admin.
 */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { BodyOf, Endpoint, ParamsOf, ReplyOf } from '../../src/contract/endpoint.ts';
import { receivePaymentWebhook } from '../../src/contract/order.ts';
import type { Database } from '../../src/server/platform/database/connect.ts';
import type { Failpoint } from '../../src/server/platform/process/failpoints.ts';
import { sumOrderBalance } from '../../src/server/shop/balances/order-balance.ts';
import { products } from '../../src/server/shop/database/schema/catalog.ts';
import { orderLines, orders } from '../../src/server/shop/database/schema/order.ts';
import { verifyShop } from '../../src/server/shop/integrity/verify.service.ts';
import { makeCategory, makeProducts } from '../support/products.ts';
import { type ShopProcess, startShop } from '../support/shop-process.ts';
import { API_KEY, startFakeStripe } from '../support/stripe/stripe-server.ts';
import type { FakeStripeState } from '../support/stripe/stripe-state.ts';
import { signStripeEvent } from '../support/stripe/webhook-signature.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestUser } from '../support/users.ts';

const SECRET = 'whsec_crash';
const PRELOAD_MODULE = path.join(import.meta.dirname, 'kill-at-failpoint.ts');
const INITIAL_STOCK = 1000;
const PAID_STATUSES = new Set(['paid', 'shipped', 'delivered', 'refunded', 'review']);

interface CrashOptions {
  /** Added to the environment of the shop. */
  env?: Record<string, string>;
  /** Before the shop starts for the first time. */
  prepare?: (db: Database) => Promise<void>;
}

export async function startCrashHarness(customerCount: number, { env: moreEnv = {}, prepare }: CrashOptions = {}) {
  const fakeStripe = await startFakeStripe(() => new Date());
  const testDatabase = await createTestDatabase();
  const { dataDir, withDatabase } = testDatabase;

  const { productId, customerTokens, adminToken } = await withDatabase(async (db) => {
    const categoryId = await makeCategory(db);
    const [product] = await makeProducts(db, [{ categoryId, priceCents: 1250, quantity: INITIAL_STOCK }]);
    const createdTokens: string[] = [];
    for (let n = 0; n < customerCount; n += 1) createdTokens.push((await createTestUser(db)).token);
    await prepare?.(db);
    return { productId: String(product?.id), customerTokens: createdTokens, adminToken: (await createTestUser(db, { role: 1 })).token };
  });

  const env = {
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    STRIPE_SECRET_KEY: API_KEY,
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_API_BASE: fakeStripe.baseUrl,
    ...testDatabase.env,
    ...moreEnv,
  };
  let shop: ShopProcess | undefined;
  const getRunningShop = () => {
    if (!shop) throw new Error('the shop is down');
    return shop;
  };

  /** Null if the shop crashed before it responded. */
  async function send<E extends Endpoint>(
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
  /** Delivers Stripe's events in order, each again until the shop accepts it. */
  async function deliverEvents(): Promise<void> {
    for (; deliveredCount < fakeStripe.state.events.length; deliveredCount += 1) {
      const body = JSON.stringify(fakeStripe.state.events[deliveredCount]);
      try {
        const url = getRunningShop().origin + receivePaymentWebhook.path;
        const { status } = await fetch(url, { method: 'POST', body, headers: signStripeEvent(body, new Date(), SECRET) });
        if (status !== 200) throw new Error(`the webhook responded ${status} to an event`);
      } catch (error) {
        if (error instanceof TypeError) return;
        throw error;
      }
    }
  }

  return {
    productId,
    adminToken,
    getOrigin: () => getRunningShop().origin,
    stripe: fakeStripe,
    withDatabase,
    send,
    deliverEvents,
    /** The token of a customer that no test has used yet. */
    nextCustomer: () => {
      const token = customerTokens.pop();
      if (!token) throw new Error('no customer is left');
      return token;
    },
    /** Pending events are never delivered. */
    dropEvents: () => {
      deliveredCount = fakeStripe.state.events.length;
    },
    /** With a failpoint: the process is killed when it gets there. */
    start: async (failpoint?: Failpoint) => {
      shop = await startShop({
        env: { ...env, ...(failpoint && { FAILPOINT: failpoint }) },
        dataDir,
        keepData: true,
        preload: PRELOAD_MODULE,
      });
    },
    /** Sets the failpoint of a running shop. */
    armFailpoint: async (failpoint: Failpoint) => {
      const armed = once(getRunningShop().process, 'message');
      getRunningShop().process.send(failpoint);
      await armed;
    },
    /** Waits until the failpoint has killed it. */
    waitForCrash: async () => {
      await getRunningShop().exited;
      shop = undefined;
    },
    kill: async () => {
      await shop?.kill();
      shop = undefined;
    },
    /** How many emails with this subject were sent. */
    countSentEmails: (subject: string) => {
      const mailDir = path.join(dataDir, 'mail');
      const emailFiles = existsSync(mailDir) ? readdirSync(mailDir).filter((name) => name.endsWith('.eml')) : [];
      return emailFiles.filter((name) => readFileSync(path.join(mailDir, name), 'utf8').includes(`Subject: ${subject}\r\n`)).length;
    },
    /** What `verify` finds, optionally with differences between shop and Stripe. Only while the shop is down. */
    listFindings: (includesStripe = false) =>
      withDatabase(async (db) => {
        const violations = (await verifyShop(db, new Date())).map(({ rule, detail }) => `${rule}: ${detail}`);
        const shopFindings = [...violations, ...(await compareStock(db, productId))];
        return includesStripe ? [...shopFindings, ...(await compareWithStripe(db, fakeStripe.state))] : shopFindings;
      }),
    close: async () => {
      await shop?.kill();
      await fakeStripe.close();
      await testDatabase.close();
    },
  };
}

/** The stock is the initial stock, less what orders reserve or have sold. */
async function compareStock(db: Database, productId: string): Promise<string[]> {
  const [product] = await db.select({ quantity: products.quantity }).from(products).where(eq(products.id, productId));
  const [taken] = await db
    .select({ quantity: sql<number>`coalesce(sum(${orderLines.quantity}), 0)::int` })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(ne(orders.stock, 'none'));
  const expected = INITIAL_STOCK - (taken?.quantity ?? 0);
  return product?.quantity === expected ? [] : [`stock ${product?.quantity} instead of ${expected}`];
}

/** Every paid session has exactly one paid order, no other order is paid, and the refunds are equal. */
export async function compareWithStripe(db: Database, stripeState: FakeStripeState): Promise<string[]> {
  const findings: string[] = [];
  const rows = await db.select().from(orders).where(isNotNull(orders.providerSession));
  const paidOrders = rows.filter(({ status }) => PAID_STATUSES.has(status));
  const paidSessions = [...stripeState.sessions.values()].filter((it) => it.payment_status === 'paid');
  for (const session of paidSessions) {
    const matchingOrders = paidOrders.filter(({ providerSession }) => providerSession === session.id);
    if (matchingOrders.length !== 1) findings.push(`${matchingOrders.length} orders for the paid session ${session.id}`);
    const payment = stripeState.payments.get(session.payment_intent ?? '');
    const [order] = matchingOrders;
    // What went back to gift cards and store credit is none of Stripe's.
    const refundedCents = order && order.refundedCents - (await sumOrderBalance(db, order.id)).refundedCents;
    if (refundedCents !== payment?.refunded)
      findings.push(`${payment?.refunded} cents refunded at Stripe, ${refundedCents} cents in the shop`);
  }
  if (paidOrders.length !== paidSessions.length) findings.push(`${paidOrders.length} paid orders, ${paidSessions.length} paid sessions`);
  return findings;
}
