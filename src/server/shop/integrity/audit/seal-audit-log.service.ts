/** The job that adds new entries of the audit log to its chain of hashes. */
import type { Database } from '../../../platform/database/connect.ts';
import { countSecurityEvent } from '../../../platform/monitoring/counters.ts';
import { type SealedEntry, sealEntries } from './audit.repository.ts';

/** Entries per transaction, which then takes a moment. */
const PAGE = 500;

/** Counts security events for metrics, because each passes through here exactly once, whichever process wrote it. */
export async function sealAuditLog(db: Database, signal?: AbortSignal): Promise<void> {
  let sealed: SealedEntry[];
  do {
    sealed = await sealEntries(db, PAGE);
    for (const { kind, action } of sealed) if (kind === 'security') countSecurityEvent(action);
  } while (sealed.length === PAGE && !signal?.aborted);
}
