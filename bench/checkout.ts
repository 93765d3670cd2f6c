/**
 * Checkouts a second, each by another shopper: POST create-checkout-session with two products, answered with a payment page of the
 * demo provider. Beside it the same rows written by bare SQL in one transaction, from a process that does nothing else: what the
 * database alone can do here. Durable as in a real shop (fsync). Seconds a figure: SECONDS=10.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { sql } from 'drizzle-orm';
import { startCheckout } from '../src/contract/order.ts';
import { hashToken } from '../src/server/auth/auth-session.ts';
import type { Database } from '../src/server/database/connect.ts';
import { sessions, users } from '../src/server/database/schema/account.ts';
import { verifyShop } from '../src/server/order/verify.service.ts';
import { makeCategory, makeProducts } from '../tests/products.ts';
import { startShop } from '../tests/shop-process.ts';
import { embedded, type Place, server } from './places.ts';
import { writePart } from './results.ts';

const seconds = Number(process.env.SECONDS ?? 10);
const CONNECTIONS = 50;
const GOODS = 100;
const BATCH = 1000;
/** Seconds: a new database gets the tables of its jobs first, and everything its machine code. */
const WARM_UP = 5;

interface Stocked {
  tokens: string[];
  people: string[];
  goods: string[];
}

async function stock(db: Database, shoppers: number): Promise<Stocked> {
  const categoryId = await makeCategory(db);
  const made = await makeProducts(
    db,
    Array.from({ length: GOODS }, () => ({ categoryId, quantity: 1_000_000 })),
  );
  const people = Array.from({ length: shoppers }, () => randomUUID());
  const tokens = people.map(() => randomBytes(32).toString('base64url'));
  const person = { name: 'Ada', phone: '1', address: '1 Market Street', passwordHash: '-', answerHash: '-', role: 0 as const };
  const now = new Date();
  for (let at = 0; at < shoppers; at += BATCH) {
    const batch = people.slice(at, at + BATCH);
    await db.insert(users).values(batch.map((id) => ({ ...person, id, email: `${id}@example.com` })));
    await db
      .insert(sessions)
      .values(batch.map((userId, index) => ({ tokenHash: hashToken(tokens[at + index] ?? ''), userId, createdAt: now, usedAt: now })));
  }
  return { tokens, people, goods: made.map(({ id }) => id) };
}

/** Any two goods, a different pair each time. */
const pairAt = (goods: string[], turn: number) => [goods[turn % GOODS], goods[(turn * 7 + 3) % GOODS]].map(String);

async function measureShop(origin: string, { tokens, goods }: Stocked) {
  let turn = 0;
  const load = (duration: number) =>
    autocannon({
      url: origin,
      connections: CONNECTIONS,
      duration,
      requests: [
        {
          method: 'POST',
          path: startCheckout.path,
          setupRequest: (request) => {
            turn += 1;
            const body = JSON.stringify({ products: pairAt(goods, turn).map((_id) => ({ _id })) });
            return { ...request, body, headers: { 'content-type': 'application/json', authorization: tokens[turn % tokens.length] ?? '' } };
          },
        },
      ],
    });
  await load(WARM_UP);
  const result = await load(seconds);
  if (turn > tokens.length) console.log('  some shoppers came twice: their older checkouts were taken over');
  return { rate: result['2xx'] / result.duration, p99: result.latency.p99, failed: result.non2xx + result.errors + result.timeouts };
}

/** What a checkout writes, and the locks that it takes. */
async function writeBare(db: Database, person: string, goods: string[]): Promise<void> {
  const id = randomUUID();
  await db.transaction(async (tx) => {
    await tx.execute(sql`select address from users where id = ${person} for no key update`);
    for (const product of goods.toSorted()) {
      await tx.execute(sql`update products set quantity = quantity - 1 where id = ${product} and quantity >= 1`);
    }
    await tx.execute(sql`insert into orders (id, user_id, status, total_cents, address, provider, created_at, expires_at, stock)
      values (${id}, ${person}, 'pending', 2000, '1 Market Street', 'demo', now(), now() + interval '30 minutes', 'held')`);
    await tx.execute(sql`insert into order_lines (order_id, position, product_id, slug, name, price_cents, image_id, quantity)
      select ${id}, row_number() over (), p.id, p.slug, p.name, p.price_cents, p.image_id, 1 from products p where p.id in (${goods[0]}, ${goods[1]})`);
    await tx.execute(sql`insert into stock_movements (product_id, order_id, kind, available, reserved, at)
      values (${goods[0]}, ${id}, 'reserve', -1, 1, now()), (${goods[1]}, ${id}, 'reserve', -1, 1, now())`);
    await tx.execute(
      sql`insert into order_history (order_id, to_status, by, why, at) values (${id}, 'pending', 'Ada', 'Checkout opened', now())`,
    );
  });
}

async function measureBare(db: Database, { people, goods }: Stocked): Promise<number> {
  const began = performance.now();
  const until = began + seconds * 1000;
  let turn = 0;
  let done = 0;
  const lane = async () => {
    while (performance.now() < until) {
      turn += 1;
      // From the other end: those who come to the shop have no open order yet.
      await writeBare(db, String(people.at(-(turn % people.length))), pairAt(goods, turn));
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return done / ((performance.now() - began) / 1000);
}

async function measurePlace(place: Place, goal: number): Promise<string[]> {
  const opened = await place.open();
  const stocked = await stock(opened.db, 600 * (WARM_UP + seconds));
  const bare = await measureBare(opened.db, stocked);
  await opened.close();
  const shop = await startShop({ env: { LOG_LEVEL: 'error', DEMO: 'on', ...place.env }, dataDir: place.dataDir, keepData: true });
  const measured = await measureShop(shop.origin, stocked);
  await shop.stop();
  const after = await place.open();
  const findings = await verifyShop(after.db, new Date());
  await after.close();
  await place.end();
  if (findings.length) throw new Error(`the shop's books are off: ${JSON.stringify(findings.slice(0, 5))}`);
  return [
    `${place.name} (goal ${goal})`,
    measured.rate.toFixed(0),
    bare.toFixed(0),
    (measured.rate / bare).toFixed(2),
    measured.p99.toFixed(0),
    String(measured.failed),
  ];
}

const rows = [['checkouts a second', 'shop', 'bare SQL', 'ratio', 'p99 ms', 'failed']];
for (const [open, goal] of [
  [() => server(['-c', 'fsync=on']), 300],
  [embedded, 100],
] as const) {
  rows.push(await measurePlace(await open(), goal));
  console.log(rows.at(-1)?.join('   '));
}
writePart({
  title: 'Checkout',
  command: 'npm run bench -- checkout',
  how: `Each checkout by another shopper, two products of ${GOODS}, ${CONNECTIONS} connections, ${seconds} s; load, shop and database share the machine. Bare SQL writes the order, its lines, its history, the stock and its ledger in one transaction, without HTTP, login or a payment session. Afterwards the books are verified.`,
  rows,
});
