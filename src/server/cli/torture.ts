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
import { createCategory } from '../category/category.repository.ts';
import { type Database, openEmbedded } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { listAllOrders } from '../order/admin.service.ts';
import { reconcileOrders, sweepOrders } from '../order/overdue.service.ts';
import { retryRefunds } from '../order/refund.service.ts';
import { verifyShop } from '../order/verify.service.ts';
import { createHostileProvider, type HostileProvider } from '../payment/demo/hostile.ts';
import { createProduct } from '../product/product.repository.ts';
import { type Random, seededRandom } from '../random.ts';
import { uncached } from '../response-cache/memoize.ts';

const MINUTE = 60_000;
const LANES = 8;
const SHOPPERS = 40;
const GOODS = 12;
const SILENCE = { error: () => undefined };

export interface Tortured {
  /** Checkouts that opened, and those that were refused. */
  opened: number;
  refused: number;
  /** Sessions that were paid at the provider. */
  paid: number;
  /** Paid sessions without their order, orders that look paid and weren't, answers of 5xx that no trouble explains. */
  lost: string[];
  doubled: string[];
  broken: string[];
  /** What `npm run shop -- verify` would say. */
  findings: string[];
  /** Forged events that were believed. */
  fooled: number;
  tally: ReadonlyMap<string, number>;
}

interface Stage {
  app: FastifyInstance;
  deps: Deps;
  provider: HostileProvider;
  random: Random;
  shoppers: string[];
  admin: string;
  goods: string[];
  /** Sessions that were paid, and their orders. */
  paid: Map<string, string>;
  broken: string[];
  counts: { opened: number; refused: number };
  wait: (ms: number) => void;
}

async function addPerson(db: Database, role: 0 | 1): Promise<string> {
  const id = randomUUID();
  const person = { name: `Person ${id.slice(0, 4)}`, email: `${id}@example.com`, phone: '1', address: '1 Market Street' };
  // Nobody logs in here: their sessions are made for them.
  await createUser(db, { id, ...person, passwordHash: '-', answerHash: '-', role });
  return createSession(db, id, new Date());
}

async function addGoods(db: Database, random: Random, at: Date): Promise<string[]> {
  const categoryId = randomUUID();
  await createCategory(db, { id: categoryId, name: 'Goods', slug: 'goods' });
  const goods: string[] = [];
  for (let n = 0; n < GOODS; n += 1) {
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
    await createProduct(db, { ...row, categoryId, imageId: id.replaceAll('-', ''), createdAt: at, updatedAt: at });
    goods.push(id);
  }
  return goods;
}

async function send(
  stage: Stage,
  method: 'POST',
  url: string,
  token: string,
  payload?: object,
): Promise<{ status: number; body: unknown }> {
  const answer = await stage.app.inject({ method, url, headers: { authorization: token }, ...(payload && { payload }) });
  // 502: the provider was down, and the shop says so. Anything else of that kind is a fault of the shop's.
  if (answer.statusCode >= 500 && answer.statusCode !== 502) stage.broken.push(`${answer.statusCode} at ${url}`);
  return { status: answer.statusCode, body: answer.json() };
}

const pick = <T>(random: Random, list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];

async function buy(stage: Stage): Promise<void> {
  const { random, provider } = stage;
  const token = pick(random, stage.shoppers) ?? '';
  const products = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({ _id: pick(random, stage.goods) }));
  const { status, body } = await send(stage, 'POST', startCheckout.path, token, { products });
  if (status !== 200) {
    stage.counts.refused += 1;
    return;
  }
  stage.counts.opened += 1;
  const { id: session, order } = body as { id: string; order: string };
  const pay = async () => {
    if (await provider.pay(session)) stage.paid.set(session, order);
  };
  const cancel = () => send(stage, 'POST', cancelOrder.path.replace('{id}', order), token);
  const mood = random();
  if (mood < 0.6) await pay();
  else if (mood < 0.7) await cancel();
  else if (mood < 0.8) await Promise.all([pay(), cancel()]);
  else if (mood < 0.9) await Promise.all([cancel(), pay(), pay()]);
  // The rest walk away.
}

async function administer(stage: Stage): Promise<void> {
  const { random, deps, admin } = stage;
  const { orders } = await listAllOrders(deps.db, { status: 'paid', limit: 20 });
  const order = pick(random, orders);
  if (!order) return;
  if (random() < 0.5) {
    await send(stage, 'POST', shipOrder.path.replace('{id}', order._id), admin, { carrier: 'Post', tracking: '' });
    return;
  }
  const amount = random() < 0.5 ? order.total - order.refunded : Math.max(0.01, Math.floor(order.total * random() * 100) / 100);
  const body = { amount: Math.round(amount * 100) / 100, reason: 'Torture', restock: random() < 0.5 };
  await send(stage, 'POST', refundOrder.path.replace('{id}', order._id), admin, body);
}

async function tidy({ deps }: Pick<Stage, 'deps'>): Promise<void> {
  await Promise.all([reconcileOrders(deps, SILENCE), sweepOrders(deps, SILENCE), retryRefunds(deps, SILENCE)]);
}

async function judge(stage: Stage): Promise<Tortured> {
  const { deps, paid, provider } = stage;
  const standing = new Map<string, string>();
  for (let page = 1; ; page += 1) {
    const { orders } = await listAllOrders(deps.db, { page, limit: 100 });
    for (const { _id, status } of orders) standing.set(_id, status);
    if (orders.length < 100) break;
  }
  const hasMoney = (status = '') => ['paid', 'shipped', 'delivered', 'refunded', 'review'].includes(status);
  const paidOrders = [...paid.values()];
  return {
    ...stage.counts,
    paid: paid.size,
    lost: paidOrders.filter((id) => !hasMoney(standing.get(id))),
    doubled: [
      ...paidOrders.filter((id, at) => paidOrders.indexOf(id) < at),
      ...[...standing].filter(([id, status]) => hasMoney(status) && !paidOrders.includes(id)).map(([id]) => id),
    ],
    broken: stage.broken,
    findings: (await verifyShop(deps.db, deps.now())).map(({ rule, what }) => `${rule}: ${what}`),
    fooled: provider.fooled(),
    tally: provider.tally,
  };
}

/** Tries so many checkouts. The same seed gives the same shoppers, goods and moods; what meets what still differs. */
export async function torture(orders: number, seed: string): Promise<Tortured> {
  const random = seededRandom(seed);
  const database = await openEmbedded({ memory: true });
  let offset = 0;
  const now = () => new Date(Date.now() + offset);
  const deliver = async (body: string, headers: Record<string, string>) =>
    (await app.inject({ method: 'POST', url: receivePaymentWebhook.path, payload: body, headers })).statusCode;
  const provider = createHostileProvider(
    { db: database.db, now, secret: seed, deliver },
    { random: seededRandom(`${seed} troubles`), slowness: 20 },
  );
  const deps: Deps = { db: database.db, memoize: uncached, now, payment: provider, uploadsDir: '/nonexistent', publicUrl: null };
  const app = await buildApp(deps);
  try {
    const shoppers: string[] = [];
    for (let n = 0; n < SHOPPERS; n += 1) shoppers.push(await addPerson(database.db, 0));
    const stage: Stage = {
      app,
      deps,
      provider,
      random,
      shoppers,
      admin: await addPerson(database.db, 1),
      goods: await addGoods(database.db, random, now()),
      paid: new Map(),
      broken: [],
      counts: { opened: 0, refused: 0 },
      wait: (ms) => {
        offset += ms;
      },
    };
    for (let turn = 0; turn < orders; turn += LANES) {
      await Promise.all(Array.from({ length: Math.min(LANES, orders - turn) }, () => buy(stage)));
      if (random() < 0.3) await administer(stage);
      if (random() < 0.1) stage.wait(15 * MINUTE);
      if (random() < 0.2) await tidy(stage);
    }
    await provider.makePeace();
    stage.wait(45 * MINUTE);
    await tidy(stage);
    await tidy(stage);
    return await judge(stage);
  } finally {
    await app.close();
    await database.close();
  }
}
