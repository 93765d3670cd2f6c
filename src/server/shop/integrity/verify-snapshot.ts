/** The data that the rules of verify.service.ts read. */
import type { SQL } from 'drizzle-orm';
import type { Database } from '../../platform/database/connect.ts';
import { query } from '../../platform/database/query.ts';
import type { KeyRange } from './verify-pieces.repository.ts';

/** By product and by variant: the sums of their stock movements. */
export type LedgerSums = ReadonlyMap<string, { available: number; reserved: number }>;

/** A snapshot, so that all data is of the same moment. */
export interface Snapshot {
  db: Database;
  now: Date;
  /** About how many rows one statement reads. */
  pieceSize: number;
  /** Ranges of the orders' ids. */
  orderRanges: readonly KeyRange[];
  /** Read once, however many rules use it. */
  readLedger: () => Promise<LedgerSums>;
}

/** The statement has a single column, `violation`. */
export async function listViolations(db: Database, statement: SQL): Promise<string[]> {
  const rows = await query<{ violation: unknown }>(db, statement);
  return rows.map(({ violation }) => String(violation));
}
