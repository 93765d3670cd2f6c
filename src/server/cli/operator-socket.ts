/**
 * How the operator's commands reach a shop that holds the embedded database: by a Unix socket in the data directory, which only the user
 * who runs the shop can open (docs/decisions/0033-operator-socket.md). A request is `POST /<operation>` with lines of JSON: the input, then
 * the rows of an import. The response is lines of JSON too: `{ report }` while it runs, then `{ result }` or `{ error }`.
 */
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Logger } from '../platform/log/logger.ts';
import { describeError } from '../platform/log/serialize-error.ts';
import { isInputOf, isOperationName, type OperationName, perform, type ShopDeps } from './operations.ts';

/** The longest socket path that operating systems allow, in bytes: 104 on macOS and 108 on Linux, including a zero at the end. */
const MAX_PATH_BYTES = 103;

/** The absolute or the relative path, whichever is shorter. */
export function getSocketPath(dataDir: string): string {
  const absolute = path.join(dataDir, 'shop.sock');
  const relative = path.relative(process.cwd(), absolute);
  return relative.length < absolute.length ? relative : absolute;
}

async function* readLines(request: IncomingMessage): AsyncGenerator<unknown> {
  for await (const line of createInterface({ input: request, crlfDelay: Number.POSITIVE_INFINITY })) if (line) yield JSON.parse(line);
}

class OperatorError extends Error {}

async function runOperation(
  deps: ShopDeps,
  name: OperationName,
  request: IncomingMessage,
  send: (line: object) => void,
  signal: AbortSignal,
) {
  const lines = readLines(request);
  const { value: input } = await lines.next();
  if (!isInputOf(name, input)) throw new OperatorError('The running shop is of another version than this command. Start it anew.');
  send({ result: await perform(deps, name, { input, lines, report: (report: unknown) => send({ report }), signal }) });
}

export interface OperatorSocket {
  /** Tells running operations to end at their next step, waits for them, and closes the socket. */
  close: () => Promise<void>;
}

/** Called by the process that holds the lock of the data directory, so no other process listens there. */
export async function openOperatorSocket(deps: ShopDeps, dataDir: string, log: Logger): Promise<OperatorSocket> {
  const controller = new AbortController();
  const running = new Set<Promise<void>>();
  let isImporting = false;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = request.url?.slice(1) ?? '';
    const send = (line: object) => void response.write(`${JSON.stringify(line)}\n`);
    if (!isOperationName(name)) return send({ error: 'The running shop is of another version than this command. Start it anew.' });
    if (name === 'import' && isImporting) return send({ error: 'Another import is running. Wait until it has ended.' });
    if (name === 'import') isImporting = true;
    try {
      await runOperation(deps, name, request, send, controller.signal);
    } catch (error) {
      if (!(error instanceof OperatorError)) log.warn({ err: error }, `the operator's command ${name} failed`);
      send({ error: error instanceof Error ? error.message : 'It failed; see the log of the shop' });
    } finally {
      if (name === 'import') isImporting = false;
    }
  }

  const server = createServer((request, response) => {
    const task = answer(request, response).finally(() => {
      response.end();
      running.delete(task);
    });
    running.add(task);
  });
  // An import may take hours.
  server.requestTimeout = 0;
  server.on('error', (err) => log.warn({ err }, "the socket for the operator's commands failed"));

  const socketPath = getSocketPath(dataDir);
  try {
    if (Buffer.byteLength(socketPath) > MAX_PATH_BYTES) throw new Error(`The path ${socketPath} is longer than a socket's may be`);
    // Left over by a process that was killed.
    rmSync(socketPath, { force: true });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socketPath, resolve));
    chmodSync(socketPath, 0o600);
  } catch (error) {
    log.warn({ err: error }, `commands (npm run shop) need the shop stopped: ${describeError(error)}`);
  }

  const close = async () => {
    controller.abort();
    const isClosed = new Promise<void>((resolve) => server.close(() => resolve()));
    await Promise.all(running);
    server.closeAllConnections();
    await isClosed;
  };
  return { close };
}
