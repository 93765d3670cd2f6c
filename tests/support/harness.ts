/**
 * A shop for a test file: the real app on a real database, entered by HTTP. Only the clock and the payment provider
 * are the test's own.
 *
 *   const shop = await openShop();          // once a file, at its top
 *   const { token } = await shop.signUp();  // a shopper
 *   const answer = await shop.call(listOrders, { token });
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeEach, inject } from 'vitest';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '../../src/contract/endpoint.ts';
import { type AppOptions, buildApp } from '../../src/server/app.ts';
import { type OpenDatabase, openEmbedded, openServer } from '../../src/server/database/connect.ts';
import type { Deps } from '../../src/server/deps.ts';
import { createMemoize } from '../../src/server/response-cache/memoize.ts';
import { openResponseCache, type ResponseCache } from '../../src/server/response-cache/response-cache.ts';
import { createDatabaseFromTemplate } from './postgres.ts';
import { createTestUser, type TestUser } from './users.ts';

// biome-ignore lint/suspicious/noExplicitAny: an endpoint of any shape
type AnyEndpoint = Endpoint<any, any, any, any, any>;

interface RequestOptions<E> {
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
  /** Anything: tests also send what is wrong. */
  body?: BodyOf<E> | unknown;
  token?: string;
  headers?: Record<string, string>;
}

export interface TestResponse<T> {
  status: number;
  /** The parsed JSON; typed as the reply of a success, so check the status first. */
  body: T & { success?: boolean; message?: string; issues?: { path: string; message: string }[] };
  headers: Record<string, string | string[] | number | undefined>;
}

const CACHE_BYTES = 8 * 1024 * 1024;

async function openTestDatabase(): Promise<OpenDatabase> {
  const server = inject('server');
  if (!server) return openEmbedded({ memory: true, dump: new Blob([readFileSync(String(inject('dump')))]) });
  return openServer(await createDatabaseFromTemplate(server.url), { warn: () => undefined }, 10);
}

export interface Shop {
  app: FastifyInstance;
  deps: Deps;
  /** What it keeps of what everybody is shown. */
  responseCache: ResponseCache;
  /** Where its database is: for jobs, which a test starts if it wants them. */
  connection: OpenDatabase['connection'];
  /** Sets the clock forward. */
  advanceClock: (milliseconds: number) => void;
  call: <E extends AnyEndpoint>(endpoint: E, request?: RequestOptions<E>) => Promise<TestResponse<ReplyOf<E>>>;
  send: (options: InjectOptions) => Promise<TestResponse<Record<string, unknown>>>;
  /** Makes a user past the front door and logs them in. The password of each is `correct horse`, unless their hash is asked for by logging in: use `register` then. */
  signUp: (profile?: { role?: 0 | 1; name?: string; email?: string; address?: string }) => Promise<TestUser>;
}

/** `change` may replace the payment provider or give the app options. Every table is emptied before each test. */
export async function openShop(overrides: { deps?: (deps: Deps) => Partial<Deps>; app?: AppOptions } = {}): Promise<Shop> {
  const database = await openTestDatabase();
  const uploads = mkdtempSync(path.join(os.tmpdir(), 'shop-uploads-'));
  let offset = 0;
  const responseCache = await openResponseCache(database.connection, CACHE_BYTES, { warn: () => undefined });
  const defaultDeps: Deps = {
    db: database.db,
    memoize: createMemoize(responseCache),
    now: () => new Date(Date.now() + offset),
    payment: null,
    uploadsDir: uploads,
    publicUrl: null,
  };
  const deps: Deps = { ...defaultDeps, ...overrides.deps?.(defaultDeps) };
  const app = await buildApp(deps, { ...overrides.app, responseCache: responseCache });

  const tables = await database.db.execute(
    sql`select string_agg(quote_ident(tablename), ', ') as names from pg_tables where schemaname = 'public'`,
  );
  const names = (tables as unknown as { rows: { names: string }[] }).rows[0]?.names ?? '';
  beforeEach(async () => {
    await database.db.execute(sql.raw(`truncate ${names} restart identity cascade`));
  });
  afterEach(() => {
    offset = 0;
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    rmSync(uploads, { recursive: true, force: true });
  });

  const send: Shop['send'] = async (options) => {
    // A test also writes past the shop's door, and looks the next moment: let what is kept hear of it first.
    await responseCache.invalidation.catchUp();
    const response = await app.inject(options);
    const isJson = String(response.headers['content-type']).includes('json');
    return { status: response.statusCode, body: isJson ? response.json() : { text: response.body }, headers: response.headers };
  };

  return {
    app,
    deps,
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
        query: Object.fromEntries(Object.entries((request.query ?? {}) as object).map(([key, value]) => [key, String(value)])),
        headers: { ...(request.token && { authorization: request.token }), ...request.headers },
        ...(request.body !== undefined && { payload: request.body as InjectOptions['payload'] & {} }),
      });
      return response as never;
    },
    signUp: (profile) => createTestUser(deps.db, profile, deps.now()),
  };
}
