/**
 * The response cache: API responses, pages and sitemaps that are the same for every visitor, kept in memory as bytes that are ready to
 * send. Why it is built this way, with figures: docs/decisions/0013-response-cache.md.
 *
 * Which routes. A route opts in by its config. With `cache: 'shared'` the cache key is its `getCacheKey`: a URL of nothing but the
 * parameters that the route knows, in one order, so that a visitor's click id makes no entry of its own. With `'per-origin'` the origin
 * comes before it (for responses that contain absolute URLs). Handlers of such routes must not read anything else of a request, no other
 * parameters, headers or cookies: everyone with the same key gets the same bytes.
 *
 * A request.
 *   1. fast-path.ts looks into the cache before Fastify sees the request, and sends the entry if the URL as it was sent is a key. Our
 *      own links are.
 *   2. Otherwise, the onRequest hook below asks the route for the key and looks again, or waits for another request of the same key
 *      that is in flight (in-flight-requests.ts), or lets the route's handler run.
 *   3. The onSend hook makes an entry of a 200 response (cache-entry.ts), stores it (lru.ts), and hands it to the requests that wait.
 *
 * Invalidation (invalidation.ts). Triggers in the database send a notification with each change of the catalog. Every process listens
 * and then clears its whole cache. Clearing raises `store.version`; a response whose handler began under an older version might contain
 * old data, so it goes to its own requester only. Stock that a purchase takes sends no notification: a heartbeat reads the stock ledger
 * every 300 ms and drops the entries that contain those products.
 *
 * The lease. Notifications arrive in order on the connection that the heartbeat uses too, so a heartbeat that came back proves that all
 * earlier changes have been processed. For one second after sending it, a process may serve from its cache; then the lease has expired,
 * and handlers run until a heartbeat comes back. So a process that was paused or lost its connection is slower, but never serves
 * anything stale. A route with `invalidatesCache` (what admins change) replies only once every process has confirmed the change or has
 * lost its lease.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenDatabase } from '../database/connect.ts';
import type { Logger } from '../logger.ts';
import { type CacheEntry, createCacheEntry } from './cache-entry.ts';
import { registerFastPath } from './fast-path.ts';
import { createInFlightRequests, type InFlightRequest } from './in-flight-requests.ts';
import { type Invalidation, startInvalidation } from './invalidation.ts';
import { createLruStore, type LruStore } from './lru.ts';
import { toPayload, writeEntry } from './send-entry.ts';

export interface ResponseCache {
  readonly store: LruStore;
  readonly invalidation: Invalidation;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Caches the route's 200 responses: one for each key (`shared`), or one for each origin and key (`per-origin`). */
    cache?: 'shared' | 'per-origin';
    /** The shortest URL for the same response; its own key is itself. Null: not cached. Absent: the path, all parameters being unknown. */
    getCacheKey?: (request: FastifyRequest) => string | null;
    /** Delays successful responses until no process serves anything older than the change that the handler committed. */
    invalidatesCache?: boolean;
  }
  interface FastifyRequest {
    /** Set while this request runs the handler on behalf of all others of the same key. */
    inFlight: InFlightRequest | null;
  }
}

/** Browsers and CDNs may store the response, but must ask each time whether it is still current (`ETag`). */
const CACHE_CONTROL = 'public, no-cache';

/** `maxBytes`: how much memory the entries may take; 0 switches the cache off. */
export async function openResponseCache(
  connection: OpenDatabase['connection'],
  maxBytes: number,
  log: Pick<Logger, 'warn'>,
): Promise<ResponseCache> {
  const store = createLruStore(maxBytes);
  return { store, invalidation: await startInvalidation(connection, store, log) };
}

function getReplyHeaders(reply: FastifyReply): Record<string, string> {
  const entries = Object.entries(reply.getHeaders()).filter(([name]) => name !== 'content-length');
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

const getPath = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

const toArray = <T>(hooks: T | T[] | undefined): T[] => [hooks ?? []].flat() as T[];

export function registerResponseCache(app: FastifyInstance, { store, invalidation }: ResponseCache, publicUrl: string | null): void {
  const inFlightRequests = createInFlightRequests();
  app.decorateRequest('inFlight', null);
  app.addHook('onClose', () => invalidation.close());

  /** The cached entry, or the promise of one that is in flight; undefined where this request has to run the handler. */
  function findOrJoin(key: string, request: FastifyRequest, reply: FastifyReply): CacheEntry | Promise<CacheEntry | null> | undefined {
    if (!invalidation.isLive()) return undefined;
    const entry = store.get(key);
    if (entry) return entry;
    const existing = inFlightRequests.get(key);
    if (existing?.version === store.version) return existing.result;
    const inFlight = inFlightRequests.start(key, store.version);
    request.inFlight = inFlight;
    // However the request ends, those that wait for it go on.
    reply.raw.once('close', () => inFlight.complete(null));
    return undefined;
  }

  function createOnRequestHook(getCacheKey: (request: FastifyRequest) => string | null) {
    return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      const key = getCacheKey(request);
      if (key === null) {
        done();
        return;
      }
      const runHandler = () => {
        reply.header('cache-control', CACHE_CONTROL);
        done();
      };
      const sendEntry = (entry: CacheEntry) => {
        reply.hijack();
        writeEntry(entry, request.raw, reply.raw, () => store.updateSize(key, entry));
      };
      const cached = findOrJoin(key, request, reply);
      if (!cached) runHandler();
      else if (cached instanceof Promise) void cached.then((entry) => (entry ? sendEntry(entry) : runHandler()));
      else sendEntry(cached);
    };
  }

  /** An onSend hook. Errors, streams, and what the handler marked otherwise by `cache-control` or a cookie are not cached. */
  async function cacheResponse(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const { inFlight } = request;
    const isBuffered = typeof payload === 'string' || Buffer.isBuffer(payload);
    const isCacheable = reply.getHeader('cache-control') === CACHE_CONTROL && !reply.hasHeader('set-cookie');
    if (reply.statusCode !== 200 || !isBuffered || !isCacheable) {
      inFlight?.complete(null);
      if (isCacheable) reply.header('cache-control', 'no-store');
      return payload;
    }
    const entry = createCacheEntry(payload, getReplyHeaders(reply));
    if (inFlight?.version === store.version) store.set(inFlight.key, entry);
    inFlight?.complete(entry);
    return toPayload(entry, request, reply, () => inFlight && store.updateSize(inFlight.key, entry));
  }

  async function awaitInvalidation(_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    if (reply.statusCode < 300) await invalidation.awaitInvalidation();
    return payload;
  }

  registerFastPath(app, publicUrl, (key, request, response) => {
    const entry = invalidation.isLive() ? store.get(key) : undefined;
    if (entry) writeEntry(entry, request, response, () => store.updateSize(key, entry));
    return entry !== undefined;
  });

  app.addHook('onRoute', (route) => {
    const { cache, getCacheKey = getPath, invalidatesCache } = route.config ?? {};
    if (cache) {
      const isPerOrigin = cache === 'per-origin' && publicUrl === null;
      const getFullKey = (request: FastifyRequest) => {
        const key = getCacheKey(request);
        return isPerOrigin && key !== null ? `${request.protocol}://${request.host} ${key}` : key;
      };
      route.onRequest = [createOnRequestHook(getFullKey), ...toArray(route.onRequest)] as typeof route.onRequest & {};
      route.onSend = [cacheResponse, ...toArray(route.onSend)] as typeof route.onSend & {};
    }
    if (invalidatesCache) route.onSend = [awaitInvalidation, ...toArray(route.onSend)] as typeof route.onSend & {};
  });
}
