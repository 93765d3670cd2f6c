/**
 * Checkouts per second, each by another customer: POST create-checkout-session with two products, which opens a session at the demo
 * provider. The baseline writes the same rows in one transaction, without HTTP: the most that the database could do. Durable as in a
 * real shop (fsync). SECONDS=10 per figure.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../src/server/database/connect.ts';
import { verifyShop } from '../src/server/order/verify.service.ts';
import { startShop } from '../tests/support/shop-process.ts';
import { BUYERS_ENV, type Buyers, buy, createBuyers, PRODUCT_COUNT, pickPair } from './buyers.ts';
import { createEmbeddedTarget, createPostgresTarget, type DatabaseTarget } from './databases.ts';
import { writeSection } from './results.ts';

const seconds = Number(process.env.SECONDS ?? 10);
const CONNECTIONS = 50;
/** Seconds: the first start creates the tables of the job queue, and V8 compiles what is hot. */
const WARM_UP_SECONDS = 5;

async function measureShop(origin: string, buyers: Buyers) {
  await buy(origin, buyers, WARM_UP_SECONDS);
  const result = await buy(origin, buyers, seconds);
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

async function measureBaseline(db: Database, { userIds, productIds }: Buyers): Promise<number> {
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
  const buyers = await createBuyers(connection.db, 600 * (WARM_UP_SECONDS + seconds));
  const baselineRate = await measureBaseline(connection.db, buyers);
  await connection.close();
  const shop = await startShop({
    env: { LOG_LEVEL: 'error', DEMO: 'on', ...BUYERS_ENV, ...target.env },
    dataDir: target.dataDir,
    keepData: true,
  });
  const result = await measureShop(shop.origin, buyers);
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
