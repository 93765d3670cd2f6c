import type { AuditEntry, AuditFilter } from '../../../../contract/audit.ts';
import { toZonedTime } from '../../../../contract/time-zone.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { KeysetQuery } from '../../../platform/database/keyset-pagination.ts';
import type { ReadFromReplica } from '../../../platform/database/replica.ts';
import { writeCsvRow } from '../../../platform/http/csv.ts';
import { countSecurityEvent } from '../../../platform/monitoring/counters.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import * as repository from './audit.repository.ts';
import { type SealedEntry, sealEntries } from './audit.repository.ts';

const EXPORT_BATCH = 200;

export function listEntries(db: Database, { page, limit, after, before, ...filter }: AuditFilter & KeysetQuery) {
  const listQuery = { ...(page && { page }), ...(limit && { limit }), ...(after && { after }), ...(before && { before }) };
  return repository.listEntries(db, filter, listQuery);
}

const COLUMNS = [
  'time',
  'kind',
  'action',
  'actor_kind',
  'actor',
  'actor_id',
  'network',
  'request_id',
  'object_type',
  'object',
  'object_id',
  'part',
  'field',
  'before',
  'after',
  'position',
  'seal',
];

const toCell = (value: unknown): string => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));

/** A line for each changed field; an entry without any gets one line with empty cells. */
function toLines(entry: AuditEntry, timeZone: string): string {
  const { actor, object } = entry;
  const who = [actor.kind, actor.name ?? '', actor._id ?? '', entry.network ?? '', entry.requestId ?? ''];
  const head = [toZonedTime(new Date(entry.createdAt), timeZone), entry.kind, entry.action, ...who];
  const what = [object.type, object.name ?? '', object._id, entry.part ?? ''];
  const changes = entry.changes.length ? entry.changes : [{ field: '', before: null, after: null, hidden: false }];
  return changes
    .map(({ field, before, after, hidden }) => {
      const values = hidden ? ['(hidden)', '(hidden)'] : [toCell(before), toCell(after)];
      return writeCsvRow([...head, ...what, field, ...values, entry.position ?? '', entry.seal ?? '']);
    })
    .join('');
}

/** Times are of the shop's clocks. Read and sent batch by batch, so that a long log takes no more memory than a page. */
export async function* exportEntries(read: ReadFromReplica, filter: AuditFilter): AsyncGenerator<string> {
  const { timeZone } = await read(readShopDetails);
  yield writeCsvRow(COLUMNS);
  for await (const entries of repository.walkEntries(read, filter, EXPORT_BATCH))
    yield entries.map((entry) => toLines(entry, timeZone)).join('');
}

/** The job that adds new entries of the audit log to its chain of hashes. */

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
