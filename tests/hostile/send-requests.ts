/** Sends hostile requests to a shop, several at a time, and reports its responses, their duration, and whether it still runs. */
import http from 'node:http';
import net from 'node:net';
import type { HostileRequest } from './generate-requests.ts';

export interface HostileReport {
  /** By status; 'none' if the connection ended without a response. */
  counts: Record<string, number>;
  serverErrors: string[];
  slowest: { milliseconds: number; request: string };
}

const CONCURRENCY = 8;
/** An incomplete raw request gets no response: its connection is then closed. */
const RAW_TIMEOUT = 250;
const TIMEOUT = 60_000;

type Outcome = number | 'none';

function sendRaw(port: number, raw: Buffer): Promise<Outcome> {
  return new Promise((resolve) => {
    let received = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(raw));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.setTimeout(RAW_TIMEOUT, () => socket.destroy());
    socket.on('close', () => {
      const statuses = [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
      resolve(statuses.length ? Math.max(...statuses) : 'none');
    });
  });
}

function sendHttp(agent: http.Agent, port: number, { method, path, headers, body }: HostileRequest): Promise<Outcome> {
  return new Promise((resolve) => {
    // Otherwise Node sends the body of a DELETE or OPTIONS unframed, and the shop would read it as the next request.
    const framed = body ? { ...headers, 'content-length': String(body.length) } : headers;
    const request = http.request({ agent, host: '127.0.0.1', port, method, path, headers: framed, timeout: TIMEOUT }, (response) => {
      response.resume();
      response.on('close', () => resolve(response.statusCode ?? 'none'));
    });
    // A body that is refused unread is cut off while it is sent.
    request.on('error', () => resolve('none'));
    request.on('timeout', () => request.destroy());
    request.end(body ?? undefined);
  });
}

export async function sendRequests(origin: string, requests: Iterable<HostileRequest>): Promise<HostileReport> {
  const port = Number(new URL(origin).port);
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const report: HostileReport = { counts: {}, serverErrors: [], slowest: { milliseconds: 0, request: '' } };
  const iterator = requests[Symbol.iterator]();
  const work = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) {
      const request = next.value;
      const name = `${request.method} ${request.path.slice(0, 200)} ${request.body?.toString().slice(0, 200) ?? ''}`;
      const startedAt = performance.now();
      const outcome = await (request.raw ? sendRaw(port, request.raw) : sendHttp(agent, port, request));
      const milliseconds = performance.now() - startedAt;
      report.counts[outcome] = (report.counts[outcome] ?? 0) + 1;
      if (typeof outcome === 'number' && outcome >= 500) report.serverErrors.push(`${outcome} ${name}`);
      if (!request.raw && milliseconds > report.slowest.milliseconds) report.slowest = { milliseconds, request: `${outcome} ${name}` };
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  agent.destroy();
  return report;
}
