/** What the rules of verify.service.ts read. */
import type { SQL } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { query } from '../database/query.ts';
import type { KeyRange } from './key-ranges.repository.ts';

/** By product and by variant: the sums of their stock movements. */
export type LedgerSums = ReadonlyMap<string, { available: number; reserved: number }>;

/** The data of one moment, whatever is bought meanwhile. */
export interface Snapshot {
  db: Database;
  now: Date;
  /** How many rows a statement reads, some. */
  pieceSize: number;
  /** Of the orders' ids. */
  orderRanges: readonly KeyRange[];
  /** Read once, however many rules ask. */
  readLedger: () => Promise<LedgerSums>;
}

/** `violation` is the only column of the statement. */
export async function listViolations(db: Database, statement: SQL): Promise<string[]> {
  const rows = await query<{ violation: unknown }>(db, statement);
  return rows.map(({ violation }) => String(violation));
}
