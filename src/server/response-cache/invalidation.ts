/**
 * Hears of every change, wherever it was made, and throws away what has become old. Nothing kept may be shown but within a lease: a
 * beat on the watcher's line that was sent less than LEASE ago and came back. Whatever is told on that line comes in order, so all
 * that was committed before that beat has been heard.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDatabase } from '../database/connect.ts';
import { type ListenConnection, openListenConnection } from './listen-connection.ts';
import type { LruStore } from './lru.ts';

/** Milliseconds between two beats; each also looks whether stock has moved. */
const HEARTBEAT_INTERVAL = 300;
/** Milliseconds: so long may a purchase's stock stay unseen, and a process that hears nothing show what it keeps. */
const LEASE = 1000;
/** More than what clocks of two machines drift apart in that time. */
const CLOCK_SKEW = 250;
/** Where nobody has asked for so long, the beats rest. */
const IDLE_AFTER = 10_000;
/** A row of the ledger gets its number before it is committed: milliseconds, and rows, after which none comes behind others any more. */
const MAX_COMMIT_DELAY = 30_000;
const MAX_COMMIT_DELAY_ROWS = 20_000;
/** Milliseconds between two tries to get the line back: the first, and the longest. */
const INITIAL_BACKOFF = 100;
const MAX_BACKOFF = 5000;

export interface Invalidation {
  /** May what is kept be shown now? Whoever asks keeps the beats going. */
  isLive: () => boolean;
  /** Comes back once nobody, in any process, is shown anything older than what is committed now. */
  awaitInvalidation: () => Promise<void>;
  /** Comes back once this process has heard of all that is committed now, its stock too. */
  catchUp: () => Promise<void>;
  close: () => Promise<void>;
}

interface Logger {
  warn: (details: object, message: string) => void;
}

/** The part of the ledger that is looked at, and what it showed the last time. */
interface LedgerCursor {
  afterId: number;
  /** Null: not known yet, and all in it counts as moved. */
  rowCount: number | null;
  lastId: number;
  /** Where it will begin next, and when that was the end. */
  nextAfterId: number;
  windowStartedAt: number;
}

const createCursor = (lastId: number, now: number): LedgerCursor => ({
  afterId: lastId - MAX_COMMIT_DELAY_ROWS,
  rowCount: null,
  lastId,
  nextAfterId: lastId,
  windowStartedAt: now,
});

export async function startInvalidation(connection: OpenDatabase['connection'], store: LruStore, logger: Logger): Promise<Invalidation> {
  let listenConnection: ListenConnection | null = null;
  let cursor = createCursor(0, 0);
  /** By two clocks: one of them may stand still while the machine sleeps. */
  let lastHeartbeat = { steady: Number.NEGATIVE_INFINITY, wall: 0 };
  let lastUsedAt = performance.now();
  let runningHeartbeat: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const pendingAcknowledgements = new Map<string, (pid: number) => void>();

  const schedule = (milliseconds: number, callback: () => void) => {
    clearTimeout(timer);
    timer = isClosed ? undefined : setTimeout(callback, milliseconds).unref();
  };

  async function pollLedger(current: ListenConnection, now: number): Promise<void> {
    const { rows, products, last } = await current.readLedger(cursor.afterId);
    // Somebody has emptied it.
    if (last < cursor.lastId) cursor = createCursor(last, now);
    else if (rows !== cursor.rowCount || last > cursor.lastId) {
      store.invalidate(products);
      cursor = { ...cursor, rowCount: rows, lastId: last };
    }
    if (rows === 0 || now - cursor.windowStartedAt < MAX_COMMIT_DELAY) return;
    cursor = { afterId: cursor.nextAfterId, rowCount: null, lastId: last, nextAfterId: last, windowStartedAt: now };
  }

  function dropConnection(current: ListenConnection | null, err: unknown): void {
    if (isClosed || listenConnection !== current) return;
    listenConnection = null;
    store.clear();
    logger.warn({ err }, 'lost the line on which changes are told; nothing kept is shown meanwhile');
    // It may hang, and its end with it.
    current?.close().catch(() => undefined);
    schedule(INITIAL_BACKOFF, () => void connect(INITIAL_BACKOFF));
  }

  async function runHeartbeat(current: ListenConnection): Promise<void> {
    const sentAt = { steady: performance.now(), wall: Date.now() };
    try {
      await pollLedger(current, sentAt.steady);
      if (listenConnection === current) lastHeartbeat = sentAt;
    } catch (error) {
      dropConnection(current, error);
    }
  }

  function sendHeartbeat(): Promise<void> {
    if (!listenConnection) return Promise.resolve();
    runningHeartbeat ??= runHeartbeat(listenConnection).finally(() => {
      runningHeartbeat = null;
      if (listenConnection && performance.now() - lastUsedAt < IDLE_AFTER) schedule(HEARTBEAT_INTERVAL, sendHeartbeat);
    });
    return runningHeartbeat;
  }

  const listeners = {
    onChange: store.clear,
    onMessage: (message: string) => {
      const [kind, id = '', pid] = message.split(':');
      if (kind === 'ping') listenConnection?.notify(`pong:${id}:${listenConnection.pid}`).catch(() => undefined);
      else pendingAcknowledgements.get(id)?.(Number(pid));
    },
    onConnectionLost: (error?: Error) => listenConnection && dropConnection(listenConnection, error),
  };

  async function connect(backoff: number): Promise<void> {
    let candidate: ListenConnection | undefined;
    try {
      candidate = await openListenConnection(connection, listeners);
      if (isClosed) return await candidate.close();
      const { last } = await candidate.readLedger(Number.MAX_SAFE_INTEGER);
      cursor = createCursor(last, performance.now());
      // What began before it was open may have read what nobody tells any more.
      store.clear();
      listenConnection = candidate;
      await sendHeartbeat();
    } catch (err) {
      candidate?.close().catch(() => undefined);
      if (backoff === INITIAL_BACKOFF) logger.warn({ err }, 'no line on which changes are told; nothing is kept meanwhile');
      schedule(backoff, () => void connect(Math.min(2 * backoff, MAX_BACKOFF)));
    }
  }

  /** Comes back once all other processes have heard what this one has committed; never where one of them is silent. */
  async function awaitAcknowledgements(id: string): Promise<void> {
    const acknowledged = new Set<number>();
    let otherPids: number[] | undefined;
    const allAcknowledged = Promise.withResolvers<void>();
    const check = () => otherPids?.every((pid) => acknowledged.has(pid)) && allAcknowledged.resolve();
    pendingAcknowledgements.set(id, (pid) => {
      acknowledged.add(pid);
      check();
    });
    otherPids = await listenConnection?.broadcast(`ping:${id}`, LEASE + CLOCK_SKEW);
    check();
    await allAcknowledged.promise;
  }

  async function awaitInvalidation(): Promise<void> {
    store.clear();
    const id = randomUUID();
    const timeoutController = new AbortController();
    // Then no lease is left to whoever hasn't heard.
    const leaseExpired = sleep(LEASE + CLOCK_SKEW, undefined, { signal: timeoutController.signal }).catch(() => undefined);
    await Promise.race([awaitAcknowledgements(id).catch(() => leaseExpired), leaseExpired]);
    timeoutController.abort();
    pendingAcknowledgements.delete(id);
  }

  await connect(INITIAL_BACKOFF);
  return {
    isLive: () => {
      const now = performance.now();
      const isIdle = now - lastUsedAt >= IDLE_AFTER;
      lastUsedAt = now;
      if (now - lastHeartbeat.steady < LEASE && Date.now() - lastHeartbeat.wall < LEASE) return listenConnection !== null;
      if (isIdle) void sendHeartbeat();
      return false;
    },
    awaitInvalidation,
    catchUp: async () => {
      await runningHeartbeat;
      await sendHeartbeat();
    },
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
