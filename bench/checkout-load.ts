/** Buyers for the benchmarks: accounts that are logged in, products that don't run out, and checkouts at a given rate. */
import { randomBytes, randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { startCheckout } from '../src/contract/order.ts';
import type { Database } from '../src/server/platform/database/connect.ts';
import { sessions, users } from '../src/server/shop/database/schema/account.ts';
import { hashToken } from '../src/server/shop/team/sessions/session.service.ts';
import { makeShipTo } from '../tests/support/addresses.ts';
import { makeCategory, makeProducts } from '../tests/support/products.ts';
import { startShop } from '../tests/support/shop-process.ts';
import { createEmbeddedTarget } from './databases.ts';
import { type SteadyLoadResult, sendSteadily } from './load.ts';

export const PRODUCT_COUNT = 100;
const BATCH = 1000;

/** Settings of a shop whose buyers all come from this machine. */
export const BUYERS_ENV = { UNCACHED_REQUESTS_PER_MINUTE: '0', NETWORK_CHECKOUTS_PER_HOUR: '0' };

export interface Buyers {
  tokens: string[];
  userIds: string[];
  productIds: string[];
}

export async function createBuyers(db: Database, count: number): Promise<Buyers> {
  const categoryId = await makeCategory(db, 'Bought');
  const products = await makeProducts(
    db,
    Array.from({ length: PRODUCT_COUNT }, () => ({ categoryId, quantity: 1_000_000 })),
  );
  const userIds = Array.from({ length: count }, () => randomUUID());
  const tokens = userIds.map(() => randomBytes(32).toString('base64url'));
  const userFields = { name: 'Ada', phone: '1', address: '1 Market Street', passwordHash: '-', answerHash: '-', role: 0 as const };
  const now = new Date();
  for (let offset = 0; offset < count; offset += BATCH) {
    const batch = userIds.slice(offset, offset + BATCH);
    await db.insert(users).values(batch.map((id) => ({ ...userFields, id, email: `${id}@example.com` })));
    await db
      .insert(sessions)
      .values(batch.map((userId, index) => ({ tokenHash: hashToken(tokens[offset + index] ?? ''), userId, createdAt: now, usedAt: now })));
  }
  return { tokens, userIds, productIds: products.map(({ id }) => id) };
}

/** Two products, a different pair each time. */
export const pickPair = (productIds: string[], sequence: number) =>
  [productIds[sequence % PRODUCT_COUNT], productIds[(sequence * 7 + 3) % PRODUCT_COUNT]].map(String);

function buildCheckouts({ tokens, productIds }: Buyers): autocannon.Request[] {
  const setupRequest = (request: autocannon.Request) => {
    nextBuyer += 1;
    const body = JSON.stringify({ products: pickPair(productIds, nextBuyer).map((_id) => ({ _id })), shipTo: makeShipTo() });
    return { ...request, body, headers: { 'content-type': 'application/json', authorization: tokens[nextBuyer % tokens.length] ?? '' } };
  };
  return [{ method: 'POST', path: startCheckout.path, setupRequest }];
}

/** As many checkouts as go through, each by another buyer. */
export const buy = (origin: string, buyers: Buyers, duration: number): Promise<autocannon.Result> =>
  autocannon({ url: origin, connections: 50, duration, requests: buildCheckouts(buyers) });

/** `rate` checkouts a second. */
export const buySteadily = (origin: string, buyers: Buyers, duration: number, rate: number): Promise<SteadyLoadResult> =>
  sendSteadily({ url: origin, requests: buildCheckouts(buyers) }, { rate, connections: 10, duration });

/** Checkouts a second during a measurement, as in a shop on a good day. */
export const SELLING_RATE = 5;

/** The embedded demo shop, and buyers for `seconds` of checkouts at SELLING_RATE. */
export async function startSellingShop(seconds: number) {
  const target = await createEmbeddedTarget();
  const start = () => startShop({ env: { LOG_LEVEL: 'error', DEMO: 'on', ...BUYERS_ENV }, dataDir: target.dataDir, keepData: true });
  // The demo is seeded in an empty shop only, so it comes before the products that are bought.
  await (await start()).stop();
  const connection = await target.connect();
  const buyers = await createBuyers(connection.db, 2 * SELLING_RATE * seconds);
  await connection.close();
  const shop = await start();
  const stop = async () => {
    await shop.stop();
    await target.dispose();
  };
  return { shop, sell: (duration: number) => buySteadily(shop.origin, buyers, duration, SELLING_RATE), stop };
}

/** Counts across all calls, since a second checkout of the same buyer would continue their open one. */
let nextBuyer = 0;
