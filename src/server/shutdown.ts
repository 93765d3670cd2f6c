/** Ends the process in order: on a signal after the work that runs, on an error that nobody caught at once. */
import closeWithGrace from 'close-with-grace';
import { SECOND } from '../contract/time.ts';
import type { ProcessLog } from './logger.ts';

/**
 * How long the process serves on, no longer ready, before it drains: SHUTDOWN_DELAY's default. Nobody waits for a proxy at a terminal; a
 * service, whose input is none, is asked to stop while requests still come.
 */
export const getDefaultShutdownDelay = (mode: string) => (process.stdin.isTTY || mode === 'development' ? 0 : 5 * SECOND);

export interface Shutdown {
  isRequested: () => boolean;
  /** What a signal runs from now on; at first nothing, as nothing is open. */
  setClose: (close: () => Promise<void>) => void;
  /** For what `close` waits for: where it takes too long, the log says what it was. */
  waitFor: (what: string, work: Promise<unknown> | undefined) => Promise<void>;
}

/**
 * Called before anything else: process 1 of a container ignores a signal that it doesn't listen to. `delay` is how long `close` may
 * serve on before it drains, and `timeout` how long the running requests and jobs may then take; after it the process ends with 1, as it
 * does at once on a second signal.
 */
export function listenForSignals(delay: number, timeout: number, { print, fail }: Pick<ProcessLog, 'print' | 'fail'>): Shutdown {
  let isRequested = false;
  let close = async () => {};
  const unfinished = new Set<string>();
  const onTimeout = () => fail('Ended before all was finished', new Error([...unfinished].join(', ')));
  closeWithGrace({ delay: delay + timeout, onTimeout }, async ({ signal, err }) => {
    if (err) {
      // After an uncaught error the state of the process is unknown, so nothing more is done in it; whoever started it restarts it.
      fail('Uncaught error', err);
      return;
    }
    isRequested = true;
    print(`${signal ?? 'end'}: finishing what runs …`);
    await close();
  });
  return {
    isRequested: () => isRequested,
    setClose: (it) => {
      close = it;
    },
    waitFor: async (what, work) => {
      unfinished.add(what);
      await work;
      unfinished.delete(what);
    },
  };
}
