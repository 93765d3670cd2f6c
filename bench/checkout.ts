/**
 * Checkouts per second, each by another customer: POST create-checkout-session with two products, which opens a session at the demo
 * provider. The baseline writes the same rows in one transaction, without HTTP: the most that the database could do. Durable as in a
 * real shop (fsync). Then the same while the home page is requested 1,000 times a second. SECONDS=10 per figure.
 */
import { randomUUID } from 'node:crypto';
import type autocannon from 'autocannon';
import { sql } from 'drizzle-orm';
import { SECOND } from '../src/contract/values.ts';
import type { Database } from '../src/server/platform/database/connect.ts';
import { verifyShop } from '../src/server/shop/integrity/verify.service.ts';
import { startShop } from '../tests/support/shop-process.ts';
import { BUYERS_ENV, type Buyers, buy, createBuyers, PRODUCT_COUNT, pickPair } from './checkout-load.ts';
import { createEmbeddedTarget, createPostgresTarget, type DatabaseTarget } from './databases.ts';
import { sendSteadily } from './load.ts';
import { writeSection } from './results.ts';

const seconds = Number(process.env.SECONDS ?? 10);
const CONNECTIONS = 50;
const VISITS_PER_SECOND = 1000;
/** Seconds: the first start creates the tables of the job queue, and V8 compiles what is hot. */
const WARM_UP_SECONDS = 5;

const summarize = ({ '2xx': completed, duration, latency, non2xx, errors, timeouts }: autocannon.Result) => ({
  rate: completed / duration,
  p99: latency.p99,
  failed: non2xx + errors + timeouts,
});

/** Without other load, and while visitors request the home page. */
async function measureShop(origin: string, buyers: Buyers) {
  await buy(origin, buyers, WARM_UP_SECONDS);
  const alone = summarize(await buy(origin, buyers, seconds));
  const visits = sendSteadily({ url: origin }, { rate: VISITS_PER_SECOND, connections: 20, duration: seconds });
  const visited = summarize(await buy(origin, buyers, seconds));
  const { completed, duration } = await visits;
  console.log(`    the home page was served ${(completed / duration).toFixed(0)} times a second beside them`);
  return { alone, visited };
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
  const deadline = startedAt + seconds * SECOND;
  let sequence = 0;
  let completed = 0;
  const runWorker = async () => {
    while (performance.now() < deadline) {
      sequence += 1;
      // From the end of the list: the customers of the shop's measurement must not have an open order yet.
      await writeBaselineOrder(db, String(userIds.at(-(sequence % userIds.length))), pickPair(productIds, sequence));
      completed += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, runWorker));
  return completed / ((performance.now() - startedAt) / SECOND);
}

async function measureTarget(target: DatabaseTarget, goal: number, visitedGoal: number): Promise<string[][]> {
  const connection = await target.connect();
  const buyers = await createBuyers(connection.db, 600 * (WARM_UP_SECONDS + 2 * seconds));
  const baselineRate = await measureBaseline(connection.db, buyers);
  await connection.close();
  const shop = await startShop({
    env: { LOG_LEVEL: 'error', DEMO: 'on', ...BUYERS_ENV, ...target.env },
    dataDir: target.dataDir,
    keepData: true,
  });
  const { alone, visited } = await measureShop(shop.origin, buyers);
  await shop.stop();
  const verifyConnection = await target.connect();
  const findings = await verifyShop(verifyConnection.db, new Date());
  await verifyConnection.close();
  await target.dispose();
  if (findings.length) throw new Error(`verify found: ${JSON.stringify(findings.slice(0, 5))}`);
  const baseline = [baselineRate.toFixed(0), (alone.rate / baselineRate).toFixed(2)];
  return [
    [`${target.name} (goal ${goal})`, alone.rate.toFixed(0), ...baseline, alone.p99.toFixed(0), String(alone.failed)],
    [
      `${target.name}, home page ${VISITS_PER_SECOND} times a second (goal ${visitedGoal})`,
      visited.rate.toFixed(0),
      '',
      '',
      visited.p99.toFixed(0),
      String(visited.failed),
    ],
  ];
}

const rows = [['checkouts/s', 'shop', 'baseline', 'ratio', 'p99 ms', 'failed']];
for (const [open, goal, visitedGoal] of [
  [() => createPostgresTarget(['-c', 'fsync=on']), 320, 200],
  [createEmbeddedTarget, 150, 80],
] as const) {
  const measured = await measureTarget(await open(), goal, visitedGoal);
  for (const row of measured) console.log(row.join('   '));
  rows.push(...measured);
}
writeSection({
  title: 'Checkout',
  command: 'npm run bench -- checkout',
  method: `Each checkout by another customer, two products of ${PRODUCT_COUNT}, ${CONNECTIONS} connections, ${seconds} s; load generator, shop and database share the machine; the visits beside them are spread evenly over each second. The baseline writes the order, its lines, its history, the stock and its ledger in one transaction, without HTTP, login or a payment session. Afterwards orders, stock and payments are verified.`,
  rows,
});
