/** Retries work: transactions that PostgreSQL asks to repeat, and steps of a start until the database answers. */
import pRetry from 'p-retry';
import { SECOND } from '../../../contract/values.ts';
import type { Logger } from '../log/logger.ts';
import type { Database } from './connect.ts';
import { isSerializationFailure, isUnavailable } from './pg-errors.ts';

/**
 * Delays in milliseconds: 10 to 20 before the first retry, then twice as long each time; random, so that two that collided don't collide
 * again.
 */
const RETRY = { retries: 3, minTimeout: 10, factor: 2, randomize: true };

/**
 * Runs `work` in a transaction, and again in a new one if PostgreSQL has rolled it back because of a concurrent one. So `work` must only
 * use the `tx` that it is given, and must not have effects that a rollback doesn't undo.
 */
export function retryTransaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return pRetry(() => db.transaction(work), { ...RETRY, shouldRetry: ({ error }) => isSerializationFailure(error) });
}

const UNTIL_AVAILABLE = { retries: Number.POSITIVE_INFINITY, minTimeout: SECOND / 2, maxTimeout: 5 * SECOND };

/** For work that may be repeated. Repeats it while the database is unavailable, until the signal is aborted: then this rejects. */
export function retryUntilAvailable<T>(work: () => Promise<T>, log: Pick<Logger, 'warn'>, signal?: AbortSignal): Promise<T> {
  return pRetry(work, {
    ...UNTIL_AVAILABLE,
    ...(signal && { signal }),
    shouldRetry: ({ error }) => isUnavailable(error),
    onFailedAttempt: ({ error: err }) => log.warn({ err }, 'the database does not answer; trying again'),
  });
}
