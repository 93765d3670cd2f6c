/** The log: a line of JSON for each entry, on standard output. */
import { pino } from 'pino';
import { describeError, serializeError } from './serialize-error.ts';

/** The part of a logger that the server's modules use. */
export interface Logger {
  warn: (details: object, message: string) => void;
  error: (details: object, message: string) => void;
}

interface LoggedRequest {
  method: string;
  url: string;
}

/** For pino and for Fastify, which makes its own. A request is logged without its query, host and IP address: those are personal. */
export const LOG_SERIALIZERS = {
  err: (error: unknown) => serializeError(error),
  req: ({ method, url }: LoggedRequest) => ({ method, path: url.split('?', 1)[0] }),
};

export interface ProcessLog {
  log: pino.Logger;
  /** What whoever starts the shop must see, such as its address: whatever LOG_LEVEL is. */
  print: (line: string) => void;
  /** Why the process ends. */
  fail: (what: string, error: unknown) => void;
}

/** The log of the process itself, for what happens before and beside the app. A person at a terminal gets plain lines of print and fail. */
export function createProcessLog(): ProcessLog {
  // Written in the same tick: a process that ends right after leaves nothing unwritten.
  const destination = pino.destination({ dest: 1, sync: true });
  const log = pino({ serializers: LOG_SERIALIZERS }, destination);
  // No child of the log: one with its parent's level gets the parent's next level too.
  const notices = pino({ serializers: LOG_SERIALIZERS, level: 'info' }, destination);
  if (process.stdout.isTTY) {
    return { log, print: (line) => console.log(line), fail: (what, error) => console.error(`${what}: ${describeError(error)}`) };
  }
  return {
    log,
    print: (line) => notices.info(line),
    fail: (what, error) => notices.fatal({ err: error }, `${what}: ${describeError(error)}`),
  };
}
