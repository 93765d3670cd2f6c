/** Ends the process in order: after a signal, once running work has finished; after an uncaught error, at once. */
import closeWithGrace from 'close-with-grace';
import type { ProcessLog } from '../log/logger.ts';

export interface Shutdown {
  isRequested: () => boolean;
  /** Sets what a signal closes from now on; at first nothing, because nothing is open. */
  setClose: (close: () => Promise<void>) => void;
  /** For work that `close` waits for: if it takes too long, the log says what it was. */
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
  // By default it would end the process for it, and without a listener Node does; some tools send it to ask for a report.
  process.on('SIGUSR2', () => undefined);
  closeWithGrace({ delay: delay + timeout, onTimeout, skip: ['SIGUSR2'] }, async ({ signal, err }) => {
    if (err) {
      // After an uncaught error the process is in an unknown state, so it does nothing more; whoever started it restarts it.
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
