/** Transactions that run again where PostgreSQL asks for it. */
import pRetry from 'p-retry';
import type { Database } from './connect.ts';
import { isSerializationFailure } from './pg-errors.ts';

/**
 * Runs `work` in a transaction, and after a deadlock or a serialization failure, which rolled it back, up to three times more. So `work`
 * must do nothing that a rollback doesn't undo, and must use only the `tx` that it is given.
 */
export function retryTransaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return pRetry(() => db.transaction(work), {
    retries: 3,
    minTimeout: 15,
    // Two transactions that failed because of each other should not meet again.
    randomize: true,
    shouldRetry: ({ error }) => isSerializationFailure(error),
  });
}
