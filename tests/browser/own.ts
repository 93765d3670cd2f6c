/** What this worker has for itself: a shop and a browser. */
import { inject } from 'vitest';

function own<T>(list: T[]): T {
  const it = list[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % list.length];
  if (!it) throw new Error('nothing was started for the browser tests');
  return it;
}

/** Its demo shop: no other file changes it meanwhile. Without a slash at its end. */
export const ownOrigin = (): string => own(inject('places')).origin;

/** Where its browser lets one in. */
export const ownBrowser = (): string => own(inject('places')).browser;
