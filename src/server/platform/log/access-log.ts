/**
 * Writes the log line of a cached response, in pino's format. pino needs some microseconds for a line, a tenth of the time that sending the
 * response takes. So the line is put together here, from parts that are the same for all lines.
 */
import os from 'node:os';
import type { LogStream } from './log-stream.ts';
import { toLoggedPath } from './logger.ts';

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
