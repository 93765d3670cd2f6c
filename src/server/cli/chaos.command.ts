/**
 * Chaos test in a shop that lives in memory: customers buy, pay twice and cancel while they pay, admins ship and refund, and the
 * payment provider (shop/payments/demo/unreliable-provider.ts) injects failures. Then the failures end, the jobs catch up, and it is
 * checked that no paid order was lost or doubled.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { receivePaymentWebhook } from '../../contract/order.ts';
import { isPaidStatus } from '../../contract/order-fields.ts';
import { MINUTE, SECOND } from '../../contract/values.ts';
import { buildApp } from '../app.ts';
import type { Deps } from '../deps.ts';
import { uncached } from '../platform/cache/open-response-cache.ts';
import { openEmbedded } from '../platform/database/connect.ts';
import { createPublicFetch } from '../platform/http/public-fetch.ts';
import { seededRandom } from '../platform/secrets/random.ts';
import { DEFAULT_RETENTION } from '../platform/settings/read-config.ts';
import { openDownloadStores } from '../platform/storage/piece-store.ts';
import { openConnections } from '../shop/connections/connections.ts';
import { openImageStores } from '../shop/content/media/store-image.ts';
import { verifyShop } from '../shop/integrity/verify.service.ts';
import { expireOrders, reconcileOrders } from '../shop/orders/checkout/expire-orders.service.ts';
import { listAllOrders } from '../shop/orders/lifecycle/order.service.ts';
import { retryRefunds } from '../shop/orders/refunds/refund.service.ts';
import { createChaosProvider } from '../shop/payments/demo/unreliable-provider.ts';
import { type ChaosContext, createLoggedInUser, createProducts, simulateAdminAction, simulateCheckout } from './chaos-actions.ts';
import { type Command, EXIT_CODE, print } from './command.ts';

const CONCURRENCY = 8;
const CUSTOMER_COUNT = 40;
const SILENT_LOG = { error: () => undefined };

export interface ChaosResult {
  /** Checkouts that were opened, and those that were refused. */
  opened: number;
  refused: number;
  /** Checkout sessions that were paid at the provider. */
  paid: number;
  /** Orders whose session was paid, and that don't say so. */
  lost: string[];
  /** Orders paid twice, and orders that say they are paid though nobody paid. */
  duplicated: string[];
  /** Responses of 5xx that no injected failure explains. */
  serverErrors: string[];
  /** What `npm run shop -- verify` would say. */
  findings: string[];
  /** Forged events that the shop accepted. */
  acceptedForgeries: number;
  /** How often each failure was injected. */
  failureCounts: ReadonlyMap<string, number>;
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
    failureCounts: provider.failureCounts,
  };
}

/**
 * Runs so many checkouts. The same seed gives the same customers, products, decisions and failures; how they interleave still differs.
 */
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
  // A few customers buy all the time, so they may check out as often as they like.
  const perHour = 1_000_000;
  const checkout = {
    maxPerProduct: orders,
    maxItems: orders,
    perHour,
    guestsOpen: perHour,
    networkPerHour: 0,
    guestsPerHour: perHour,
    hold: 15 * MINUTE,
  };
  const imageStores = openImageStores('/nonexistent', { s3: null, writesTo: 'folder' });
  const downloadStores = openDownloadStores('/nonexistent', { s3: null, writesTo: 'folder' });
  const backup = { to: null, every: 0, keep: 1, passphrase: null, s3Keys: null, folder: null, hosts: [] };
  const accounts = { sendsLinks: false, resetsByAnswer: true, hidesTakenEmails: false, demandsSecondFactor: false };
  const server = {
    stripe: null,
    stripeOrigins: { apiBase: null, checkoutUrl: null },
    sealingKey: null,
    demo: false,
    smtpUrl: null,
    publicUrl: null,
  };
  const mailFrom = { name: '', address: 'shop@localhost' };
  const connections = await openConnections(
    { ...server, mailFrom, backup, accounts, isResetByAnswerSet: true },
    { db: database.db, now, memoize: uncached, deliver },
  );
  const deps: Deps = {
    connections,
    manualPayment: connections.manualPayment,
    db: database.db,
    readFromReplica: (work) => work(database.db),
    memoize: uncached,
    now,
    payment: provider,
    accounts,
    checkout,
    retention: DEFAULT_RETENTION,
    images: imageStores.current,
    imageStores,
    downloads: downloadStores.current,
    downloadStores,
    publicFetch: createPublicFetch(),
    vies: { check: async () => ({ status: 'unavailable', consultation: null }) },
    publicUrl: null,
    mailFrom,
    setupWarnings: [],
  };
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

const MAX_ORDERS = 100_000;

export const chaosCommand: Command = {
  name: 'chaos',
  aliases: ['torture'],
  usage: '[--orders 1000] [--seed text]',
  summary:
    "simulate purchases with random failures in a shop in memory, and check that no order is lost or duplicated; your data isn't touched",
  run: async (args) => {
    const { values } = parseArgs({ args, options: { orders: { type: 'string' }, seed: { type: 'string' } } });
    const orders = Number(values.orders ?? 1000);
    if (!Number.isInteger(orders) || orders < 1 || orders > MAX_ORDERS) return EXIT_CODE.usage;
    const seed = values.seed ?? randomUUID().slice(0, 8);
    print(`Seed ${seed}: ${orders} checkouts …`);
    const startedAt = performance.now();
    const { opened, refused, paid, lost, duplicated, serverErrors, findings, acceptedForgeries, failureCounts } = await runChaos(
      orders,
      seed,
    );
    print(`  ${opened} opened, ${refused} refused, ${paid} paid, in ${((performance.now() - startedAt) / SECOND).toFixed(1)} s`);
    print(`  failures: ${[...failureCounts].map(([name, count]) => `${name} ${count}`).join(', ')}`);
    print(
      `  ${lost.length} lost, ${duplicated.length} doubled, ${serverErrors.length} responses of 5xx, ${acceptedForgeries} forged events accepted, ${findings.length} findings`,
    );
    for (const line of [...lost, ...duplicated, ...serverErrors, ...findings]) print(`  FAILED: ${line}`);
    const hasPassed = lost.length + duplicated.length + serverErrors.length + findings.length + acceptedForgeries === 0;
    print(hasPassed ? 'All checks passed' : 'Checks failed');
    return hasPassed ? EXIT_CODE.ok : EXIT_CODE.failed;
  },
};
