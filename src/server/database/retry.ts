/** Transactions that run again where PostgreSQL itself asks for it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './connect.ts';
import { isSerializationFailure } from './pg-errors.ts';

const MAX_RETRIES = 3;

/**
 * Runs `work` in a transaction; after a deadlock or a serialization failure (nothing of it was kept) once more,
 * three times at most. `work` must do nothing that a rollback doesn't undo, and must use only the `tx` it is given.
 */
export async function retryTransaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (!isSerializationFailure(error) || retries >= MAX_RETRIES) throw error;
      // Random, so that two who met once don't meet again.
      await sleep(Math.random() * 25 * 2 ** retries);
    }
  }
}
