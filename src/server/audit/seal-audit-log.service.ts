/** The job that chains what was written to the audit log since. */
import type { Database } from '../database/connect.ts';
import { sealEntries } from './audit-chain.repository.ts';

/** Rows of one transaction, a moment's work. */
const PAGE = 500;

export async function sealAuditLog(db: Database, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await sealEntries(db, PAGE)).length === PAGE);
}
