/** The log: a line of JSON for each entry, on standard output (log-stream.ts). */

import os from 'node:os';
import { pino } from 'pino';
import { redactApiKeys } from '../secrets/api-key-format.ts';
import { describeError, serializeError } from './serialize-error.ts';

/**
 * Where log lines go: standard output, many lines at a time, because a system call for each line would cost as much as a cached response.
 * They are written synchronously, so that none are lost when the process ends; only SIGKILL loses the lines of the last moment.
 */

/** Bytes that are collected before they are written. */
const MIN_LENGTH = 8192;
/** The longest that a line waits, in milliseconds. */
const MAX_DELAY = 100;
/** From this pino level (`warn`) on, a line is written at once, with all before it. */
const URGENT = 40;

export interface LogStream {
  /** Set by pino before each line. */
  lastLevel: number;
  write: (line: string) => void;
  flush: () => void;
}

export function openLogStream(dest: number | string = 1): LogStream {
  const destination = pino.destination({ dest, sync: true, minLength: MIN_LENGTH });
  let timer: NodeJS.Timeout | undefined;
  const stream = {
    // Asks pino for `lastLevel`.
    [pino.symbols.needsMetadataGsym]: true,
    lastLevel: URGENT,
    write: (line: string) => {
      destination.write(line);
      if (stream.lastLevel >= URGENT) stream.flush();
      else timer ??= setTimeout(stream.flush, MAX_DELAY).unref();
    },
    flush: () => {
      clearTimeout(timer);
      timer = undefined;
      destination.flush();
    },
  };
  process.once('exit', () => destination.flushSync());
  return stream;
}

/**
 * Writes the log line of a cached response, in pino's format. pino needs some microseconds for a line, a tenth of the time that sending the
 * response takes. So the line is put together here, from parts that are the same for all lines.
 */

interface CachedResponse {
  url: string;
  status: number;
  requestId: string;
}

export type AccessLog = (response: CachedResponse) => void;

/** pino's number of the level `info`. */
const INFO = 30;

/** Returns a function that writes the line of one response. Level, pid and host are named as pino names them. */
export function createAccessLog(stream: Pick<LogStream, 'write'> & { lastLevel?: number }): AccessLog {
  const start = `{"level":${INFO},"time":`;
  const process_ = `,"pid":${process.pid},"hostname":${JSON.stringify(os.hostname())},"reqId":"`;
  return ({ url, status, requestId }) => {
    const path = JSON.stringify(toLoggedPath(url));
    // As pino does for its own lines: this one is not urgent.
    stream.lastLevel = INFO;
    stream.write(
      `${start}${Date.now()}${process_}${requestId}","req":{"method":"GET","path":${path}},"res":{"statusCode":${status}},"cached":true,"msg":"request completed"}\n`,
    );
  };
}

/** The part of a logger that the server's modules use. */
export interface Logger {
  warn: (details: object, message: string) => void;
  error: (details: object, message: string) => void;
}

interface LoggedRequest {
  method: string;
  url: string;
}

/** The rest of such a path is a search keyword. */
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

/** The log of the process itself, for what happens outside of the app. Where a person reads it, print and fail write plain lines. */
export function createProcessLog(isPlain: boolean): ProcessLog {
  const stream = openLogStream();
  const log = pino({ serializers: LOG_SERIALIZERS }, stream);
  // Not a child logger: a child with its parent's level would follow later changes of it.
  const notices = pino({ serializers: LOG_SERIALIZERS, level: 'info' }, stream);
  if (isPlain) {
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
