/**
 * The line of the log for a cached response, as pino writes that of another one. pino takes some microseconds for it, a tenth of what sending
 * the response takes: so it is put together here, out of parts that are the same for all.
 */
import os from 'node:os';
import type { LogStream } from './log-stream.ts';

interface CachedResponse {
  url: string;
  status: number;
  requestId: string;
}

export type AccessLog = (response: CachedResponse) => void;

/** pino's number of the level `info`. */
const INFO = 30;

/** By status, from the bindings of each line of pino's to the end. */
export function createAccessLog(stream: Pick<LogStream, 'write'> & { lastLevel?: number }): AccessLog {
  const start = `{"level":${INFO},"time":`;
  const process_ = `,"pid":${process.pid},"hostname":${JSON.stringify(os.hostname())},"reqId":"`;
  return ({ url, status, requestId }) => {
    const query = url.indexOf('?');
    const path = JSON.stringify(query < 0 ? url : url.slice(0, query));
    // As pino does for its own lines: this one is not urgent.
    stream.lastLevel = INFO;
    stream.write(
      `${start}${Date.now()}${process_}${requestId}","req":{"method":"GET","path":${path}},"res":{"statusCode":${status}},"cached":true,"msg":"request completed"}\n`,
    );
  };
}
