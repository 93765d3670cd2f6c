/** The way past the framework for what is kept already: a listener before Fastify's own. Whatever isn't plain goes on to it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Answers, if it can, and says so. */
type ServeFromCache = (key: string, request: IncomingMessage, response: ServerResponse) => boolean;

/** Null where Fastify must say which origin this is: it knows which proxies are believed. */
function getCacheKey({ url = '', headers }: IncomingMessage, publicUrl: string | null): string | null {
  if (publicUrl !== null || url.startsWith('/api/')) return url;
  if (headers['x-forwarded-host'] !== undefined || headers['x-forwarded-proto'] !== undefined) return null;
  return `http://${headers.host ?? ''} ${url}`;
}

export function registerFastPath(app: FastifyInstance, publicUrl: string | null, serveFromCache: ServeFromCache): void {
  let isOpen = true;
  // On its way out each connection is told that it ends; that is Fastify's.
  app.addHook('preClose', async () => {
    isOpen = false;
  });
  app.addHook('onReady', async () => {
    // Where each request gets a line in the log, each goes the long way.
    if ('isLevelEnabled' in app.log && (app.log as { isLevelEnabled: (level: string) => boolean }).isLevelEnabled('info')) return;
    const listeners = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
    app.server.removeAllListeners('request');
    app.server.on('request', (request, response) => {
      const key = isOpen && request.method === 'GET' ? getCacheKey(request, publicUrl) : null;
      if (key !== null && serveFromCache(key, request, response)) return;
      for (const listener of listeners) listener.call(app.server, request, response);
    });
  });
}
