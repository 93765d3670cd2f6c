/** Buyers, admin and probe that use the cluster during the incidents, and what they observe. */
import { inArray, isNotNull } from 'drizzle-orm';
import { MINUTE, SECOND } from '../../src/contract/values.ts';
import { openServer } from '../../src/server/platform/database/connect.ts';
import { orders } from '../../src/server/shop/database/schema/order.ts';
import { startBuyers } from '../faults/buyers.ts';
import { compareWithStripe } from '../faults/crashing-shop.ts';
import { makeCategory, makeProducts } from '../support/products.ts';
import type { FakeStripeState } from '../support/stripe/stripe-state.ts';
import { createTestUser } from '../support/users.ts';
import type { Cluster, Incident } from './incidents.ts';
import type { Instance } from './instances.ts';
import { startPriceWatch } from './price-watch.ts';
import { startProbe } from './probe.ts';
import { EDGE_ORIGIN } from './proxies.ts';

export const WEBHOOK_SECRET = 'whsec_cluster';
const SLUGS = ['lamp', 'shade', 'bulb', 'cable'];
const PATHS = ['/', '/product/lamp', '/category/lamps', '/cart', '/api/v1/product/get-products', '/api/v1/product/single-product/shade'];
/** The pause between two purchases of a buyer. */
const PAUSE = 2 * SECOND;
const RECOVERY_LIMIT = 3 * MINUTE;
const BATCH = 5000;

/** What was observed during one incident. */
export interface Observation {
  incident: string;
  secondsUntilWhole: number;
  requests: number;
  unavailable: number;
  cut: number;
  wrong: string[];
  stale: string[];
  priceChanges: number;
  acknowledged: number;
  lost: number;
  doubled: number;
}

export interface CrowdOptions {
  count: number;
  /** Past PgBouncer. */
  directUrl: string;
  stripe: FakeStripeState;
  instances: readonly Instance[];
}

async function createPeople(directUrl: string, count: number) {
  const { db, close } = await openServer(directUrl, console, 2, { migrates: false });
  const categoryId = await makeCategory(db, 'Lamps');
  const sold = SLUGS.map((slug) => ({ categoryId, slug, name: slug, quantity: 1_000_000 }));
  const [watched, ...products] = await makeProducts(db, [{ categoryId, slug: 'watched', name: 'watched', quantity: 9 }, ...sold]);
  if (!watched) throw new Error('no product');
  const tokens: string[] = [];
  for (let n = 0; n <= count; n += 1) tokens.push((await createTestUser(db)).token);
  const { token: adminToken } = await createTestUser(db, { role: 1 });
  await close();
  return { watched: { id: watched.id, slug: watched.slug }, productIds: products.map(({ id }) => id), tokens, adminToken };
}

export async function createCrowd({ count, directUrl, stripe, instances }: CrowdOptions) {
  const { watched, productIds, tokens, adminToken } = await createPeople(directUrl, count);
  const [probeToken = '', ...buyerTokens] = tokens;
  const probe = startProbe({ origin: EDGE_ORIGIN, token: probeToken, productId: productIds[0] ?? '' });
  const prices = startPriceWatch({ origins: instances.map(({ origin }) => origin), adminToken, product: watched });
  const buyers = startBuyers({
    stripe,
    webhookSecret: WEBHOOK_SECRET,
    productIds,
    tokens: buyerTokens,
    paths: PATHS,
    pickOrigin: () => EDGE_ORIGIN,
    pause: PAUSE,
    allowsProviderErrors: false,
  });
  const { report } = buyers;

  /** Acknowledged checkouts from the `first` on that the shop has no order for. */
  async function countLost(first: number): Promise<number> {
    const { db, close } = await openServer(directUrl, console, 1, { migrates: false });
    let lost = 0;
    for (let offset = first; offset < report.checkouts.length; offset += BATCH) {
      const batch = [...new Set(report.checkouts.slice(offset, offset + BATCH))];
      const found = await db.select({ id: orders.id }).from(orders).where(inArray(orders.providerSession, batch));
      lost += batch.length - found.length;
    }
    await close();
    return lost;
  }
  /** Paid orders without a payment, or with the payment of another order. */
  async function countDoubled(): Promise<number> {
    const { db, close } = await openServer(directUrl, console, 1, { migrates: false });
    const paid = await db.select({ session: orders.providerSession }).from(orders).where(isNotNull(orders.number));
    await close();
    const isPaid = (session: string | null) => stripe.sessions.get(session ?? '')?.payment_status === 'paid';
    return paid.length - new Set(paid.map(({ session }) => session).filter(isPaid)).size;
  }
  /** So far. */
  const count503 = () => report.statuses.get(503) ?? 0;
  const countAll = () => [...report.statuses.values()].reduce((sum, it) => sum + it, 0);
  const takeStock = () => ({
    requests: countAll(),
    unavailable: count503(),
    cut: report.cut.length,
    wrong: report.wrong.length,
    stale: prices.report.stale.length,
    priceChanges: prices.report.changes,
    checkouts: report.checkouts.length,
    delivered: report.delivered.size,
  });
  const observations: Observation[] = [];

  return {
    /** Causes the incident, waits until the cluster has recovered, repairs it, waits again, and counts what was observed. */
    observe: async (incident: Incident, cluster: Cluster): Promise<Observation> => {
      const before = takeStock();
      const since = performance.now();
      await incident.strike(cluster);
      const whole = await probe.waitUntilWhole(since, RECOVERY_LIMIT);
      const repairedAt = performance.now();
      await incident.repair?.(cluster);
      const wholeAgain = incident.repair ? await probe.waitUntilWhole(repairedAt, RECOVERY_LIMIT) : 0;
      const after = takeStock();
      const observation: Observation = {
        incident: incident.name,
        secondsUntilWhole: Math.max(whole, wholeAgain) / SECOND,
        requests: after.requests - before.requests,
        unavailable: after.unavailable - before.unavailable,
        cut: after.cut - before.cut,
        wrong: report.wrong.slice(before.wrong),
        stale: prices.report.stale.slice(before.stale),
        priceChanges: after.priceChanges - before.priceChanges,
        acknowledged: after.checkouts - before.checkouts + after.delivered - before.delivered,
        lost: await countLost(before.checkouts),
        doubled: await countDoubled(),
      };
      observations.push(observation);
      return observation;
    },
    /** Lets everybody finish; returns differences between shop and payment provider, and acknowledged orders that are gone. */
    finish: async (): Promise<{ rows: Observation[]; findings: string[] }> => {
      await Promise.all([buyers.stop(), probe.stop(), prices.stop()]);
      const { db, close } = await openServer(directUrl, console, 2, { migrates: false });
      const findings = await compareWithStripe(db, stripe);
      await close();
      const lost = await countLost(0);
      if (lost) findings.push(`${lost} acknowledged checkouts are gone`);
      return { rows: observations, findings };
    },
  };
}
