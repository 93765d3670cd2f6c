/**
 * What everybody is shown is kept ready as bytes, and thrown away the moment it changes: see docs/decisions/0013. A route says
 * by its config that its answers are for everybody; they are made of their address (and origin) alone, so that no header of one
 * caller gets into the answer of another.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenDatabase } from '../database/connect.ts';
import { type CacheEntry, createCacheEntry, type EncodedVariant, getVariant, matchesEtag, negotiateEncoding } from './cache-entry.ts';
import { registerFastPath } from './fast-path.ts';
import { type Invalidation, startInvalidation } from './invalidation.ts';
import { createLruStore, type LruStore } from './lru.ts';

export interface ResponseCache {
  readonly store: LruStore;
  readonly invalidation: Invalidation;
}

interface InFlightRequest {
  key: string;
  /** Of the store when it began. */
  version: number;
  /** Null: nothing that could be kept came of it. */
  result: Promise<CacheEntry | null>;
  complete: (entry: CacheEntry | null) => void;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The same for everyone who asks for this address, or for this address at this origin. */
    cache?: 'shared' | 'per-origin';
    /** Its answer says that what everybody is shown has changed. */
    invalidatesCache?: boolean;
  }
  interface FastifyRequest {
    inFlight: InFlightRequest | null;
  }
}

/** Two of them are wanted; `headers` would first make an object of all. The first, where it stands there twice. */
function findHeader(rawHeaders: string[], name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const headerName = rawHeaders[index];
    if (headerName?.length === name.length && headerName.toLowerCase() === name) return rawHeaders[index + 1];
  }
  return undefined;
}

/** Anybody may keep it and must ask each time whether it still holds. */
const SHARED_CACHE_CONTROL = 'public, no-cache';

/** At most `bytes` of answers are kept. */
export async function openResponseCache(
  connection: OpenDatabase['connection'],
  maxBytes: number,
  log: { warn: (details: object, message: string) => void },
): Promise<ResponseCache> {
  const store = createLruStore(maxBytes);
  return { store, invalidation: await startInvalidation(connection, store, log) };
}

function getReplyHeaders(reply: FastifyReply): Record<string, string> {
  const entries = Object.entries(reply.getHeaders()).filter(([name]) => name !== 'content-length');
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

export function registerResponseCache(app: FastifyInstance, { store, invalidation }: ResponseCache, publicUrl: string | null): void {
  const inFlightRequests = new Map<string, InFlightRequest>();
  app.decorateRequest('inFlight', null);
  app.addHook('onClose', () => invalidation.close());

  const getEncodedVariant = (key: string, entry: CacheEntry, acceptEncoding: string | undefined) =>
    getVariant(entry, negotiateEncoding(acceptEncoding), (bytes) => store.grow(key, entry, bytes));

  function writeEntry(key: string, entry: CacheEntry, { rawHeaders }: IncomingMessage, response: ServerResponse): void {
    if (matchesEtag(entry, findHeader(rawHeaders, 'if-none-match'))) {
      response.writeHead(304, entry.headers).end();
      return;
    }
    const variant = getEncodedVariant(key, entry, findHeader(rawHeaders, 'accept-encoding'));
    const send = (it: EncodedVariant) => response.writeHead(200, it.headers).end(it.body);
    if (variant instanceof Promise) variant.then(send, (error) => response.destroy(error));
    else send(variant);
  }

  function replyWithEntry(key: string, entry: CacheEntry, request: FastifyRequest, reply: FastifyReply): void {
    // Past the rest of the framework, which would look at every header again.
    reply.hijack();
    writeEntry(key, entry, request.raw, reply.raw);
  }

  function startInFlight(key: string, request: FastifyRequest, reply: FastifyReply): void {
    const { promise: result, resolve } = Promise.withResolvers<CacheEntry | null>();
    const inFlight: InFlightRequest = {
      key,
      version: store.version,
      result,
      complete: (entry) => {
        if (inFlightRequests.get(key) === inFlight) inFlightRequests.delete(key);
        resolve(entry);
      },
    };
    inFlightRequests.set(key, inFlight);
    request.inFlight = inFlight;
    // Whatever becomes of it, nobody waits for ever.
    reply.raw.once('close', () => inFlight.complete(null));
  }

  /** What this request is answered with, now or soon; undefined where it must fetch it, for all who come meanwhile too. */
  function findOrJoin(key: string, request: FastifyRequest, reply: FastifyReply): CacheEntry | Promise<CacheEntry | null> | undefined {
    if (!invalidation.isLive()) return undefined;
    const entry = store.get(key);
    if (entry) return entry;
    const inFlight = inFlightRequests.get(key);
    // One that began before a change is nothing for those who come after it.
    if (inFlight?.version === store.version) return inFlight.result;
    startInFlight(key, request, reply);
    return undefined;
  }

  function createCacheHook(getCacheKey: (request: FastifyRequest) => string) {
    return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      const continueToHandler = () => {
        reply.header('cache-control', SHARED_CACHE_CONTROL);
        done();
      };
      const key = getCacheKey(request);
      const cached = findOrJoin(key, request, reply);
      if (!cached) continueToHandler();
      else if (cached instanceof Promise)
        void cached.then((entry) => (entry ? replyWithEntry(key, entry, request, reply) : continueToHandler()));
      else replyWithEntry(key, cached, request, reply);
    };
  }

  async function cacheResponse(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const { inFlight } = request;
    const isBuffered = typeof payload === 'string' || Buffer.isBuffer(payload);
    const isCacheable = reply.getHeader('cache-control') === SHARED_CACHE_CONTROL && !reply.hasHeader('set-cookie');
    if (reply.statusCode !== 200 || !isBuffered || !isCacheable) {
      inFlight?.complete(null);
      if (isCacheable) reply.header('cache-control', 'no-store');
      return payload;
    }
    const entry = createCacheEntry(payload, getReplyHeaders(reply));
    if (inFlight?.version === store.version) store.set(inFlight.key, entry);
    inFlight?.complete(entry);
    return sendEntry(inFlight?.key ?? '', entry, request, reply);
  }

  async function sendEntry(key: string, entry: CacheEntry, request: FastifyRequest, reply: FastifyReply): Promise<Buffer | null> {
    reply.headers({ etag: entry.etag, vary: 'accept-encoding' });
    if (matchesEtag(entry, request.headers['if-none-match'])) {
      reply.code(304).removeHeader('content-type');
      return null;
    }
    const { body, encoding }: EncodedVariant = await getEncodedVariant(key, entry, request.headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return body;
  }

  registerFastPath(app, publicUrl, (key, request, response) => {
    const entry = invalidation.isLive() ? store.get(key) : undefined;
    if (entry) writeEntry(key, entry, request, response);
    return entry !== undefined;
  });

  app.addHook('onRoute', (route) => {
    const { cache, invalidatesCache } = route.config ?? {};
    const toArray = <T>(hooks: T | T[] | undefined): T[] => [hooks ?? []].flat() as T[];
    if (cache) {
      const isPerOrigin = cache === 'per-origin' && publicUrl === null;
      const getCacheKey = isPerOrigin
        ? (request: FastifyRequest) => `${request.protocol}://${request.host} ${request.raw.url}`
        : (request: FastifyRequest) => request.raw.url ?? '';
      route.onRequest = [createCacheHook(getCacheKey), ...toArray(route.onRequest)] as typeof route.onRequest & {};
      route.onSend = [cacheResponse, ...toArray(route.onSend)] as typeof route.onSend & {};
    }
    if (invalidatesCache) {
      const awaitInvalidation = async (_request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
        if (reply.statusCode < 300) await invalidation.awaitInvalidation();
        return payload;
      };
      route.onSend = [awaitInvalidation, ...toArray(route.onSend)] as typeof route.onSend & {};
    }
  });
}
