/** The load generator, and the baseline servers that the shop is compared with. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { SECOND } from '../src/contract/values.ts';

export interface LoadResult {
  /** Responses per second, the mean of the run. */
  rate: number;
  /** Milliseconds */
  p99: number;
  /** Responses other than 2xx, and broken connections. */
  failed: number;
}

interface LoadOptions {
  seconds?: number;
  connections?: number;
  /** Seconds of load before the measurement. */
  warmUp?: number;
}

/**
 * Sends the requests in turn, again and again. Each connection gets its own part of them: with the same list all connections would send
 * the same request at the same moment, and a server that shares in-flight requests would look faster than it is.
 */
export async function measureLoad(
  origin: string,
  targets: readonly (string | autocannon.Request)[],
  { seconds = 5, connections = 50, warmUp = 0 }: LoadOptions = {},
): Promise<LoadResult> {
  const requests = targets.map((it) => (typeof it === 'string' ? { method: 'GET' as const, path: it } : it));
  const run = (duration: number) => {
    let connection = 0;
    const setupClient = (client: autocannon.Client) => {
      const clientRequests = requests.filter((_, n) => n % connections === connection);
      client.setRequests(clientRequests.length ? clientRequests : requests);
      connection += 1;
    };
    return autocannon({ url: origin, connections, duration, requests: requests.slice(0, 1), setupClient });
  };
  if (warmUp) await run(warmUp);
  const { requests: requestStats, latency, non2xx, errors, timeouts } = await run(seconds);
  return { rate: requestStats.average, p99: latency.p99, failed: non2xx + errors + timeouts };
}

export interface SteadyLoadResult {
  completed: number;
  failed: number;
  /** Seconds. */
  duration: number;
}

type SteadyLoadOptions = Omit<autocannon.Options, 'connections' | 'overallRate' | 'connectionRate' | 'duration'>;

/**
 * `rate` requests a second in all, spread evenly over `connections` and over each second. autocannon sends what is due in a second at that second's
 * beginning, from all connections at once, and everything else waits behind that burst. Here each connection begins its seconds at another moment.
 */
export async function sendSteadily(
  options: SteadyLoadOptions,
  { rate, connections, duration }: { rate: number; connections: number; duration: number },
): Promise<SteadyLoadResult> {
  const count = Math.min(connections, rate);
  const runs = Array.from({ length: count }, async (_, index) => {
    await sleep((index * SECOND) / count);
    // What doesn't divide evenly goes to the first ones.
    const own = Math.floor(rate / count) + (index < rate % count ? 1 : 0);
    return autocannon({ ...options, connections: 1, overallRate: own, duration });
  });
  const results = await Promise.all(runs);
  return {
    completed: results.reduce((sum, it) => sum + it['2xx'], 0),
    failed: results.reduce((sum, it) => sum + it.non2xx + it.errors + it.timeouts, 0),
    duration,
  };
}

/** Starts a server that responds to everything with these headers and bytes; returns its origin. */
export async function serveBaseline(bytes: Buffer, headers: Record<string, string>): Promise<string> {
  const rawHeaders = Object.entries(headers).flat();
  const server = createServer((_request, response) => {
    response.writeHead(200, rawHeaders);
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a baseline server in a process of its own, so that the load generator doesn't slow it down; it prints its origin. */
export async function startProcess(program: string, args: string[]): Promise<{ origin: string; stop: () => void }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, program), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const origin = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim().replace('listening ', ''))),
  );
  return { origin, stop: () => child.kill() };
}
