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
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '../src/contract/endpoint.ts';
import { type AppOptions, buildApp } from '../src/server/app.ts';
import { type OpenDatabase, openEmbedded, openServer } from '../src/server/database/connect.ts';
import type { Deps } from '../src/server/deps.ts';
import { createMemoize } from '../src/server/response-cache/memoize.ts';
import { openResponseCache, type ResponseCache } from '../src/server/response-cache/response-cache.ts';
import { addPerson, type Known } from './people.ts';
import { copyTemplate } from './postgres.ts';

// biome-ignore lint/suspicious/noExplicitAny: an endpoint of any shape
type AnyEndpoint = Endpoint<any, any, any, any, any>;

interface Sent<E> {
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
  /** Anything: tests also send what is wrong. */
  body?: BodyOf<E> | unknown;
  token?: string;
  headers?: Record<string, string>;
}

export interface Answer<T> {
  status: number;
  /** The parsed JSON; typed as the reply of a success, so check the status first. */
  body: T & { success?: boolean; message?: string; issues?: { path: string; message: string }[] };
  headers: Record<string, string | string[] | number | undefined>;
}

const KEPT_BYTES = 8 * 1024 * 1024;

async function openTestDatabase(): Promise<OpenDatabase> {
  const server = inject('server');
  if (!server) return openEmbedded({ memory: true, dump: new Blob([readFileSync(String(inject('dump')))]) });
  return openServer(await copyTemplate(server.base), { warn: () => undefined }, 10);
}

export interface Shop {
  app: FastifyInstance;
  deps: Deps;
  /** What it keeps of what everybody is shown. */
  kept: ResponseCache;
  /** Where its database is: for jobs, which a test starts if it wants them. */
  place: OpenDatabase['connection'];
  /** Sets the clock forward. */
  wait: (milliseconds: number) => void;
  call: <E extends AnyEndpoint>(endpoint: E, sent?: Sent<E>) => Promise<Answer<ReplyOf<E>>>;
  send: (options: InjectOptions) => Promise<Answer<Record<string, unknown>>>;
  /** Makes a user past the front door and logs them in. The password of each is `correct horse`, unless their hash is asked for by logging in: use `register` then. */
  signUp: (as?: { role?: 0 | 1; name?: string; email?: string; address?: string }) => Promise<Known>;
}

/** `change` may replace the payment provider or give the app options. Every table is emptied before each test. */
export async function openShop(change: { deps?: (deps: Deps) => Partial<Deps>; app?: AppOptions } = {}): Promise<Shop> {
  const database = await openTestDatabase();
  const uploads = mkdtempSync(path.join(os.tmpdir(), 'shop-uploads-'));
  let offset = 0;
  const kept = await openResponseCache(database.connection, KEPT_BYTES, { warn: () => undefined });
  const base: Deps = {
    db: database.db,
    memoize: createMemoize(kept),
    now: () => new Date(Date.now() + offset),
    payment: null,
    uploadsDir: uploads,
    publicUrl: null,
  };
  const deps: Deps = { ...base, ...change.deps?.(base) };
  const app = await buildApp(deps, { ...change.app, responseCache: kept });

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
    await kept.invalidation.catchUp();
    const answer = await app.inject(options);
    const isJson = String(answer.headers['content-type']).includes('json');
    return { status: answer.statusCode, body: isJson ? answer.json() : { text: answer.body }, headers: answer.headers };
  };

  return {
    app,
    deps,
    kept,
    place: database.connection,
    send,
    wait: (milliseconds) => {
      offset += milliseconds;
    },
    call: async (endpoint, sent = {}) => {
      const params = (sent.params ?? {}) as Record<string, unknown>;
      const url = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name])));
      const answer = await send({
        method: endpoint.method,
        url,
        query: Object.fromEntries(Object.entries((sent.query ?? {}) as object).map(([key, value]) => [key, String(value)])),
        headers: { ...(sent.token && { authorization: sent.token }), ...sent.headers },
        ...(sent.body !== undefined && { payload: sent.body as InjectOptions['payload'] & {} }),
      });
      return answer as never;
    },
    signUp: (as) => addPerson(deps.db, as, deps.now()),
  };
}
