/**
 * Sends cached entries before Fastify sees the request: its `request` listeners on the HTTP server are wrapped in one that looks into the
 * cache first. What that is worth: docs/decisions/0013-response-cache.md. Anything unusual is left to Fastify, whose hooks use the same
 * cache: also a URL that, without click ids, isn't its own cache key.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Sends the entry of this key and returns true, or returns false where there is none. */
type ServeFromCache = (key: string, request: IncomingMessage, response: ServerResponse) => boolean;

/** Parameters that advertisers and mail programs add to links, with another value for each click or campaign. No route uses them. */
const CLICK_ID_NAMES =
  'utm_[a-z_]+|[gd]clid|gbraid|wbraid|gad_[a-z]+|srsltid|_gl|fbclid|msclkid|ttclid|twclid|li_fat_id|igshid|yclid|mc_[ce]id|epik';
/** Leaves values with bytes of a surrogate (`%ed`) in place, because endpoints must refuse such URLs. */
const CLICK_ID = new RegExp(`[?&](?:${CLICK_ID_NAMES})=(?:[^&%]|%(?!ed))*(?=&|$)`, 'gi');

/** The URL without click ids; its other parameters keep their order and spelling. */
export function dropClickIds(url: string): string {
  const query = url.indexOf('?');
  if (query === -1) return url;
  const rest = url.slice(query).replace(CLICK_ID, '');
  return url.slice(0, query) + (rest.startsWith('&') ? `?${rest.slice(1)}` : rest);
}

/** The URL as it was sent, without click ids. Null where the key depends on proxy headers: only Fastify knows which proxies are trusted. */
function getCacheKey({ url: sentUrl = '', headers }: IncomingMessage, publicUrl: string | null): string | null {
  const url = dropClickIds(sentUrl);
  if (publicUrl !== null || url.startsWith('/api/')) return url;
  if (headers['x-forwarded-host'] !== undefined || headers['x-forwarded-proto'] !== undefined) return null;
  return `http://${headers.host ?? ''} ${url}`;
}

export function registerFastPath(app: FastifyInstance, getPublicUrl: () => string | null, serveFromCache: ServeFromCache): void {
  let isOpen = true;
  // While closing, Fastify adds `connection: close` to each response, so every request has to pass through it.
  app.addHook('preClose', async () => {
    isOpen = false;
  });
  app.addHook('onReady', async () => {
    const fastifyListeners = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
    app.server.removeAllListeners('request');
    app.server.on('request', (request, response) => {
      const key = isOpen && request.method === 'GET' ? getCacheKey(request, getPublicUrl()) : null;
      if (key !== null && serveFromCache(key, request, response)) return;
      for (const listener of fastifyListeners) listener.call(app.server, request, response);
    });
  });
}
