/** Ends an HTTP server without cutting a request. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../../contract/time.ts';

/** Milliseconds between two looks for connections whose request has ended. */
const IDLE_CHECK_INTERVAL = 50;
/** How long a connection that hasn't sent anything may still do so once the door is closed. */
const FIRST_REQUEST_TIMEOUT = SECOND;

/**
 * Called before the server listens; returns how to drain it. That serves for another `delay` milliseconds, in which a proxy learns that
 * this process isn't ready any more, then takes no connections and waits for the requests that run. Each response ends its connection
 * meanwhile: a client that kept one would send its next request just when it is closed.
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
      // A request that ran when the draining began leaves its connection open.
      server.closeIdleConnections();
      // Browsers open connections ahead; to Node one is busy from its beginning.
      if (performance.now() - closedAt > FIRST_REQUEST_TIMEOUT) for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, IDLE_CHECK_INTERVAL);
    await closed;
    clearInterval(timer);
  };
}
