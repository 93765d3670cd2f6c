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
 *   1. fast-path.ts looks into the cache before Fastify sees the request, and sends the entry if the URL as it was sent, without click
 *      ids, is a key. Our own links are.
 *   2. Otherwise, the onRequest hook below asks the route for the key and looks again, or waits for another request of the same key
 *      that is in flight (in-flight-requests.ts), or lets the route's handler run.
 *   3. The onSend hook makes an entry of a 200 response (cache-entry.ts), stores it (lru.ts), and hands it to the requests that wait,
 *      also where the client that asked has gone.
 *
 * What an entry depends on: the products whose ids are in its body, and what its route's `dependsOn` or its handler's `dependOn` name
 * (dependencies.ts). A page depends on what the API responses depend on that it was rendered from.
 *
 * Invalidation (invalidation.ts). Triggers in the database send a notification with each change of the catalog. Every process listens
 * and drops the entries that the change affects (catalog-change.ts). A response whose handler began before is compared with the change
 * when it is there: if it is affected, it goes to those who asked before the change, and the next request runs the handler again.
 *
 * Stock that a purchase takes sends no notification: a heartbeat reads the stock ledger every 300 ms. Entries with those products may be
 * served for another while, so that what sells all the time is rendered once a second, by a request of our own (renewal.ts).
 *
 * The lease. Notifications arrive in order on the connection that the heartbeat uses too, so a heartbeat that came back proves that all
 * earlier changes have been processed. For one second after sending it, a process may serve from its cache; then the lease has expired,
 * and handlers run until a heartbeat comes back. So a process that was paused or lost its connection is slower, but never serves
 * anything stale. On the embedded database, which only this process can open, there is no lease and no heartbeat: sales notify, too
 * (embedded-invalidation.ts). A route with `invalidatesCache` (what admins change) replies only once every process has confirmed the
 * change or has lost its lease, and a CDN has dropped what it holds (cdn.ts).
 */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify';
import { SECOND } from '../../../contract/values.ts';
import type { AccessLog } from '../log/access-log.ts';
import { findSentRequestId, REQUEST_ID_HEADER } from '../monitoring/request-id.ts';
import { type CacheEntry, createCacheEntry } from './cache-entry.ts';
import type { Dependency } from './catalog-change.ts';
import { CACHE_CONTROL, type Cdn } from './cdn.ts';
import { addToRender, addUncachedToRender, getRenderDependencies } from './dependencies.ts';
import { registerFastPath } from './fast-path.ts';
import type { InFlightRequest } from './in-flight-requests.ts';
import type { ResponseCache } from './open-response-cache.ts';
import { createRenewal } from './renewal.ts';
import { isRenewalOf } from './renewal-context.ts';
import { listHooks } from './route-hooks.ts';
import { toPayload, writeEntry } from './send-entry.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Caches the route's 200 responses: one for each key (`shared`), or one for each origin and key (`per-origin`). */
    cache?: 'shared' | 'per-origin';
    /**
     * The key of a response: its canonical URL, which must be its own key. Null: not cached. Absent: the path, because the route knows no
     * parameters.
     */
    getCacheKey?: (request: FastifyRequest) => string | null;
    /** What the route's responses depend on, besides the products whose ids they contain. */
    dependsOn?: readonly Dependency[];
    /** Delays successful responses until no process serves anything older than the change that the handler committed. */
    invalidatesCache?: boolean;
  }
  interface FastifyRequest {
    /** Set while this request runs the handler on behalf of all others of the same key. */
    inFlight: InFlightRequest | null;
    /** What the response depends on, as far as the handler has said; null where it isn't cached. */
    dependencies: Set<Dependency> | null;
  }
}

/** A handler whose client has disconnected still completes its response, so that others get it; after this long it counts as lost. */
const ABANDONED_AFTER = 5 * SECOND;
/** However a request ended, also if nothing tells that it has, nobody waits longer for its response. */
const LOST_AFTER = 30 * SECOND;

function getReplyHeaders(reply: FastifyReply): Record<string, string> {
  const entries = Object.entries(reply.getHeaders()).filter(([name]) => name !== 'content-length' && name !== REQUEST_ID_HEADER);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

const getPath = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

/** Repeats the request, as if from the same proxy, because its headers may determine the origin. */
function getReplay({ raw, headers }: FastifyRequest): InjectOptions {
  const names = ['host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];
  const replayed = names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : []));
  return { method: 'GET', url: raw.url ?? '', headers: Object.fromEntries(replayed), remoteAddress: raw.socket.remoteAddress ?? '' };
}

/** A page must be rendered from entries that show all stock changes so far, because the page itself will be served for a while. */
const isFresh = ({ freshUntil }: CacheEntry, now: number): boolean =>
  freshUntil === Number.POSITIVE_INFINITY || (!getRenderDependencies() && now < freshUntil);

export interface ResponseCacheOptions {
  publicUrl: string | null;
  /** Null: cached responses aren't logged. */
  accessLog: AccessLog | null;
  /** Null: there is no CDN. */
  cdn?: Cdn | null;
}

export function registerResponseCache(app: FastifyInstance, cache: ResponseCache, options: ResponseCacheOptions): void {
  const { publicUrl, accessLog, cdn } = options;
  const cacheControl = cdn?.cacheControl ?? CACHE_CONTROL;
  const { stats, store, inFlightRequests, invalidation } = cache;
  const renewal = createRenewal(app, cache);
  app.decorateRequest('inFlight', null);
  app.decorateRequest('dependencies', null);
  app.addHook('onClose', () => invalidation.close());

  /** An entry that may be served. */
  function findEntry(key: string): CacheEntry | undefined {
    const entry = store.get(key);
    if (!entry) return undefined;
    if (isRenewalOf(key)) return undefined;
    entry.hits += 1;
    if (!isFresh(entry, performance.now())) return undefined;
    if (entry.freshUntil < Number.POSITIVE_INFINITY) renewal.schedule(key, entry);
    return entry;
  }

  function startInFlight(key: string, request: FastifyRequest, reply: FastifyReply): void {
    stats.misses += 1;
    const inFlight = inFlightRequests.start(key, request.dependencies ?? new Set());
    request.inFlight = inFlight;
    const giveUp = () => void inFlight.complete(null);
    const timers = [setTimeout(giveUp, LOST_AFTER).unref()];
    // Nobody waits for one that a change has taken out of the list either, so it isn't looked for there.
    reply.raw.once('close', () => timers.push(setTimeout(giveUp, ABANDONED_AFTER).unref()));
    void inFlight.result.then(() => timers.forEach(clearTimeout));
  }

  /** The entry, or null where this request has to run the handler. */
  async function join(key: string, request: FastifyRequest, reply: FastifyReply): Promise<CacheEntry | null> {
    const arrivedAt = performance.now();
    const changeCount = inFlightRequests.changeCount;
    while (invalidation.isLive()) {
      const entry = findEntry(key);
      if (entry) return entry;
      const inFlight = inFlightRequests.get(key);
      if (!inFlight) {
        startInFlight(key, request, reply);
        return null;
      }
      const result = await inFlight.result;
      if (!result) return null;
      // Otherwise something changed after its handler began and before this request, so the handler runs again.
      if (changeCount < result.staleFromChange && isFresh(result.entry, arrivedAt)) return result.entry;
    }
    return null;
  }

  function createOnRequestHook(getCacheKey: (request: FastifyRequest) => string | null, dependsOn: readonly Dependency[]) {
    return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      const key = getCacheKey(request);
      if (key === null) {
        done();
        return;
      }
      request.dependencies = new Set(dependsOn);
      const runHandler = () => {
        reply.header('cache-control', cacheControl);
        done();
      };
      const sendEntry = (entry: CacheEntry) => {
        addToRender(entry);
        reply.hijack();
        writeEntry(entry, request.raw, reply.raw, { onGrow: () => store.updateSize(key, entry), requestId: request.id });
      };
      const isLive = invalidation.isLive();
      const entry = isLive ? findEntry(key) : undefined;
      if (entry) {
        stats.hits += 1;
        sendEntry(entry);
      } else if (isLive && inFlightRequests.get(key)) {
        void join(key, request, reply).then((joined) => {
          if (!joined) return runHandler();
          stats.joined += 1;
          sendEntry(joined);
        });
      } else {
        if (isLive) startInFlight(key, request, reply);
        else stats.withoutLease += 1;
        runHandler();
      }
    };
  }

  /** An onSend hook. Errors, streams, and what the handler marked otherwise by `cache-control` or a cookie are not cached. */
  async function cacheResponse(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const { inFlight } = request;
    const dependencies = request.dependencies ?? new Set();
    const isBuffered = typeof payload === 'string' || Buffer.isBuffer(payload);
    const isCacheable = reply.getHeader('cache-control') === cacheControl && !reply.hasHeader('set-cookie');
    if (reply.statusCode !== 200 || !isBuffered || !isCacheable) {
      inFlight?.complete(null);
      if (isCacheable) reply.header('cache-control', 'no-store');
      return payload;
    }
    const renderTime = inFlight ? performance.now() - inFlight.startedAt : 0;
    const entry = createCacheEntry(payload, getReplyHeaders(reply), {
      dependencies,
      renderTime,
      replay: getReplay(request),
      route: request.routeOptions.url ?? 'none',
    });
    addToRender(entry);
    if (inFlight) {
      const result = inFlight.complete(entry);
      if (result?.staleFromChange === Number.POSITIVE_INFINITY && performance.now() < entry.freshUntil) store.set(inFlight.key, entry);
    }
    return toPayload(entry, request, reply, () => inFlight && store.updateSize(inFlight.key, entry));
  }

  async function awaitInvalidation(_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    if (reply.statusCode >= 300) return payload;
    await invalidation.awaitInvalidation();
    await cdn?.purge();
    return payload;
  }

  registerFastPath(app, publicUrl, (key, request, response) => {
    const entry = invalidation.isLive() ? findEntry(key) : undefined;
    if (!entry) return false;
    const sentId = findSentRequestId(request.rawHeaders);
    const requestId = accessLog && sentId === null ? randomUUID() : sentId;
    const status = writeEntry(entry, request, response, { onGrow: () => store.updateSize(key, entry), requestId });
    stats.hits += 1;
    if (status === 200) entry.counter.ok += 1;
    else entry.counter.notModified += 1;
    if (accessLog && requestId !== null) accessLog({ url: request.url ?? '', status, requestId });
    return true;
  });

  app.addHook('onRoute', (route) => {
    const { cache: scope, getCacheKey = getPath, dependsOn = [], invalidatesCache } = route.config ?? {};
    if (scope) {
      const isPerOrigin = scope === 'per-origin' && publicUrl === null;
      const getFullKey = (request: FastifyRequest) => {
        const key = getCacheKey(request);
        return isPerOrigin && key !== null ? `${request.protocol}://${request.host} ${key}` : key;
      };
      route.onRequest = [createOnRequestHook(getFullKey, dependsOn), ...listHooks(route.onRequest)] as typeof route.onRequest & {};
      route.onSend = [cacheResponse, ...listHooks(route.onSend)] as typeof route.onSend & {};
    }
    if (!scope) route.onRequest = [addUncachedToRender, ...listHooks(route.onRequest)] as typeof route.onRequest & {};
    if (invalidatesCache) route.onSend = [awaitInvalidation, ...listHooks(route.onSend)] as typeof route.onSend & {};
  });
}
