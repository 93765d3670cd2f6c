/**
 * Single-flight: if several requests for the same key arrive at once, the first one runs the handler and the others wait for its entry.
 * When the entry is there, changes that happened meanwhile are compared with its dependencies.
 */
import type { CacheEntry } from './cache-entry.ts';
import { type CatalogChange, type Dependency, EVERYTHING, isAffected } from './catalog-change.ts';
import { idPrefix } from './id-prefixes.ts';

/** The result of an in-flight request's handler. */
export interface InFlightResult {
  entry: CacheEntry;
  /**
   * The number of the first change that the entry may not show yet: it is only for requests that arrived before. Infinity if there is none.
   */
  staleFromChange: number;
}

export interface InFlightRequest {
  readonly key: string;
  readonly startedAt: number;
  /** Null if the response can't be shared, so that each waiting request has to run the handler itself. */
  readonly result: Promise<InFlightResult | null>;
  readonly complete: (entry: CacheEntry | null) => InFlightResult | null;
}

export interface InFlightRequests {
  /** How many changes there have been. A request must be shown all changes from before its arrival. */
  readonly changeCount: number;
  get: (key: string) => InFlightRequest | undefined;
  /** `dependencies`: those of the handler that are known so far; it may add more while it runs. */
  start: (key: string, dependencies: ReadonlySet<Dependency>) => InFlightRequest;
  recordChange: (change: CatalogChange) => void;
  /** Stock moved by purchases; responses from before may be shown until `freshUntil`. */
  recordMovedStock: (productIds: string[], freshUntil: number) => void;
}

const NO_IDS: ReadonlySet<number> = new Set();

/** Per request; after more changes than this, everything counts as changed. */
const MAX_RECORDED_CHANGES = 200;

interface Recorder {
  /** The next request for this key needn't wait for a response that is known to be stale. */
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
