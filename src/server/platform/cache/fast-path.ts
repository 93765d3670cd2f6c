/**
 * Sends cached entries before Fastify sees the request: its `request` listeners on the HTTP server are wrapped in one that looks into
 * the cache first. That serves a fifth more requests per second than a Fastify hook does (docs/decisions/0013-response-cache.md).
 * It writes its own line of the log. Anything unusual is left to Fastify, whose hooks use the same cache: also a URL that, without click
 * ids, isn't its own cache key.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { dropClickIds } from './click-ids.ts';

/** Sends the entry of this key and returns true, or returns false where there is none. */
type ServeFromCache = (key: string, request: IncomingMessage, response: ServerResponse) => boolean;

/** The URL as it was sent, without click ids. Null where the key depends on proxy headers: only Fastify knows which proxies are trusted. */
function getCacheKey({ url: sentUrl = '', headers }: IncomingMessage, publicUrl: string | null): string | null {
  const url = dropClickIds(sentUrl);
  if (publicUrl !== null || url.startsWith('/api/')) return url;
  if (headers['x-forwarded-host'] !== undefined || headers['x-forwarded-proto'] !== undefined) return null;
  return `http://${headers.host ?? ''} ${url}`;
}

export function registerFastPath(app: FastifyInstance, publicUrl: string | null, serveFromCache: ServeFromCache): void {
  let isOpen = true;
  // While closing, Fastify adds `connection: close` to each response, so every request has to pass through it.
  app.addHook('preClose', async () => {
    isOpen = false;
  });
  app.addHook('onReady', async () => {
    const fastifyListeners = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
    app.server.removeAllListeners('request');
    app.server.on('request', (request, response) => {
      const key = isOpen && request.method === 'GET' ? getCacheKey(request, publicUrl) : null;
      if (key !== null && serveFromCache(key, request, response)) return;
      for (const listener of fastifyListeners) listener.call(app.server, request, response);
    });
  });
}
