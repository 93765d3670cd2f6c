/** Runs an operation within the shop that has the embedded database open, through its socket (operator-socket.ts). */
import { once } from 'node:events';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OperationName, Operations } from './operations.ts';
import { getSocketPath } from './operator-socket.ts';

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
