/** Health checks for an orchestrator: /livez means that the process runs, /readyz that it can serve. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { SECOND } from '../../../contract/values.ts';

/** Ends an HTTP server without cutting off a request. */

/** Milliseconds between two checks for connections whose request has ended. */
const IDLE_CHECK_INTERVAL = 50;
/** How long a connection that hasn't sent anything may still do so after draining has begun. */
const FIRST_REQUEST_TIMEOUT = SECOND;

/**
 * Call it before the server listens; it returns a function that drains it. That keeps serving for `delay` milliseconds, in which a proxy
 * notices that this process is no longer ready. Then it accepts no more connections, and waits for running requests. Meanwhile each
 * response closes its connection, because a client that kept one might send its next request just when it is closed.
 */
export function prepareDrain(server: Server): (delay: number) => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return async (delay) => {
    server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
    if (delay) await sleep(delay);
    const closed = once(server, 'close');
    server.close();
    const closedAt = performance.now();
    const timer = setInterval(() => {
      // A request that was running when draining began leaves its connection open.
      server.closeIdleConnections();
      // Browsers open connections in advance, which Node counts as busy.
      if (performance.now() - closedAt > FIRST_REQUEST_TIMEOUT) for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, IDLE_CHECK_INTERVAL);
    await closed;
    clearInterval(timer);
  };
}

/** `checkReady` throws if no requests should be sent here. */
export function registerHealthRoutes(app: FastifyInstance, checkReady: () => Promise<void>): void {
  app.get('/livez', { schema: { hide: true } }, async () => ({ ok: true }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    try {
      await checkReady();
      return { ok: true };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).header('retry-after', '2').send({ ok: false });
    }
  });
}
