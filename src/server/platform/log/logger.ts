/** The log: a line of JSON for each entry, on standard output (log-stream.ts). */
import { pino } from 'pino';
import { redactApiKeys } from '../secrets/api-key-format.ts';
import { type LogStream, openLogStream } from './log-stream.ts';
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

/** What follows is what somebody looks for. */
const KEYWORD_PATH = /^(\/api\/v1\/product\/(?:search|suggest)\/).+/i;
const EMAIL = /[^/]*(?:@|%40)[^/]*/gi;

/** A URL's path as the log may have it: without query, searched words, emails and API keys. */
export function toLoggedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return redactApiKeys(path.replace(KEYWORD_PATH, '$1…').replace(EMAIL, '[email]'));
}

/** For pino and for the logger that Fastify creates. Requests are logged without query, host and IP address, because those are personal. */
export const LOG_SERIALIZERS = {
  err: (error: unknown) => serializeError(error),
  req: ({ method, url }: LoggedRequest) => ({ method, path: toLoggedPath(url) }),
};

export interface ProcessLog {
  log: pino.Logger;
  /** For the app's logger: one stream, so that lines stay in order. */
  stream: LogStream;
  /** Prints what whoever starts the shop must see, such as its URL, whatever LOG_LEVEL is. */
  print: (line: string) => void;
  /** Logs why the process ends. */
  fail: (what: string, error: unknown) => void;
}

/** The log of the process itself, for what happens outside of the app. At a terminal, print and fail write plain lines. */
export function createProcessLog(): ProcessLog {
  const stream = openLogStream();
  const log = pino({ serializers: LOG_SERIALIZERS }, stream);
  // Not a child logger: a child with its parent's level would follow later changes of it.
  const notices = pino({ serializers: LOG_SERIALIZERS, level: 'info' }, stream);
  if (process.stdout.isTTY) {
    return { log, stream, print: (line) => console.log(line), fail: (what, error) => console.error(`${what}: ${describeError(error)}`) };
  }
  return {
    log,
    stream,
    print: (line) => {
      notices.info(line);
      stream.flush();
    },
    fail: (what, error) => notices.fatal({ err: error }, `${what}: ${describeError(error)}`),
  };
}
