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
import { addPerson } from '../people.ts';
import { openPlace } from '../place.ts';
import { makeCategory, makeProducts } from '../products.ts';
import { type ShopProcess, startShop } from '../shop-process.ts';
import type { Books } from '../stripe/books.ts';
import { KEY, openStandIn } from '../stripe/server.ts';
import { signStripe } from '../stripe/signing.ts';

const SECRET = 'whsec_crash';
const INSIDE = path.join(import.meta.dirname, 'inside.ts');
const HAS_MONEY = new Set(['paid', 'shipped', 'delivered', 'refunded', 'review']);

// biome-ignore lint/suspicious/noExplicitAny: an endpoint of any shape
type AnyEndpoint = Endpoint<any, any, any, any, any>;

export async function openStage(shoppers: number) {
  const stripe = await openStandIn(() => new Date());
  const place = await openPlace();
  const { dataDir, withDatabase } = place;

  const { good, tokens, admin } = await withDatabase(async (db) => {
    const categoryId = await makeCategory(db);
    const [product] = await makeProducts(db, [{ categoryId, priceCents: 1250, quantity: 1000 }]);
    const people: string[] = [];
    for (let n = 0; n < shoppers; n += 1) people.push((await addPerson(db)).token);
    return { good: String(product?.id), tokens: people, admin: (await addPerson(db, { role: 1 })).token };
  });

  const env = {
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    STRIPE_SECRET_KEY: KEY,
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_API_BASE: stripe.base,
    ...place.env,
  };
  let shop: ShopProcess | undefined;
  const running = () => {
    if (!shop) throw new Error('the shop is down');
    return shop;
  };

  /** Null where the shop died before it answered. */
  async function send<E extends AnyEndpoint>(
    { method, path: at }: E,
    { params, body, token }: { params?: ParamsOf<E>; body?: BodyOf<E>; token: string },
  ): Promise<{ status: number; body: ReplyOf<E> } | null> {
    const url = at.replace(/\{(\w+)\}/g, (_whole, name: string) => String((params as Record<string, unknown> | undefined)?.[name]));
    const headers = { authorization: token, ...(body !== undefined && { 'content-type': 'application/json' }) };
    try {
      const answer = await fetch(running().origin + url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
      return { status: answer.status, body: (await answer.json()) as ReplyOf<E> };
    } catch {
      return null;
    }
  }

  let heard = 0;
  /** Stripe tells what it has to tell, in order, and each event again until it is taken. */
  async function tellEvents(): Promise<void> {
    for (; heard < stripe.books.events.length; heard += 1) {
      const body = JSON.stringify(stripe.books.events[heard]);
      try {
        const url = running().origin + receivePaymentWebhook.path;
        const { status } = await fetch(url, { method: 'POST', body, headers: signStripe(body, new Date(), SECRET) });
        if (status !== 200) throw new Error(`an event was answered with ${status}`);
      } catch (error) {
        if (error instanceof TypeError) return;
        throw error;
      }
    }
  }

  return {
    good,
    admin,
    stripe,
    withDatabase,
    send,
    tellEvents,
    /** Somebody who was here never before. */
    nextShopper: () => {
      const token = tokens.pop();
      if (!token) throw new Error('nobody is left');
      return token;
    },
    /** Events that never arrive. */
    loseEvents: () => {
      heard = stripe.books.events.length;
    },
    /** With `at` it dies at that milestone. */
    start: async (at?: Failpoint) => {
      shop = await startShop({ env: { ...env, ...(at && { CRASH_AT: at }) }, dataDir, keepData: true, inside: INSIDE });
    },
    /** From now on it dies there. */
    arm: async (at: Failpoint) => {
      const armed = once(running().process, 'message');
      running().process.send(at);
      await armed;
    },
    /** Waits until the milestone has killed it. */
    death: async () => {
      await running().ended;
      shop = undefined;
    },
    kill: async () => {
      await shop?.kill();
      shop = undefined;
    },
    /** How many letters about this have left the house. */
    letters: (subject: string) => {
      const mail = path.join(dataDir, 'mail');
      const sent = existsSync(mail) ? readdirSync(mail).filter((name) => name.endsWith('.eml')) : [];
      return sent.filter((name) => readFileSync(path.join(mail, name), 'utf8').includes(`Subject: ${subject}\r\n`)).length;
    },
    /** What is off in the shop's own books, which are true at any time; `whole`: between them and Stripe's too. While the shop is down. */
    findings: (whole = false) =>
      withDatabase(async (db) => {
        const own = (await verifyShop(db, new Date())).map(({ rule, detail }) => `${rule}: ${detail}`);
        return whole ? [...own, ...(await compare(db, stripe.books))] : own;
      }),
    close: async () => {
      await shop?.kill();
      await stripe.close();
      await place.close();
    },
  };
}

/** Every paid session has its one order with money, every other order has none; what went back went back on both sides. */
async function compare(db: Database, books: Books): Promise<string[]> {
  const found: string[] = [];
  const rows = await db.select().from(orders).where(isNotNull(orders.providerSession));
  const withMoney = rows.filter(({ status }) => HAS_MONEY.has(status));
  const paid = [...books.sessions.values()].filter((it) => it.payment_status === 'paid');
  for (const session of paid) {
    const its = withMoney.filter(({ providerSession }) => providerSession === session.id);
    if (its.length !== 1) found.push(`${its.length} orders for the paid session ${session.id}`);
    const payment = books.payments.get(session.payment_intent ?? '');
    const back = its[0]?.refundedCents;
    if (back !== payment?.refunded) found.push(`${payment?.refunded} cents went back at Stripe, ${back} cents in the shop`);
  }
  if (withMoney.length !== paid.length) found.push(`${withMoney.length} orders with money, ${paid.length} paid sessions`);
  return found;
}
