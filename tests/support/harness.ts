/**
 * Opens the real app on a real database for one test file, called over HTTP (without a socket). Tests replace only the clock and
 * the payment provider.
 *
 *   const shop = await openShop();          // once per file, at its top
 *   const { token } = await shop.signUp();  // a customer
 *   const response = await shop.call(listOrders, { token });
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeEach } from 'vitest';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf, TeamRole } from '../../src/contract/endpoint.ts';
import { receivePaymentWebhook } from '../../src/contract/order.ts';
import { MINUTE } from '../../src/contract/values.ts';
import { type AppOptions, buildApp } from '../../src/server/app.ts';
import type { Deps } from '../../src/server/deps.ts';
import { EVERYTHING } from '../../src/server/platform/cache/dependencies.ts';
import { createMemoize, openResponseCache, type ResponseCache } from '../../src/server/platform/cache/open-response-cache.ts';
import type { OpenDatabase } from '../../src/server/platform/database/connect.ts';
import { createPublicFetch } from '../../src/server/platform/http/public-fetch.ts';
import { DEFAULT_RETENTION } from '../../src/server/platform/settings/read-config.ts';
import { openDownloadStores } from '../../src/server/platform/storage/piece-store.ts';
import { addToDeps, connectDeps, openConnections } from '../../src/server/shop/connections/connections.ts';
import type { ServerConnections } from '../../src/server/shop/connections/connections-port.ts';
import { openImageStores } from '../../src/server/shop/content/media/store-image.ts';
import type { DeliverWebhook } from '../../src/server/shop/payments/demo/demo.provider.ts';
import { createTestUser, type TestUser } from './users.ts';
import { emptyAllTables, openWorkerDatabase } from './worker-database.ts';

interface RequestOptions<E> {
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
  /** Untyped too: tests also send invalid bodies. */
  body?: BodyOf<E> | unknown;
  token?: string;
  headers?: Record<string, string>;
}

export interface TestResponse<T> {
  status: number;
  /** The parsed JSON. Typed as the endpoint's reply, which only holds for status 200: check the status first. */
  body: T & { success?: boolean; message?: string; issues?: { path: string; message: string }[] };
  headers: Record<string, string | string[] | number | undefined>;
}

/** Tests check out a lot; those about the limits set their own. */
const GENEROUS_CHECKOUT = {
  maxPerProduct: 10_000,
  maxItems: 10_000,
  perHour: 1_000_000,
  guestsOpen: 1_000_000,
  guestsPerHour: 1_000_000,
  networkPerHour: 0,
  hold: 15 * MINUTE,
};
const CACHE_BYTES = 8 * 1024 * 1024;
/** How long the response cache may hear nothing before it distrusts older entries: longer than in a real shop (a second), as test machines are busy. */
export const HEARING_FOR = MINUTE;

export interface Shop {
  app: FastifyInstance;
  deps: Deps;
  /** The folder of images, unless `overrides` keep them elsewhere. */
  uploadsDir: string;
  responseCache: ResponseCache;
  /** For tests that start background jobs, which open connections of their own. */
  connection: OpenDatabase['connection'];
  /** Moves the shop's clock (`deps.now`) forward until the end of the test. */
  advanceClock: (milliseconds: number) => void;
  call: <E extends Endpoint>(endpoint: E, request?: RequestOptions<E>) => Promise<TestResponse<ReplyOf<E>>>;
  send: (options: InjectOptions) => Promise<TestResponse<Record<string, unknown>>>;
  /** Inserts a user and a session directly into the database. Nobody can log in as that user: to test passwords, call `register`. */
  signUp: (profile?: { role?: 0 | 1; teamRole?: TeamRole; name?: string; email?: string; address?: string }) => Promise<TestUser>;
}

/**
 * Checks every response of every test: none has a password or a hash in it (threat 20). The audit log only says that a field changed, and
 * the API documentation has examples of requests.
 */
function refuseSecrets(url: string, body: string): void {
  if (url.startsWith('/api/docs')) return;
  const [found] = /"\w*(?:password|hash)\w*":"/i.exec(body) ?? [];
  if (found) throw new Error(`[SAFE-4] a response has the field ${found}`);
}

/** What the environment says of the shop's connections where a test says nothing. */
const NO_CONNECTIONS: ServerConnections = {
  stripe: null,
  stripeOrigins: { apiBase: null, checkoutUrl: null },
  sealingKey: null,
  demo: false,
  smtpUrl: null,
  mailFrom: { name: '', address: 'shop@localhost' },
  publicUrl: null,
  backup: { to: null, every: 0, keep: 1, passphrase: null, s3Keys: null, folder: null, hosts: [] },
  accounts: { sendsLinks: false, resetsByAnswer: true, hidesTakenEmails: true, demandsSecondFactor: true },
  isResetByAnswerSet: true,
};

interface ShopOverrides {
  deps?: (deps: Deps, dataDir: string) => Partial<Deps>;
  app?: AppOptions;
  /** Given, payment, addresses and emails follow what owners save, beside this of the environment; otherwise they are fixed. */
  server?: Partial<ServerConnections>;
}

/** `overrides` may replace the payment provider or set the app's options. All tables are emptied before each test. */
export async function openShop(overrides: ShopOverrides = {}): Promise<Shop> {
  const database = await openWorkerDatabase();
  // The connections are read below, before the first test: what the last test of the file before has saved would be this shop's.
  await emptyAllTables(database.db);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'shop-data-'));
  const uploadsDir = path.join(dataDir, 'uploads');
  mkdirSync(uploadsDir);
  const imageStores = openImageStores(dataDir, { s3: null, writesTo: 'folder' });
  const downloadStores = openDownloadStores(dataDir, { s3: null, writesTo: 'folder' });
  let offset = 0;
  const responseCache = await openResponseCache(database.connection, CACHE_BYTES, { warn: () => undefined }, HEARING_FOR);
  const now = () => new Date(Date.now() + offset);
  const memoize = createMemoize(responseCache);
  const deliver: DeliverWebhook = async (payload, headers) =>
    (await app.inject({ method: 'POST', url: receivePaymentWebhook.path, payload, headers })).statusCode;
  const connections = await openConnections({ ...NO_CONNECTIONS, ...overrides.server }, { db: database.db, now, memoize, deliver });
  const fixedDeps: Omit<Deps, 'connections'> = {
    db: database.db,
    readFromReplica: (work) => work(database.db),
    memoize,
    now,
    payment: null,
    manualPayment: connections.manualPayment,
    accounts: NO_CONNECTIONS.accounts,
    checkout: GENEROUS_CHECKOUT,
    retention: DEFAULT_RETENTION,
    images: imageStores.current,
    imageStores,
    downloads: downloadStores.current,
    downloadStores,
    publicFetch: createPublicFetch({ allowsLoopback: true }),
    vies: { check: async () => ({ status: 'unavailable', consultation: null }) },
    publicUrl: null,
    mailFrom: NO_CONNECTIONS.mailFrom,
    setupWarnings: [],
  };
  const defaultDeps: Deps = overrides.server ? connectDeps(fixedDeps, connections) : { ...fixedDeps, connections };
  const deps: Deps = addToDeps(defaultDeps, overrides.deps?.(defaultDeps, dataDir) ?? {});
  const app = await buildApp(deps, { ...overrides.app, responseCache });

  beforeEach(async () => {
    await emptyAllTables(database.db);
    // The cache hears nothing of changes without triggers.
    responseCache.apply(EVERYTHING);
    await responseCache.invalidation.catchUp();
  });
  afterEach(() => {
    offset = 0;
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const send: Shop['send'] = async (options) => {
    // Tests also write to the database directly and read right after: let the response cache process those changes first.
    await responseCache.invalidation.catchUp();
    const response = await app.inject(options);
    const isJson = String(response.headers['content-type']).includes('json');
    if (isJson) refuseSecrets(String(options.url), response.body);
    return { status: response.statusCode, body: isJson ? response.json() : { text: response.body }, headers: response.headers };
  };

  return {
    app,
    deps,
    uploadsDir,
    responseCache,
    connection: database.connection,
    send,
    advanceClock: (milliseconds) => {
      offset += milliseconds;
    },
    call: async (endpoint, request = {}) => {
      const params = (request.params ?? {}) as Record<string, unknown>;
      const url = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name])));
      const response = await send({
        method: endpoint.method,
        url,
        query: Object.fromEntries(
          Object.entries((request.query ?? {}) as object).map(([key, value]) => [
            key,
            typeof value === 'object' ? JSON.stringify(value) : String(value),
          ]),
        ),
        headers: { ...(request.token && { authorization: request.token }), ...request.headers },
        ...(request.body !== undefined && { payload: request.body as InjectOptions['payload'] & {} }),
      });
      return response as never;
    },
    signUp: (profile) => createTestUser(deps.db, profile, deps.now()),
  };
}
