/** The shop and the browser of this worker, started by setup.ts. */
import { inject } from 'vitest';

function getWorker(): { origin: string; browser: string } {
  const workers = inject('workers');
  const worker = workers[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % workers.length];
  if (!worker) throw new Error('no shop was started for the browser tests');
  return worker;
}

/** Origin of its demo shop, without a trailing slash. Files that run at the same time have another one. */
export const getWorkerOrigin = (): string => getWorker().origin;

/** WebSocket endpoint of its Chromium. */
export const getWorkerBrowserEndpoint = (): string => getWorker().browser;
