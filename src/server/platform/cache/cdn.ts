/**
 * A CDN in front of the shop. It may cache what the response cache caches, for `maxAge` seconds; browsers still ask each time. After an
 * admin's change it is told to drop everything, by a request that the operator configures for its API, and then fetches from the response
 * cache again. Why everything, and which changes it isn't told of: docs/decisions/0059-cdn.md.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pRetry, { AbortError } from 'p-retry';
import { DAY, SECOND } from '../../../contract/time.ts';
import type { Logger } from '../log/logger.ts';
import { purgeCounter } from '../monitoring/counters.ts';
import type { CdnConfig, CdnPurgeConfig } from '../settings/config.ts';

export interface Cdn {
  /** `cache-control` for responses that are the same for everyone. */
  readonly cacheControl: string;
  /** Resolves once the CDN has dropped everything, or after `wait`: then it is told again in the background. Never rejects. */
  readonly purge: () => Promise<void>;
}

export interface CdnLimits {
  /** Timeout of one attempt, in milliseconds. */
  timeout: number;
  /** How long an admin's call waits for it. */
  wait: number;
  retries: number;
  /** Before the first retry; it doubles each time. */
  retryDelay: number;
}

export const CDN_LIMITS: CdnLimits = { timeout: 5 * SECOND, wait: 2 * SECOND, retries: 8, retryDelay: SECOND / 2 };

/** An attempt may take at least as long as somebody waits for it. */
export const toCdnLimits = (wait: number): CdnLimits => ({ ...CDN_LIMITS, wait, timeout: Math.max(CDN_LIMITS.timeout, wait) });

/** If the shop fails or doesn't answer, a CDN that supports it may go on serving what it has. */
const STALE_IF_ERROR = DAY / SECOND;

/** Browsers and CDNs may store the response, but must ask each time whether it is still current (`ETag`). */
export const CACHE_CONTROL = 'public, no-cache';

/** `no-cache` would apply to the CDN too; browsers obey `max-age=0`. */
const formatCacheControl = (maxAge: number) => `public, max-age=0, s-maxage=${maxAge}, stale-if-error=${STALE_IF_ERROR}`;

/** Retried if the CDN is unavailable, or was asked too often. Any other answer would be the same again. */
const isWorthRetrying = (status: number) => status >= 500 || status === 408 || status === 429;

async function sendPurge({ url, header, body }: CdnPurgeConfig, timeout: number): Promise<void> {
  const headers = { 'content-type': 'application/json', ...(header && { [header[0]]: header[1] }) };
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal: AbortSignal.timeout(timeout) });
  await response.body?.cancel();
  if (response.ok) return;
  const error = new Error(`it answered ${response.status}`);
  throw isWorthRetrying(response.status) ? error : new AbortError(error);
}

export function openCdn(config: CdnConfig, log: Pick<Logger, 'warn' | 'error'>, limits: CdnLimits = CDN_LIMITS): Cdn {
  const { maxAge, purge } = config;
  const cacheControl = formatCacheControl(maxAge);
  if (!purge) return { cacheControl, purge: async () => undefined };
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function run(target: CdnPurgeConfig): Promise<void> {
    const attempt = () =>
      sendPurge(target, limits.timeout).catch((error) => {
        purgeCounter.failed += 1;
        throw error;
      });
    try {
      await pRetry(attempt, {
        retries: limits.retries,
        minTimeout: limits.retryDelay,
        onFailedAttempt: ({ error, retriesLeft }) => {
          if (retriesLeft) log.warn({ err: error }, 'the CDN could not be purged; trying again');
        },
      });
      purgeCounter.completed += 1;
    } catch (err) {
      log.error({ err }, `the CDN was not purged: it may show what was before for up to ${maxAge} seconds`);
    }
  }

  function start(target: CdnPurgeConfig): Promise<void> {
    running = run(target).finally(() => {
      running = null;
    });
    return running;
  }

  /** A purge that is running may have arrived before this change. So another follows it, one for all changes until then. */
  function enqueue(target: CdnPurgeConfig): Promise<void> {
    if (!running) return start(target);
    next ??= running.then(() => {
      next = null;
      return start(target);
    });
    return next;
  }

  return { cacheControl, purge: () => Promise.race([enqueue(purge), sleep(limits.wait, undefined, { ref: false })]) };
}
