/**
 * Single-flight: of many requests for the same key that arrive at once, the first one runs the handler and the others wait for its entry.
 * What changes meanwhile is compared, when the entry is there, with what the entry was made of.
 */
import type { CacheEntry } from './cache-entry.ts';
import { type CatalogChange, type Dependency, EVERYTHING, isAffected } from './catalog-change.ts';
import { idPrefix } from './id-prefixes.ts';

/** What the handler of an in-flight request made. */
export interface InFlightResult {
  entry: CacheEntry;
  /** The number of the first change that it may not show yet: only for requests that arrived before. Infinity where there is none. */
  staleFromChange: number;
}

export interface InFlightRequest {
  readonly key: string;
  readonly startedAt: number;
  /** Null where the response can't be shared, so that each waiting request has to run the handler itself. */
  readonly result: Promise<InFlightResult | null>;
  readonly complete: (entry: CacheEntry | null) => InFlightResult | null;
}

export interface InFlightRequests {
  /** How many changes there have been. A request that arrives must be shown all of them. */
  readonly changeCount: number;
  get: (key: string) => InFlightRequest | undefined;
  /** `dependencies`: what its handler is known to depend on by now; it may add to them while it runs. */
  start: (key: string, dependencies: ReadonlySet<Dependency>) => InFlightRequest;
  recordChange: (change: CatalogChange) => void;
  /** Stock moved by purchases; responses from before may be shown until `freshUntil`. */
  recordMovedStock: (productIds: string[], freshUntil: number) => void;
}

const NO_IDS: ReadonlySet<number> = new Set();

/** Of one request; with more changes than that, everything counts as changed. */
const MAX_RECORDED_CHANGES = 200;

interface Recorder {
  /** The next request of this key needn't wait for a response that is known to be stale already. */
  abandon: () => void;
  dependencies: ReadonlySet<Dependency>;
  changes: { change: CatalogChange; number: number }[];
  /** By id prefix: until when a response from before the move may be shown. */
  movedStock: Map<number, number>;
}

function findStaleFrom({ changes }: Recorder, entry: CacheEntry): number {
  return changes.find(({ change }) => isAffected(entry.dependencies, change))?.number ?? Number.POSITIVE_INFINITY;
}

function findFreshUntil({ movedStock }: Recorder, { dependencies, freshUntil }: CacheEntry): number {
  const ends = [...movedStock].filter(([prefix]) => dependencies.idPrefixes.has(prefix)).map(([, end]) => end);
  return Math.min(freshUntil, ...ends);
}

export function createInFlightRequests(): InFlightRequests {
  const requests = new Map<string, InFlightRequest>();
  const recorders = new Set<Recorder>();
  let changeCount = 0;
  return {
    get changeCount() {
      return changeCount;
    },
    get: (key) => requests.get(key),
    start: (key, dependencies) => {
      const { promise: result, resolve } = Promise.withResolvers<InFlightResult | null>();
      const abandon = () => {
        if (requests.get(key) === inFlight) requests.delete(key);
      };
      const recorder: Recorder = { abandon, dependencies, changes: [], movedStock: new Map() };
      const inFlight: InFlightRequest = {
        key,
        startedAt: performance.now(),
        result,
        complete: (entry) => {
          abandon();
          recorders.delete(recorder);
          if (entry) entry.freshUntil = findFreshUntil(recorder, entry);
          const completed = entry && { entry, staleFromChange: findStaleFrom(recorder, entry) };
          resolve(completed);
          return completed;
        },
      };
      recorders.add(recorder);
      requests.set(key, inFlight);
      return inFlight;
    },
    recordChange: (change) => {
      changeCount += 1;
      for (const { abandon, dependencies, changes } of recorders) {
        if (isAffected({ idPrefixes: NO_IDS, named: dependencies }, change)) abandon();
        if (changes.length < MAX_RECORDED_CHANGES) changes.push({ change, number: changeCount });
        else if (changes.length === MAX_RECORDED_CHANGES) changes.push({ change: EVERYTHING, number: changeCount });
      }
    },
    recordMovedStock: (productIds, freshUntil) => {
      for (const { movedStock } of recorders) {
        for (const prefix of productIds.map(idPrefix)) movedStock.set(prefix, Math.min(freshUntil, movedStock.get(prefix) ?? freshUntil));
      }
    },
  };
}
