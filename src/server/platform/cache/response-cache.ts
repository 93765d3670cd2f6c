/**
 * The response cache: API responses, pages and sitemaps that are the same for every visitor, kept in memory as bytes that are ready to send.
 * Why, and what it gains: docs/decisions/0013-response-cache.md. A route opts in by its config. Its handler must read nothing of a request
 * but what is in the key, no other parameters, headers or cookies: everyone with the same key gets the same bytes.
 *
 *   request ─▶ fast-path.ts: an entry of this URL? ─▶ onRequest hook: an entry of the key, or one that another request is making?
 *                                                      └▶ handler ─▶ onSend hook: makes an entry (cache-entry.ts), for those that wait too
 *   change of the catalog ─▶ trigger: notification ─▶ invalidation.ts ─▶ open-response-cache.ts drops what it affects (dependencies.ts)
 *
 * A route with `invalidatesCache` (what admins change) replies once this process serves nothing from before the change and a CDN has dropped
 * what it holds (cdn.ts). Other processes are told at the same time, and where that is lost, they serve nothing older than a second.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessLog } from '../log/logger.ts';
import { findSentRequestId, REQUEST_ID_HEADER } from '../monitoring/request-context.ts';
import { type CacheEntry, createCacheEntry, toPayload, writeEntry } from './cache-entry.ts';
import { CACHE_CONTROL, type Cdn } from './cdn.ts';
import { addToRender, type Dependency } from './dependencies.ts';
import { registerFastPath } from './fast-path.ts';
import type { InFlightRequest, ResponseCache } from './open-response-cache.ts';

/** A route's own hooks: none, one or several. Others are added in front of them. */
export const listHooks = <T>(hooks: T | T[] | undefined): T[] => [hooks ?? []].flat() as T[];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Caches the route's 200 responses: one for each key, or each origin and key (for responses that contain absolute URLs). */
    cache?: 'shared' | 'per-origin';
    /** The URL with only the parameters that the route knows, in one order. Null: not cached. Absent: the path. */
    getCacheKey?: (request: FastifyRequest) => string | null;
    /** What the route's responses depend on, besides the products whose ids they contain. */
    dependsOn?: readonly Dependency[];
    /** Delays successful responses until this process and the CDN serve nothing older than the change that the handler committed. */
    invalidatesCache?: boolean;
  }
  interface FastifyRequest {
    /** Set while this request runs the handler on behalf of all others of the same key. */
    inFlight: InFlightRequest | null;
    /** What the response depends on, as far as the handler has said; null where it isn't cached. */
    dependencies: Set<Dependency> | null;
    /** Not everybody may see the response: it is neither cached nor taken from the cache. */
    isPrivate?: boolean;
  }
}

const getPath = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

/** An onRequest hook for routes that aren't cached: what a page reads from them is unknown, so the page depends on all products. */
const addUncachedToRender = async (): Promise<void> => addToRender(['products']);

/** `accessLog`: null where cached responses aren't logged. */
type Options = { getPublicUrl: () => string | null; accessLog: AccessLog | null; cdn?: Cdn | null };

export function registerResponseCache(app: FastifyInstance, cache: ResponseCache, { getPublicUrl, accessLog, cdn }: Options): void {
  const cacheControl = cdn?.cacheControl ?? CACHE_CONTROL;
  const { stats, invalidation } = cache;
  app.decorateRequest('inFlight', null);
  app.decorateRequest('dependencies', null);
  app.addHook('onClose', () => invalidation.close());

  /** Null: this request has to run the handler, on behalf of all others that ask meanwhile where `request.inFlight` is set. */
  async function findOrJoin(key: string, request: FastifyRequest): Promise<CacheEntry | null> {
    const arrivedAt = performance.now();
    for (;;) {
      const entry = cache.find(key);
      if (entry) {
        stats.hits += 1;
        return entry;
      }
      const inFlight = cache.findInFlight(key);
      if (!inFlight) {
        stats.misses += 1;
        request.inFlight = cache.startInFlight(key, request.dependencies ?? undefined);
        return null;
      }
      const changesBefore = inFlight.changes.length;
      const result = await inFlight.result;
      if (!result) return null;
      // If something changed after its handler began and before this request, the handler runs again.
      const isStale = result.staleFrom !== -1 && result.staleFrom < changesBefore;
      if (!isStale && cache.isCurrent(result.entry.madeAt, arrivedAt)) {
        stats.joined += 1;
        return result.entry;
      }
    }
  }

  function createOnRequestHook(getCacheKey: (request: FastifyRequest) => string | null, dependsOn: readonly Dependency[]) {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const key = request.isPrivate ? null : getCacheKey(request);
      if (key === null) return;
      request.dependencies = new Set(dependsOn);
      const entry = await findOrJoin(key, request);
      if (entry) {
        addToRender(entry.dependencies.named);
        reply.hijack();
        writeEntry(entry, request.raw, reply.raw, request.id);
      } else reply.header('cache-control', cacheControl);
    };
  }

  /** An onSend hook. Errors, streams, and what the handler marked otherwise by `cache-control` or a cookie are not cached. */
  async function cacheResponse(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const { inFlight } = request;
    const isBuffered = typeof payload === 'string' || Buffer.isBuffer(payload);
    const isCacheable = reply.getHeader('cache-control') === cacheControl && !reply.hasHeader('set-cookie');
    if (reply.statusCode !== 200 || !isBuffered || !isCacheable) {
      inFlight?.complete(null);
      if (isCacheable) reply.header('cache-control', 'no-store');
      return payload;
    }
    const { 'content-length': _, [REQUEST_ID_HEADER]: __, ...headers } = reply.getHeaders();
    const origin = { madeAt: inFlight?.startedAt, route: request.routeOptions.url };
    const entry = createCacheEntry(payload, headers, request.dependencies ?? new Set(), origin);
    addToRender(entry.dependencies.named);
    inFlight?.complete(entry);
    return toPayload(entry, request, reply);
  }

  async function awaitInvalidation(_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    if (reply.statusCode >= 300) return payload;
    await invalidation.catchUp();
    await cdn?.purge();
    return payload;
  }

  registerFastPath(app, getPublicUrl, (key, request, response) => {
    const entry = cache.find(key);
    if (!entry) return false;
    const sentId = findSentRequestId(request.rawHeaders);
    const requestId = accessLog && sentId === null ? randomUUID() : sentId;
    const status = writeEntry(entry, request, response, requestId);
    stats.hits += 1;
    entry.counter[status === 200 ? 'ok' : 'notModified'] += 1;
    if (accessLog && requestId !== null) accessLog({ url: request.url ?? '', status, requestId });
    return true;
  });

  app.addHook('onRoute', (route) => {
    const { cache: scope, getCacheKey = getPath, dependsOn = [], invalidatesCache } = route.config ?? {};
    if (scope) {
      const getFullKey = (request: FastifyRequest) => {
        const key = getCacheKey(request);
        return scope === 'per-origin' && getPublicUrl() === null && key !== null ? `${request.protocol}://${request.host} ${key}` : key;
      };
      route.onRequest = [createOnRequestHook(getFullKey, dependsOn), ...listHooks(route.onRequest)] as typeof route.onRequest & {};
      route.onSend = [cacheResponse, ...listHooks(route.onSend)] as typeof route.onSend & {};
    } else route.onRequest = [addUncachedToRender, ...listHooks(route.onRequest)] as typeof route.onRequest & {};
    if (invalidatesCache) route.onSend = [awaitInvalidation, ...listHooks(route.onSend)] as typeof route.onSend & {};
  });
}
