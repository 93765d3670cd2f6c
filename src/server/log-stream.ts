/**
 * Where log lines go: standard output, many lines at a time. A system call for each line would cost as much as a cached response. Written
 * synchronously, so that nothing is on its way when the process ends, however it does; only SIGKILL loses the lines of the last moment.
 */
import { pino } from 'pino';

/** Bytes that are gathered before they are written. */
const MIN_LENGTH = 8192;
/** The longest that a line waits, in milliseconds. */
const MAX_DELAY = 100;
/** From this level of pino's on (`warn`) lines are written at once, with all before them. */
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
