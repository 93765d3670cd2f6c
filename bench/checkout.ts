/**
 * Checkouts per second, each by another customer: POST create-checkout-session with two products, which opens a session at the demo
 * provider. The baseline writes the same rows in one transaction, without HTTP: the most that the database could do. Durable as in a
 * real shop (fsync). SECONDS=10 per figure.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { sql } from 'drizzle-orm';
import { startCheckout } from '../src/contract/order.ts';
import { hashToken } from '../src/server/auth/auth-session.ts';
import type { Database } from '../src/server/database/connect.ts';
import { sessions, users } from '../src/server/database/schema/account.ts';
import { verifyShop } from '../src/server/order/verify.service.ts';
import { makeCategory, makeProducts } from '../tests/support/products.ts';
import { startShop } from '../tests/support/shop-process.ts';
import { createEmbeddedTarget, createPostgresTarget, type DatabaseTarget } from './databases.ts';
import { writeSection } from './results.ts';

const seconds = Number(process.env.SECONDS ?? 10);
const CONNECTIONS = 50;
const PRODUCT_COUNT = 100;
const BATCH = 1000;
/** Seconds: the first start creates the tables of the job queue, and V8 compiles what is hot. */
const WARM_UP_SECONDS = 5;

interface Fixture {
  tokens: string[];
  userIds: string[];
  productIds: string[];
}

async function createFixture(db: Database, shoppers: number): Promise<Fixture> {
  const categoryId = await makeCategory(db);
  const products = await makeProducts(
    db,
    Array.from({ length: PRODUCT_COUNT }, () => ({ categoryId, quantity: 1_000_000 })),
  );
  const userIds = Array.from({ length: shoppers }, () => randomUUID());
  const tokens = userIds.map(() => randomBytes(32).toString('base64url'));
  const userFields = { name: 'Ada', phone: '1', address: '1 Market Street', passwordHash: '-', answerHash: '-', role: 0 as const };
  const now = new Date();
  for (let offset = 0; offset < shoppers; offset += BATCH) {
    const batch = userIds.slice(offset, offset + BATCH);
    await db.insert(users).values(batch.map((id) => ({ ...userFields, id, email: `${id}@example.com` })));
    await db
      .insert(sessions)
      .values(batch.map((userId, index) => ({ tokenHash: hashToken(tokens[offset + index] ?? ''), userId, createdAt: now, usedAt: now })));
  }
  return { tokens, userIds, productIds: products.map(({ id }) => id) };
}

/** Two products, a different pair each time. */
const pickPair = (productIds: string[], sequence: number) =>
  [productIds[sequence % PRODUCT_COUNT], productIds[(sequence * 7 + 3) % PRODUCT_COUNT]].map(String);

async function measureShop(origin: string, { tokens, productIds }: Fixture) {
  let sequence = 0;
  const runLoad = (duration: number) =>
    autocannon({
      url: origin,
      connections: CONNECTIONS,
      duration,
      requests: [
        {
          method: 'POST',
          path: startCheckout.path,
          setupRequest: (request) => {
            sequence += 1;
            const body = JSON.stringify({ products: pickPair(productIds, sequence).map((_id) => ({ _id })) });
            return {
              ...request,
              body,
              headers: { 'content-type': 'application/json', authorization: tokens[sequence % tokens.length] ?? '' },
            };
          },
        },
      ],
    });
  await runLoad(WARM_UP_SECONDS);
  const result = await runLoad(seconds);
  if (sequence > tokens.length) console.log('  some customers checked out twice: the second checkout replaced the first');
  return { rate: result['2xx'] / result.duration, p99: result.latency.p99, failed: result.non2xx + result.errors + result.timeouts };
}

/** Writes what a checkout writes, and takes the same locks. */
async function writeBaselineOrder(db: Database, userId: string, productIds: string[]): Promise<void> {
  const id = randomUUID();
  await db.transaction(async (tx) => {
    await tx.execute(sql`select address from users where id = ${userId} for no key update`);
    for (const productId of productIds.toSorted()) {
      await tx.execute(sql`update products set quantity = quantity - 1 where id = ${productId} and quantity >= 1`);
    }
    await tx.execute(sql`insert into orders (id, user_id, status, total_cents, address, provider, created_at, expires_at, stock)
      values (${id}, ${userId}, 'pending', 2000, '1 Market Street', 'demo', now(), now() + interval '30 minutes', 'held')`);
    await tx.execute(sql`insert into order_lines (order_id, position, product_id, slug, name, price_cents, image_id, quantity)
      select ${id}, row_number() over (), p.id, p.slug, p.name, p.price_cents, p.image_id, 1 from products p where p.id in (${productIds[0]}, ${productIds[1]})`);
    await tx.execute(sql`insert into stock_movements (product_id, order_id, kind, available, reserved, at)
      values (${productIds[0]}, ${id}, 'reserve', -1, 1, now()), (${productIds[1]}, ${id}, 'reserve', -1, 1, now())`);
    await tx.execute(
      sql`insert into order_history (order_id, to_status, by, why, at) values (${id}, 'pending', 'Ada', 'Checkout started', now())`,
    );
  });
}

async function measureBaseline(db: Database, { userIds, productIds }: Fixture): Promise<number> {
  const startedAt = performance.now();
  const deadline = startedAt + seconds * 1000;
  let sequence = 0;
  let completed = 0;
  const runWorker = async () => {
    while (performance.now() < deadline) {
      sequence += 1;
      // From the end of the list: the customers of the shop's own measurement must have no open order yet.
      await writeBaselineOrder(db, String(userIds.at(-(sequence % userIds.length))), pickPair(productIds, sequence));
      completed += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, runWorker));
  return completed / ((performance.now() - startedAt) / 1000);
}

async function measureTarget(target: DatabaseTarget, goal: number): Promise<string[]> {
  const connection = await target.connect();
  const fixture = await createFixture(connection.db, 600 * (WARM_UP_SECONDS + seconds));
  const baselineRate = await measureBaseline(connection.db, fixture);
  await connection.close();
  const shop = await startShop({ env: { LOG_LEVEL: 'error', DEMO: 'on', ...target.env }, dataDir: target.dataDir, keepData: true });
  const result = await measureShop(shop.origin, fixture);
  await shop.stop();
  const verifyConnection = await target.connect();
  const findings = await verifyShop(verifyConnection.db, new Date());
  await verifyConnection.close();
  await target.dispose();
  if (findings.length) throw new Error(`verify found: ${JSON.stringify(findings.slice(0, 5))}`);
  return [
    `${target.name} (goal ${goal})`,
    result.rate.toFixed(0),
    baselineRate.toFixed(0),
    (result.rate / baselineRate).toFixed(2),
    result.p99.toFixed(0),
    String(result.failed),
  ];
}

const rows = [['checkouts/s', 'shop', 'baseline', 'ratio', 'p99 ms', 'failed']];
for (const [open, goal] of [
  [() => createPostgresTarget(['-c', 'fsync=on']), 300],
  [createEmbeddedTarget, 100],
] as const) {
  rows.push(await measureTarget(await open(), goal));
  console.log(rows.at(-1)?.join('   '));
}
writeSection({
  title: 'Checkout',
  command: 'npm run bench -- checkout',
  method: `Each checkout by another customer, two products of ${PRODUCT_COUNT}, ${CONNECTIONS} connections, ${seconds} s; load generator, shop and database share the machine. The baseline writes the order, its lines, its history, the stock and its ledger in one transaction, without HTTP, login or a payment session. Afterwards orders, stock and payments are verified.`,
  rows,
});
