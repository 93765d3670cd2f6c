/**
 * A CDN before the shop. It may keep what the response cache keeps, for `maxAge` seconds; browsers go on asking each time. After an
 * admin's change it is told to drop everything, by whatever request its own API takes for that: what it drops it gets again from the
 * response cache. Why everything, and what isn't told: docs/decisions/0059-behind-a-cdn.md.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pRetry, { AbortError } from 'p-retry';
import { DAY, SECOND } from '../../contract/time.ts';
import type { Logger } from '../logger.ts';
import { purgeCounter } from '../telemetry/counters.ts';

export interface CdnConfig {
  /** For how many seconds the CDN may show a response without asking. */
  readonly maxAge: number;
  /** Null: it is told of no change, and shows what was before until then. */
  readonly purge: CdnPurgeConfig | null;
}

export interface CdnPurgeConfig {
  readonly url: string;
  /** With the credentials; null: none is sent. */
  readonly header: readonly [name: string, value: string] | null;
  /** JSON. */
  readonly body: string;
}

export interface Cdn {
  /** Of responses that are the same for everyone. */
  readonly cacheControl: string;
  /** Resolves once the CDN has dropped what it held, or has kept us waiting; then it is told again in the background. Never rejects. */
  readonly purge: () => Promise<void>;
}

export interface CdnLimits {
  /** In milliseconds, for one attempt. */
  timeout: number;
  /** How long an admin's call waits for it. */
  wait: number;
  retries: number;
  /** Before the first retry; it doubles. */
  retryDelay: number;
}

export const CDN_LIMITS: CdnLimits = { timeout: 5 * SECOND, wait: 2 * SECOND, retries: 8, retryDelay: SECOND / 2 };

/** An attempt may always take as long as somebody waits for it. */
export const toCdnLimits = (wait: number): CdnLimits => ({ ...CDN_LIMITS, wait, timeout: Math.max(CDN_LIMITS.timeout, wait) });

/** While the shop answers by errors, or not at all, a CDN that can may go on showing what it has. */
const STALE_IF_ERROR = DAY / SECOND;

/** Browsers and CDNs may store the response, but must ask each time whether it is still current (`ETag`). */
export const CACHE_CONTROL = 'public, no-cache';

/** `no-cache` would bind the CDN too; browsers read `max-age=0`. */
const formatCacheControl = (maxAge: number) => `public, max-age=0, s-maxage=${maxAge}, stale-if-error=${STALE_IF_ERROR}`;

/** Asked again: it is away, or has been asked too often. Anything else it would say again. */
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

  /** One that is under way may have arrived before this change, so another follows it: one for all changes until then. */
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
