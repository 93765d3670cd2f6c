/**
 * Single-flight: of many requests for the same key that arrive at once, the first one runs the handler and the others wait for its entry.
 */
import type { CacheEntry } from './cache-entry.ts';

export interface InFlightRequest {
  readonly key: string;
  /** `store.version` when its handler began: with an older one, its response may be stale. */
  readonly version: number;
  /** The entry that it made; null where its response can't be cached, so that each waiting request has to run the handler itself. */
  readonly result: Promise<CacheEntry | null>;
  readonly complete: (entry: CacheEntry | null) => void;
}

export interface InFlightRequests {
  get: (key: string) => InFlightRequest | undefined;
  start: (key: string, version: number) => InFlightRequest;
}

export function createInFlightRequests(): InFlightRequests {
  const requests = new Map<string, InFlightRequest>();
  return {
    get: (key) => requests.get(key),
    start: (key, version) => {
      const { promise: result, resolve } = Promise.withResolvers<CacheEntry | null>();
      const inFlight: InFlightRequest = {
        key,
        version,
        result,
        complete: (entry) => {
          // After an invalidation, a newer request may have taken its place.
          if (requests.get(key) === inFlight) requests.delete(key);
          resolve(entry);
        },
      };
      requests.set(key, inFlight);
      return inFlight;
    },
  };
}
