/**
 * Shoppers who buy while everything around them goes wrong, in a shop that lives in memory: the provider of
 * payment/demo/hostile.ts, people who change their minds, pay twice, give up and pay at once, admins who send and refund. Then
 * peace is made, and what must be true is checked.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { cancelOrder, receivePaymentWebhook, refundOrder, shipOrder, startCheckout } from '../../contract/order.ts';
import { buildApp } from '../app.ts';
import { createSession } from '../auth/auth-session.ts';
import { createUser } from '../auth/user.repository.ts';
import { createCategory } from '../catalog/category/category.repository.ts';
import { createProduct } from '../catalog/product/product.repository.ts';
import { type Database, openEmbedded } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { listAllOrders } from '../order/admin-order.service.ts';
import { expireOrders, reconcileOrders } from '../order/expire-orders.service.ts';
import { retryRefunds } from '../order/refund.service.ts';
import { verifyShop } from '../order/verify.service.ts';
import { type ChaosProvider, createChaosProvider } from '../payment/demo/unreliable-provider.ts';
import { type Random, seededRandom } from '../random.ts';
import { uncached } from '../response-cache/memoize.ts';

const MINUTE = 60_000;
const CONCURRENCY = 8;
const CUSTOMER_COUNT = 40;
const PRODUCT_COUNT = 12;
const SILENT_LOG = { error: () => undefined };

export interface ChaosResult {
  /** Checkouts that opened, and those that were refused. */
  opened: number;
  refused: number;
  /** Sessions that were paid at the provider. */
  paid: number;
  /** Paid sessions without their order, orders that look paid and weren't, answers of 5xx that no trouble explains. */
  lost: string[];
  duplicated: string[];
  serverErrors: string[];
  /** What `npm run shop -- verify` would say. */
  findings: string[];
  /** Forged events that were believed. */
  acceptedForgeries: number;
  faultCounts: ReadonlyMap<string, number>;
}

interface ChaosContext {
  app: FastifyInstance;
  deps: Deps;
  provider: ChaosProvider;
  random: Random;
  customerTokens: string[];
  adminToken: string;
  productIds: string[];
  /** Sessions that were paid, and their orders. */
  paidSessions: Map<string, string>;
  serverErrors: string[];
  counts: { opened: number; refused: number };
  advanceClock: (ms: number) => void;
}

async function createLoggedInUser(db: Database, role: 0 | 1): Promise<string> {
  const id = randomUUID();
  const profile = { name: `Person ${id.slice(0, 4)}`, email: `${id}@example.com`, phone: '1', address: '1 Market Street' };
  // Nobody logs in here: their sessions are made for them.
  await createUser(db, { id, ...profile, passwordHash: '-', answerHash: '-', role });
  return createSession(db, id, new Date());
}

async function createProducts(db: Database, random: Random, now: Date): Promise<string[]> {
  const categoryId = randomUUID();
  await createCategory(db, { id: categoryId, name: 'Goods', slug: 'goods' });
  const productIds: string[] = [];
  for (let n = 0; n < PRODUCT_COUNT; n += 1) {
    const id = randomUUID();
    const priceCents = 100 + Math.floor(random() * 20_000);
    const row = {
      id,
      name: `Thing ${n}`,
      slug: `thing-${n}`,
      description: 'A thing.',
      priceCents,
      quantity: 10 + Math.floor(random() * 60),
    };
    await createProduct(db, { ...row, categoryId, imageId: id.replaceAll('-', ''), createdAt: now, updatedAt: now });
    productIds.push(id);
  }
  return productIds;
}

async function send(
  context: ChaosContext,
  method: 'POST',
  url: string,
  token: string,
  payload?: object,
): Promise<{ status: number; body: unknown }> {
  const response = await context.app.inject({ method, url, headers: { authorization: token }, ...(payload && { payload }) });
  // 502: the provider was down, and the shop says so. Anything else of that kind is a fault of the shop's.
  if (response.statusCode >= 500 && response.statusCode !== 502) context.serverErrors.push(`${response.statusCode} at ${url}`);
  return { status: response.statusCode, body: response.json() };
}

const pickRandom = <T>(random: Random, list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];

async function simulateCheckout(context: ChaosContext): Promise<void> {
  const { random, provider } = context;
  const token = pickRandom(random, context.customerTokens) ?? '';
  const products = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({ _id: pickRandom(random, context.productIds) }));
  const { status, body } = await send(context, 'POST', startCheckout.path, token, { products });
  if (status !== 200) {
    context.counts.refused += 1;
    return;
  }
  context.counts.opened += 1;
  const { id: session, order } = body as { id: string; order: string };
  const pay = async () => {
    if (await provider.pay(session)) context.paidSessions.set(session, order);
  };
  const cancel = () => send(context, 'POST', cancelOrder.path.replace('{id}', order), token);
  const roll = random();
  if (roll < 0.6) await pay();
  else if (roll < 0.7) await cancel();
  else if (roll < 0.8) await Promise.all([pay(), cancel()]);
  else if (roll < 0.9) await Promise.all([cancel(), pay(), pay()]);
  // The rest walk away.
}

async function simulateAdminAction(context: ChaosContext): Promise<void> {
  const { random, deps, adminToken } = context;
  const { orders } = await listAllOrders(deps.db, { status: 'paid', limit: 20 });
  const order = pickRandom(random, orders);
  if (!order) return;
  if (random() < 0.5) {
    await send(context, 'POST', shipOrder.path.replace('{id}', order._id), adminToken, { carrier: 'Post', tracking: '' });
    return;
  }
  const amount = random() < 0.5 ? order.total - order.refunded : Math.max(0.01, Math.floor(order.total * random() * 100) / 100);
  const body = { amount: Math.round(amount * 100) / 100, reason: 'Torture', restock: random() < 0.5 };
  await send(context, 'POST', refundOrder.path.replace('{id}', order._id), adminToken, body);
}

async function runMaintenanceJobs({ deps }: Pick<ChaosContext, 'deps'>): Promise<void> {
  await Promise.all([reconcileOrders(deps, SILENT_LOG), expireOrders(deps, SILENT_LOG), retryRefunds(deps, SILENT_LOG)]);
}

async function evaluate(context: ChaosContext): Promise<ChaosResult> {
  const { deps, paidSessions, provider } = context;
  const statusById = new Map<string, string>();
  for (let page = 1; ; page += 1) {
    const { orders } = await listAllOrders(deps.db, { page, limit: 100 });
    for (const { _id, status } of orders) statusById.set(_id, status);
    if (orders.length < 100) break;
  }
  const isPaidStatus = (status = '') => ['paid', 'shipped', 'delivered', 'refunded', 'review'].includes(status);
  const paidOrderIds = [...paidSessions.values()];
  return {
    ...context.counts,
    paid: paidSessions.size,
    lost: paidOrderIds.filter((id) => !isPaidStatus(statusById.get(id))),
    duplicated: [
      ...paidOrderIds.filter((id, at) => paidOrderIds.indexOf(id) < at),
      ...[...statusById].filter(([id, status]) => isPaidStatus(status) && !paidOrderIds.includes(id)).map(([id]) => id),
    ],
    serverErrors: context.serverErrors,
    findings: (await verifyShop(deps.db, deps.now())).map(({ rule, detail }) => `${rule}: ${detail}`),
    acceptedForgeries: provider.acceptedForgeries(),
    faultCounts: provider.failureCounts,
  };
}

/** Tries so many checkouts. The same seed gives the same shoppers, goods and moods; what meets what still differs. */
export async function runChaos(orders: number, seed: string): Promise<ChaosResult> {
  const random = seededRandom(seed);
  const database = await openEmbedded({ memory: true });
  let clockOffset = 0;
  const now = () => new Date(Date.now() + clockOffset);
  const deliver = async (body: string, headers: Record<string, string>) =>
    (await app.inject({ method: 'POST', url: receivePaymentWebhook.path, payload: body, headers })).statusCode;
  const provider = createChaosProvider(
    { db: database.db, now, secret: seed, deliver },
    { random: seededRandom(`${seed} troubles`), maxDelayMs: 20 },
  );
  const deps: Deps = { db: database.db, memoize: uncached, now, payment: provider, uploadsDir: '/nonexistent', publicUrl: null };
  const app = await buildApp(deps);
  try {
    const customerTokens: string[] = [];
    for (let n = 0; n < CUSTOMER_COUNT; n += 1) customerTokens.push(await createLoggedInUser(database.db, 0));
    const context: ChaosContext = {
      app,
      deps,
      provider,
      random,
      customerTokens,
      adminToken: await createLoggedInUser(database.db, 1),
      productIds: await createProducts(database.db, random, now()),
      paidSessions: new Map(),
      serverErrors: [],
      counts: { opened: 0, refused: 0 },
      advanceClock: (ms) => {
        clockOffset += ms;
      },
    };
    for (let started = 0; started < orders; started += CONCURRENCY) {
      await Promise.all(Array.from({ length: Math.min(CONCURRENCY, orders - started) }, () => simulateCheckout(context)));
      if (random() < 0.3) await simulateAdminAction(context);
      if (random() < 0.1) context.advanceClock(15 * MINUTE);
      if (random() < 0.2) await runMaintenanceJobs(context);
    }
    await provider.stopChaos();
    context.advanceClock(45 * MINUTE);
    await runMaintenanceJobs(context);
    await runMaintenanceJobs(context);
    return await evaluate(context);
  } finally {
    await app.close();
    await database.close();
  }
}
