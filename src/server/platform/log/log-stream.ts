/**
 * Where log lines go: standard output, many lines at a time, because a system call for each line would cost as much as a cached response.
 * They are written synchronously, so that none are lost when the process ends; only SIGKILL loses the lines of the last moment.
 */
import { pino } from 'pino';

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
