/**
 * Keeps the cache of this process valid on a PostgreSQL server: listens for changes, drops stale entries, and holds the lease under which
 * entries may be served. The embedded database needs none of this: embedded-invalidation.ts. The header of response-cache.ts explains how
 * the parts work together.
 */
import { SECOND } from '../../../contract/values.ts';
import type { Logger } from '../log/logger.ts';
import { createAcknowledgements } from './acknowledgements.ts';
import { type CatalogChange, EVERYTHING } from './catalog-change.ts';
import { createLease, LEASE_DURATION, LEASE_EXPIRED_AFTER, readClocks } from './lease.ts';
import { advanceLedgerCursor, createLedgerCursor, listMovedProducts } from './ledger-cursor.ts';
import { type ListenConnection, openListenConnection } from './listen-connection.ts';

/** A heartbeat polls the stock ledger and, by coming back, renews the lease. Three fit into a lease, so that a slow one doesn't end it. */
const HEARTBEAT_INTERVAL = 300;
/** Without requests for so long, heartbeats pause: an idle shop sends no queries. */
const IDLE_AFTER = 10 * SECOND;
/** Between two attempts to reconnect: doubles from the first to the second value. */
const INITIAL_BACKOFF = 100;
const MAX_BACKOFF = SECOND;

/** What is done with the entries. */
export interface InvalidationTarget {
  /** Nothing that `change` affects may be served from now on. */
  drop: (change: CatalogChange) => void;
  /** Purchases took stock of these products: what was rendered before may only be served until `freshUntil` (by `performance.now()`). */
  limitFreshness: (productIds: string[], freshUntil: number) => void;
}

export interface Invalidation {
  /**
   * Whether entries may be served: on a server, while this process holds the lease. Call it before serving one; calls keep the heartbeats
   * going.
   */
  isLive: () => boolean;
  /** The same without counting as a request, for metrics. */
  getState: () => { isConnected: boolean; hasLease: boolean };
  /** Resolves once no process serves anything older than what is committed now. */
  awaitInvalidation: () => Promise<void>;
  /** Resolves once this process has processed everything that is committed now. */
  catchUp: () => Promise<void>;
  close: () => Promise<void>;
}

export async function startInvalidation(
  url: string,
  target: InvalidationTarget,
  logger: Pick<Logger, 'warn'>,
  leaseDuration?: number,
): Promise<Invalidation> {
  const lease = createLease(leaseDuration);
  const acknowledgements = createAcknowledgements();
  let cursor = createLedgerCursor({ lastId: 0, oldestOpenTransaction: '0' }, 0);
  let lastPolledAt = 0;
  let listenConnection: ListenConnection | null = null;
  let runningHeartbeat: Promise<void> | null = null;
  let lastUsedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const schedule = (milliseconds: number, callback: () => void) => {
    clearTimeout(timer);
    timer = isClosed ? undefined : setTimeout(callback, milliseconds).unref();
  };

  function handleConnectionLost(lost: ListenConnection | null, err: unknown): void {
    if (isClosed || listenConnection !== lost) return;
    listenConnection = null;
    target.drop(EVERYTHING);
    logger.warn({ err }, 'cache invalidation connection lost; serving uncached');
    // Not awaited: closing a connection that hangs may hang too.
    lost?.close().catch(() => undefined);
    schedule(INITIAL_BACKOFF, () => void connect(INITIAL_BACKOFF));
  }

  async function pollLedger(current: ListenConnection): Promise<void> {
    const sentAt = readClocks();
    const poll = await current.pollLedger(cursor);
    const productIds = listMovedProducts(cursor, poll);
    cursor = advanceLedgerCursor(cursor, poll, sentAt.steady);
    if (productIds.length) {
      // These sales were committed after the previous poll. If the lease was lost meanwhile, it isn't known how long ago that was.
      target.limitFreshness(productIds, lease.isValid() ? lastPolledAt + LEASE_DURATION : Number.NEGATIVE_INFINITY);
    }
    lastPolledAt = sentAt.steady;
    if (listenConnection === current) lease.renew(sentAt);
  }

  function sendHeartbeat(): Promise<void> {
    const current = listenConnection;
    if (!current) return Promise.resolve();
    runningHeartbeat ??= pollLedger(current)
      .catch((error) => handleConnectionLost(current, error))
      .finally(() => {
        runningHeartbeat = null;
        if (listenConnection && performance.now() - lastUsedAt < IDLE_AFTER) schedule(HEARTBEAT_INTERVAL, sendHeartbeat);
      });
    return runningHeartbeat;
  }

  const listeners = {
    onChange: target.drop,
    onMessage: (message: string) => acknowledgements.handleMessage(listenConnection, message),
    onConnectionLost: (error?: Error) => listenConnection && handleConnectionLost(listenConnection, error),
  };

  async function connect(backoff: number): Promise<void> {
    let candidate: ListenConnection | undefined;
    try {
      candidate = await openListenConnection(url, listeners);
      if (isClosed) return await candidate.close();
      lastPolledAt = performance.now();
      cursor = createLedgerCursor(await candidate.pollLedger({ afterId: Number.MAX_SAFE_INTEGER, fromTransaction: '0' }), lastPolledAt);
      // Handlers that began before we listened may have read data whose change we didn't hear of.
      target.drop(EVERYTHING);
      listenConnection = candidate;
      await sendHeartbeat();
    } catch (err) {
      candidate?.close().catch(() => undefined);
      if (backoff === INITIAL_BACKOFF) logger.warn({ err }, 'cache invalidation connection unavailable; serving uncached');
      schedule(backoff, () => void connect(Math.min(2 * backoff, MAX_BACKOFF)));
    }
  }

  async function catchUp(): Promise<void> {
    await runningHeartbeat;
    await sendHeartbeat();
  }

  await connect(INITIAL_BACKOFF);
  return {
    isLive: () => {
      const now = performance.now();
      const wasIdle = now - lastUsedAt >= IDLE_AFTER;
      lastUsedAt = now;
      if (lease.isValid()) return listenConnection !== null;
      if (wasIdle) void sendHeartbeat();
      return false;
    },
    getState: () => ({ isConnected: listenConnection !== null, hasLease: listenConnection !== null && lease.isValid() }),
    awaitInvalidation: async () => {
      await Promise.all([catchUp(), acknowledgements.request(listenConnection, LEASE_EXPIRED_AFTER)]);
    },
    catchUp,
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      const current = listenConnection;
      listenConnection = null;
      await runningHeartbeat;
      await current?.close();
    },
  };
}
