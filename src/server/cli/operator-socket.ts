/**
 * How the operator's commands reach a shop that holds the embedded database: by a Unix socket in the data directory, which only the user
 * who runs the shop can open (docs/decisions/0033-operator-socket.md). A request is `POST /<operation>` with lines of JSON: the input, then
 * the rows of an import. The response is lines of JSON too: `{ report }` while it runs, then `{ result }` or `{ error }`.
 */
import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from '../platform/log/logger.ts';
import { describeError } from '../platform/log/serialize-error.ts';
import { isInputOf, isOperationName, type OperationName, type Operations, perform, type ShopDeps } from './command-operations.ts';

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

export interface OperationCall<Name extends OperationName> {
  input: Operations[Name]['input'];
  lines?: AsyncIterable<object>;
  onReport?: (what: Operations[Name]['report']) => void;
}

const ENDED_EARLY =
  'The shop ended before the command was done. Start it and run the command again; an import goes on with --skip-existing.';

/** Whether a shop listens on the socket of this data directory. */
export async function isShopRunning(dataDir: string): Promise<boolean> {
  const socket = connect(getSocketPath(dataDir));
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Throws an Error with the shop's message, or the error of reading the lines. */
export async function callRunningShop<Name extends OperationName>(
  dataDir: string,
  name: Name,
  { input, lines, onReport }: OperationCall<Name>,
): Promise<Operations[Name]['result']> {
  const request = sendRequest({ socketPath: getSocketPath(dataDir), method: 'POST', path: `/${name}` });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  // A lost connection fails both promises; whichever is awaited reports it.
  answered.catch(() => undefined);
  let readError: unknown;
  async function* encodeLines(): AsyncGenerator<string> {
    try {
      yield `${JSON.stringify(input)}\n`;
      if (lines) for await (const line of lines) yield `${JSON.stringify(line)}\n`;
    } catch (error) {
      readError = error;
      throw error;
    }
  }
  const sent = pipeline(Readable.from(encodeLines()), request).catch(() => request.destroy());
  try {
    const [response] = await answered;
    for await (const line of createInterface({ input: response, crlfDelay: Number.POSITIVE_INFINITY })) {
      const said = JSON.parse(line) as { report?: Operations[Name]['report']; result?: Operations[Name]['result']; error?: string };
      if (said.error !== undefined) throw new Error(said.error);
      if (said.result !== undefined) return said.result;
      if (said.report !== undefined) onReport?.(said.report);
    }
    throw new Error(ENDED_EARLY);
  } catch (error) {
    if (readError !== undefined) throw readError;
    const isCutOff = error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
    throw isCutOff ? new Error(ENDED_EARLY) : error;
  } finally {
    request.destroy();
    await sent;
  }
}
