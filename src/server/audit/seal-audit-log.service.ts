/** The job that chains what was written to the audit log since. */
import type { Database } from '../database/connect.ts';
import { countSecurityEvent } from '../telemetry/counters.ts';
import { type SealedEntry, sealEntries } from './audit-chain.repository.ts';

/** Rows of one transaction, a moment's work. */
const PAGE = 500;

/** Each security event passes through here once, whoever wrote it: so here they are counted. */
export async function sealAuditLog(db: Database, signal?: AbortSignal): Promise<void> {
  let sealed: SealedEntry[];
  do {
    sealed = await sealEntries(db, PAGE);
    for (const { kind, action } of sealed) if (kind === 'security') countSecurityEvent(action);
  } while (sealed.length === PAGE && !signal?.aborted);
}
