/**
 * Requests at a steady pace. autocannon sends what is due in a second at that second's beginning, from all connections at once: a thousand pages
 * in a burst, behind which everything else waits. Here each connection begins its seconds at another moment.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { SECOND } from '../src/contract/values.ts';

export interface PacedResult {
  completed: number;
  failed: number;
  /** Seconds. */
  duration: number;
}

type PacedOptions = Omit<autocannon.Options, 'connections' | 'overallRate' | 'connectionRate' | 'duration'>;

/** `rate` requests a second in all, spread over `connections` and over each second. */
export async function sendPaced(
  options: PacedOptions,
  { rate, connections, duration }: { rate: number; connections: number; duration: number },
): Promise<PacedResult> {
  const count = Math.min(connections, rate);
  const runs = Array.from({ length: count }, async (_, index) => {
    await sleep((index * SECOND) / count);
    // What doesn't divide evenly goes to the first ones.
    const own = Math.floor(rate / count) + (index < rate % count ? 1 : 0);
    return autocannon({ ...options, connections: 1, overallRate: own, duration });
  });
  const results = await Promise.all(runs);
  return {
    completed: results.reduce((sum, it) => sum + it['2xx'], 0),
    failed: results.reduce((sum, it) => sum + it.non2xx + it.errors + it.timeouts, 0),
    duration,
  };
}
