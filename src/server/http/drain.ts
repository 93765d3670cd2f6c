/** Ends an HTTP server without cutting a request. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two looks for connections whose request has ended. */
const IDLE_CHECK_INTERVAL = 50;

/**
 * Serves for another `delay` milliseconds, in which a proxy learns that this process isn't ready any more, then takes no connections
 * and waits for the requests that run. Each response ends its connection meanwhile: a client that kept one would send its next request
 * just when it is closed.
 */
export async function drainServer(server: Server, delay: number): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  if (delay) await sleep(delay);
  const closed = once(server, 'close');
  server.close();
  // A request that ran when the draining began leaves its connection open.
  const timer = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL);
  await closed;
  clearInterval(timer);
}
