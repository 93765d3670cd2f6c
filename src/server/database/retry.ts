/** Runs transactions again where PostgreSQL asks for it: after a deadlock or a serialization failure. */
import pRetry from 'p-retry';
import type { Database } from './connect.ts';
import { isSerializationFailure } from './pg-errors.ts';

/** Delays in milliseconds: 10 to 20 before the first retry, then twice as long each time; random, so that two that collided part. */
const RETRY = { retries: 3, minTimeout: 10, factor: 2, randomize: true };

/**
 * Runs `work` in a transaction, and again in a new one if PostgreSQL has rolled it back for the sake of another. So `work` must use
 * only the `tx` that it is given, and must not do anything that a rollback doesn't undo.
 */
export function retryTransaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return pRetry(() => db.transaction(work), { ...RETRY, shouldRetry: ({ error }) => isSerializationFailure(error) });
}
