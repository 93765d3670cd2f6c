/**
 * Renders entries again before somebody has to wait for them: entries with stock that purchases change, shortly before they may no longer
 * be served; and the most requested entries that an admin's change has dropped.
 */
import type { FastifyInstance } from 'fastify';
import { limitConcurrency } from '../process/concurrency-limit.ts';
import type { CacheEntry } from './cache-entry.ts';
import type { InFlightRequests } from './in-flight-requests.ts';
import type { Invalidation } from './invalidation.ts';
import type { CacheStats } from './open-response-cache.ts';
import { runRenewal } from './renewal-context.ts';

/** How long before the end of an entry's time it is renewed, in multiples of how long its handler took: the machine may be busier now. */
const LEAD_FACTOR = 3;
const MIN_LEAD = 150;
/**
 * After a change, at most this many entries are renewed, only those that were requested at least this often, and only this many at a time.
 */
const MAX_RENEWED = 50;
const MIN_HITS = 3;
const MAX_CONCURRENT = 2;

interface RenewedCache {
  readonly stats: CacheStats;
  readonly inFlightRequests: InFlightRequests;
  readonly invalidation: Invalidation;
  onDropped: (listener: (entries: [key: string, CacheEntry][]) => void) => void;
}

export interface Renewal {
  /** Renews the entry once, before its `freshUntil`. Call it when the entry is served. */
  schedule: (key: string, entry: CacheEntry) => void;
}

export function createRenewal(app: FastifyInstance, cache: RenewedCache): Renewal {
  let isClosing = false;
  const limit = limitConcurrency(MAX_CONCURRENT);
  app.addHook('preClose', async () => {
    isClosing = true;
  });

  async function renew(key: string, { replay }: CacheEntry): Promise<void> {
    if (!replay || isClosing || !cache.invalidation.isLive() || cache.inFlightRequests.get(key)) return;
    cache.stats.renewals += 1;
    // A failure is ignored, because the next request runs the handler itself.
    await runRenewal(key, async () => {
      await app.inject(replay);
    }).catch(() => undefined);
  }

  cache.onDropped((entries) => {
    const popular = entries.filter(([, { hits }]) => hits >= MIN_HITS).sort(([, a], [, b]) => b.hits - a.hits);
    for (const [key, entry] of popular.slice(0, MAX_RENEWED)) void limit(() => renew(key, entry));
  });

  return {
    schedule: (key, entry) => {
      if (entry.isRenewing) return;
      entry.isRenewing = true;
      const lead = Math.max(MIN_LEAD, LEAD_FACTOR * entry.renderTime);
      setTimeout(() => void renew(key, entry), Math.max(0, entry.freshUntil - performance.now() - lead)).unref();
    },
  };
}
