/**
 * A CDN in front of the shop. It may store what the response cache stores, for `maxAge` seconds; browsers still ask each time. After an
 * admin's change it is told to drop everything. Why everything: docs/decisions/0059-cdn.md.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pRetry, { AbortError } from 'p-retry';
import { DAY, SECOND } from '../../../contract/values.ts';
import type { Logger } from '../log/logger.ts';
import { purgeCounter } from '../monitoring/counters.ts';
import type { CdnConfig } from '../settings/config.ts';

export interface Cdn {
  /** `cache-control` for responses that are the same for everyone. */
  readonly cacheControl: string;
  /** Resolves once the CDN has dropped everything, or after `wait`: then it is told again in the background. Never rejects. */
  readonly purge: () => Promise<void>;
}

/**
 * In milliseconds: `timeout` of one attempt; `wait`: how long an admin's call waits; `retryDelay`: before the first retry, doubled each time;
 * `repeatAfter`: when the CDN is told once more, as it may have fetched from another process that hadn't heard of the change yet.
 */
export const CDN_LIMITS = { timeout: 5 * SECOND, wait: 2 * SECOND, retries: 8, retryDelay: SECOND / 2, repeatAfter: SECOND };
export type CdnLimits = typeof CDN_LIMITS;

/** An attempt may take at least as long as an admin waits for it. */
export const toCdnLimits = (wait: number): CdnLimits => ({ ...CDN_LIMITS, wait, timeout: Math.max(CDN_LIMITS.timeout, wait) });

/** If the shop fails or doesn't answer, a CDN that supports it may go on serving what it has. */
const STALE_IF_ERROR = DAY / SECOND;
/** Browsers and CDNs may store the response, but must ask each time whether it is still current (`ETag`). */
export const CACHE_CONTROL = 'public, no-cache';
/** `no-cache` would apply to the CDN too; browsers obey `max-age=0`. */
const formatCacheControl = (maxAge: number) => `public, max-age=0, s-maxage=${maxAge}, stale-if-error=${STALE_IF_ERROR}`;

async function sendPurge({ url, header, body }: NonNullable<CdnConfig['purge']>, timeout: number): Promise<void> {
  const headers = { 'content-type': 'application/json', ...(header && { [header[0]]: header[1] }) };
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal: AbortSignal.timeout(timeout) });
  await response.body?.cancel();
  if (response.ok) return;
  const error = new Error(`it answered ${response.status}`);
  // Retried if it is unavailable or was asked too often. Any other answer would be the same again.
  throw response.status >= 500 || [408, 429].includes(response.status) ? error : new AbortError(error);
}

export function openCdn({ maxAge, purge }: CdnConfig, log: Pick<Logger, 'warn' | 'error'>, limits: CdnLimits = CDN_LIMITS): Cdn {
  const cacheControl = formatCacheControl(maxAge);
  if (!purge) return { cacheControl, purge: async () => undefined };
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let repetition: NodeJS.Timeout | undefined;

  const attempt = () =>
    sendPurge(purge, limits.timeout).catch((error) => {
      purgeCounter.failed += 1;
      throw error;
    });
  const onFailedAttempt = ({ error, retriesLeft }: { error: Error; retriesLeft: number }) => {
    if (retriesLeft) log.warn({ err: error }, 'the CDN could not be purged; trying again');
  };
  async function run(): Promise<void> {
    try {
      await pRetry(attempt, { retries: limits.retries, minTimeout: limits.retryDelay, onFailedAttempt });
      purgeCounter.completed += 1;
    } catch (err) {
      log.error({ err }, `the CDN was not purged: it may show the previous state for up to ${maxAge} seconds`);
    }
    running = null;
  }

  /** A purge that is running may have arrived before this change. So another follows it, one for all changes until then. */
  function enqueue(): Promise<void> {
    if (!running) running = run();
    else
      next ??= running.then(() => {
        next = null;
        return enqueue();
      });
    return next ?? running;
  }

  return {
    cacheControl,
    purge: async () => {
      clearTimeout(repetition);
      repetition = setTimeout(enqueue, limits.repeatAfter).unref();
      await Promise.race([enqueue(), sleep(limits.wait, undefined, { ref: false })]);
    },
  };
}
