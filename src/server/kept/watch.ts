/**
 * Hears of every change, wherever it was made, and throws away what has become old. Nothing kept may be shown but within a lease: a
 * beat on the watcher's line that was sent less than LEASE ago and came back. Whatever is told on that line comes in order, so all
 * that was committed before that beat has been heard.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDatabase } from '../database/connect.ts';
import { type Line, openLine } from './line.ts';
import type { Store } from './store.ts';

/** Milliseconds between two beats; each also looks whether stock has moved. */
const BEAT = 300;
/** Milliseconds: so long may a purchase's stock stay unseen, and a process that hears nothing show what it keeps. */
const LEASE = 1000;
/** More than what clocks of two machines drift apart in that time. */
const MARGIN = 250;
/** Where nobody has asked for so long, the beats rest. */
const REST = 10_000;
/** A row of the ledger gets its number before it is committed: milliseconds, and rows, after which none comes behind others any more. */
const LATE = 30_000;
const LATE_ROWS = 20_000;
/** Milliseconds between two tries to get the line back: the first, and the longest. */
const FIRST_PAUSE = 100;
const LAST_PAUSE = 5000;

export interface Watch {
  /** May what is kept be shown now? Whoever asks keeps the beats going. */
  isLive: () => boolean;
  /** Comes back once nobody, in any process, is shown anything older than what is committed now. */
  settle: () => Promise<void>;
  /** Comes back once this process has heard of all that is committed now, its stock too. */
  listen: () => Promise<void>;
  close: () => Promise<void>;
}

interface Log {
  warn: (details: object, message: string) => void;
}

/** The part of the ledger that is looked at, and what it showed the last time. */
interface Sight {
  above: number;
  /** Null: not known yet, and all in it counts as moved. */
  rows: number | null;
  last: number;
  /** Where it will begin next, and when that was the end. */
  next: number;
  since: number;
}

const sightFrom = (last: number, now: number): Sight => ({ above: last - LATE_ROWS, rows: null, last, next: last, since: now });

export async function startWatch(place: OpenDatabase['connection'], store: Store, log: Log): Promise<Watch> {
  let line: Line | null = null;
  let sight = sightFrom(0, 0);
  /** By two clocks: one of them may stand still while the machine sleeps. */
  let beaten = { steady: Number.NEGATIVE_INFINITY, wall: 0 };
  let askedAt = performance.now();
  let beating: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const asking = new Map<string, (pid: number) => void>();

  const after = (milliseconds: number, work: () => void) => {
    clearTimeout(timer);
    timer = isClosed ? undefined : setTimeout(work, milliseconds).unref();
  };

  async function lookAtStock(open: Line, now: number): Promise<void> {
    const { rows, products, last } = await open.readLedger(sight.above);
    // Somebody has emptied it.
    if (last < sight.last) sight = sightFrom(last, now);
    else if (rows !== sight.rows || last > sight.last) {
      store.forget(products);
      sight = { ...sight, rows, last };
    }
    if (rows === 0 || now - sight.since < LATE) return;
    sight = { above: sight.next, rows: null, last, next: last, since: now };
  }

  function giveUp(open: Line | null, err: unknown): void {
    if (isClosed || line !== open) return;
    line = null;
    store.clear();
    log.warn({ err }, 'lost the line on which changes are told; nothing kept is shown meanwhile');
    // It may hang, and its end with it.
    open?.close().catch(() => undefined);
    after(FIRST_PAUSE, () => void connect(FIRST_PAUSE));
  }

  async function beatOnce(open: Line): Promise<void> {
    const sent = { steady: performance.now(), wall: Date.now() };
    try {
      await lookAtStock(open, sent.steady);
      if (line === open) beaten = sent;
    } catch (error) {
      giveUp(open, error);
    }
  }

  function beat(): Promise<void> {
    if (!line) return Promise.resolve();
    beating ??= beatOnce(line).finally(() => {
      beating = null;
      if (line && performance.now() - askedAt < REST) after(BEAT, beat);
    });
    return beating;
  }

  const ears = {
    changed: store.clear,
    called: (word: string) => {
      const [what, id = '', pid] = word.split(':');
      if (what === 'ping') line?.tell(`pong:${id}:${line.pid}`).catch(() => undefined);
      else asking.get(id)?.(Number(pid));
    },
    lost: (error?: Error) => line && giveUp(line, error),
  };

  async function connect(pause: number): Promise<void> {
    let open: Line | undefined;
    try {
      open = await openLine(place, ears);
      if (isClosed) return await open.close();
      const { last } = await open.readLedger(Number.MAX_SAFE_INTEGER);
      sight = sightFrom(last, performance.now());
      // What began before it was open may have read what nobody tells any more.
      store.clear();
      line = open;
      await beat();
    } catch (err) {
      open?.close().catch(() => undefined);
      if (pause === FIRST_PAUSE) log.warn({ err }, 'no line on which changes are told; nothing is kept meanwhile');
      after(pause, () => void connect(Math.min(2 * pause, LAST_PAUSE)));
    }
  }

  /** Comes back once all other processes have heard what this one has committed; never where one of them is silent. */
  async function askOthers(id: string): Promise<void> {
    const heard = new Set<number>();
    let others: number[] | undefined;
    const all = Promise.withResolvers<void>();
    const check = () => others?.every((pid) => heard.has(pid)) && all.resolve();
    asking.set(id, (pid) => {
      heard.add(pid);
      check();
    });
    others = await line?.call(`ping:${id}`, LEASE + MARGIN);
    check();
    await all.promise;
  }

  async function settle(): Promise<void> {
    store.clear();
    const id = randomUUID();
    const patience = new AbortController();
    // Then no lease is left to whoever hasn't heard.
    const limit = sleep(LEASE + MARGIN, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([askOthers(id).catch(() => limit), limit]);
    patience.abort();
    asking.delete(id);
  }

  await connect(FIRST_PAUSE);
  return {
    isLive: () => {
      const now = performance.now();
      const isResting = now - askedAt >= REST;
      askedAt = now;
      if (now - beaten.steady < LEASE && Date.now() - beaten.wall < LEASE) return line !== null;
      if (isResting) void beat();
      return false;
    },
    settle,
    listen: async () => {
      await beating;
      await beat();
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      const open = line;
      line = null;
      await beating;
      await open?.close();
    },
  };
}
