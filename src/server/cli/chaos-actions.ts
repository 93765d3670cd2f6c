/** What customers and admins do during a chaos run, all through the shop's HTTP API. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { toCents, toDollars } from '../../contract/money.ts';
import { cancelOrder, startCheckout } from '../../contract/order.ts';
import { refundOrder } from '../../contract/order-admin.ts';
import { shipOrder } from '../../contract/order-shipping.ts';
import type { Deps } from '../deps.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Random } from '../platform/secrets/random.ts';
import { createCategory } from '../shop/catalog/categories/category.repository.ts';
import { createProduct } from '../shop/catalog/products/product.repository.ts';
import { listAllOrders } from '../shop/orders/lifecycle/admin-order.service.ts';
import type { ChaosProvider } from '../shop/payments/demo/unreliable-provider.ts';
import { createUser } from '../shop/team/login/user.repository.ts';
import { updateSessionAuthentication } from '../shop/team/sessions/session.repository.ts';
import { createSession, hashToken } from '../shop/team/sessions/session.service.ts';

/** The state of a chaos run, and the customers and products that it starts with. */

const PRODUCT_COUNT = 12;

export interface ChaosContext {
  app: FastifyInstance;
  deps: Deps;
  provider: ChaosProvider;
  random: Random;
  customerTokens: string[];
  adminToken: string;
  productIds: string[];
  /** Checkout sessions that were paid at the provider, and their orders. */
  paidSessions: Map<string, string>;
  /** Responses of 5xx that no injected failure explains. */
  serverErrors: string[];
  counts: { opened: number; refused: number };
  advanceClock: (ms: number) => void;
}

export async function createLoggedInUser(db: Database, role: 0 | 1): Promise<string> {
  const id = randomUUID();
  const profile = { name: `Person ${id.slice(0, 4)}`, email: `${id}@example.com`, phone: '1', address: '1 Market Street' };
  // Nobody logs in with a password: sessions are created directly, which saves hashing.
  await createUser(db, { id, ...profile, passwordHash: '-', answerHash: '-', role });
  return createSession(db, id, new Date());
}

export async function createProducts(db: Database, random: Random, now: Date): Promise<string[]> {
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
    const product = { ...row, categoryId, imageId: id.replaceAll('-', ''), createdAt: now, updatedAt: now };
    await db.transaction((tx) => createProduct(tx, product));
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
  // 502 is correct, because the provider failed. Any other 5xx is an error of the shop.
  if (response.statusCode >= 500 && response.statusCode !== 502) context.serverErrors.push(`${response.statusCode} for ${url}`);
  return { status: response.statusCode, body: response.json() };
}

const pickRandom = <T>(random: Random, list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];

const SHIP_TO = {
  recipient: 'Chaos Shopper',
  street: '1455 NW Market St',
  postcode: '97205',
  city: 'Portland',
  region: 'OR',
  country: 'US',
};

/** One customer who checks out, and then pays, cancels, does both at once, pays twice, or leaves. */
export async function simulateCheckout(context: ChaosContext): Promise<void> {
  const { random, provider } = context;
  const token = pickRandom(random, context.customerTokens) ?? '';
  const products = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({ _id: pickRandom(random, context.productIds) }));
  const { status, body } = await send(context, 'POST', startCheckout.path, token, { products, shipTo: SHIP_TO });
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
  // The rest leave without paying.
}

/** Ships or refunds one of the paid orders. */
export async function simulateAdminAction(context: ChaosContext): Promise<void> {
  const { random, deps, adminToken } = context;
  const { orders } = await listAllOrders(deps.db, { status: 'paid', limit: 20 });
  const order = pickRandom(random, orders);
  if (!order) return;
  if (random() < 0.5) {
    await send(context, 'POST', shipOrder.path.replace('{id}', order._id), adminToken, { carrier: 'Post', tracking: '' });
    return;
  }
  const amount = random() < 0.5 ? order.total - order.refunded : Math.max(0.01, toDollars(Math.floor(toCents(order.total) * random())));
  // The clock runs fast here, and a refund requires a login within the last minutes.
  await updateSessionAuthentication(deps.db, hashToken(adminToken), deps.now());
  const body = { amount: toDollars(toCents(amount)), reason: 'Chaos', restock: random() < 0.5 };
  await send(context, 'POST', refundOrder.path.replace('{id}', order._id), adminToken, body);
}
