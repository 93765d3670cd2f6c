/** What this worker has for itself: a shop and a browser. */
import { inject } from 'vitest';

function pickForWorker<T>(workers: T[]): T {
  const worker = workers[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % workers.length];
  if (!worker) throw new Error('nothing was started for the browser tests');
  return worker;
}

/** Its demo shop: no other file changes it meanwhile. Without a slash at its end. */
export const getWorkerOrigin = (): string => pickForWorker(inject('places')).origin;

/** Where its browser lets one in. */
export const getWorkerBrowserEndpoint = (): string => pickForWorker(inject('places')).browser;
