/** Ends the process in order: on a signal after the work that runs, on an error that nobody caught at once. */
import closeWithGrace from 'close-with-grace';
import { SECOND } from '../contract/time.ts';
import type { ProcessLog } from './logger.ts';

/** The longest that running requests and jobs may take once the process is asked to stop; then it ends with 1. */
const DRAIN_TIMEOUT = 10 * SECOND;

/** A second signal ends the process immediately, with 1. */
export function closeOnSignal(close: () => Promise<void>, print: (line: string) => void): void {
  closeWithGrace({ delay: DRAIN_TIMEOUT }, async ({ signal, err }) => {
    if (err) {
      // After an uncaught error the state of the process is unknown, so nothing more is done in it; whoever started it restarts it.
      fail('Uncaught error', err);
      return;
    }
    print(`${signal ?? 'end'}: finishing what runs …`);
    await close();
  });
}
