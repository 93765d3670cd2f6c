/** A load on addresses, what runs beside the shop, and the bare server that sends the same bytes: what `node:http` alone can do here. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import autocannon from 'autocannon';

export interface Measured {
  /** Answers a second, the mean of the run. */
  rate: number;
  /** Milliseconds */
  p99: number;
  /** Answers that weren't 2xx, and connections that broke. */
  failed: number;
}

export async function measure(urls: string[], { seconds = 5, connections = 50 } = {}): Promise<Measured> {
  const [first] = urls;
  if (!first) throw new Error('nothing to ask for');
  const result = await autocannon({
    url: new URL(first).origin,
    connections,
    duration: seconds,
    requests: urls.map((url) => ({ method: 'GET' as const, path: new URL(url).pathname + new URL(url).search })),
  });
  return { rate: result.requests.average, p99: result.latency.p99, failed: result.non2xx + result.errors + result.timeouts };
}

/** Gives the origin of a server in this process that answers everything with these headers and bytes. */
export async function serveBare(bytes: Buffer, headers: Record<string, string>): Promise<string> {
  const flat = Object.entries(headers).flat();
  const server = createServer((_request, response) => {
    response.writeHead(200, flat);
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a program of this room in a process of its own, so that it shares no time with what loads it. It says where it listens. */
export async function startBeside(program: string, given: string[]): Promise<{ origin: string; stop: () => void }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, program), ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const origin = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim().replace('listening ', ''))),
  );
  return { origin, stop: () => child.kill() };
}
