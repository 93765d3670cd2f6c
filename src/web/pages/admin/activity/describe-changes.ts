/** Changes of an entry as people read them. */
import type { AuditEntry } from '../../../../contract/audit.ts';
import { isRecord } from '../../../../contract/is-record.ts';
import { toDollars } from '../../../../contract/money.ts';
import { formatPrice } from '../../../format.ts';
import { audit as words } from '../../../messages/audit.ts';

export interface DescribedChange {
  field: string;
  before: string;
  after: string;
  isHidden: boolean;
}

function describeValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return words.nothing;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number' && field.endsWith('_cents')) return formatPrice(toDollars(value));
  if (Array.isArray(value) && value.every((it) => typeof it === 'string')) return value.join(', ') || words.nothing;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A setting is a single value, so its changed fields are shown instead. */
function splitObjects(change: AuditEntry['changes'][number]): AuditEntry['changes'] {
  const { before, after } = change;
  if (!(isRecord(before) || before === null) || !(isRecord(after) || after === null) || (before ?? after) === null) return [change];
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null, hidden: false }))
    .filter((it) => JSON.stringify(it.before) !== JSON.stringify(it.after));
}

export function describeChanges({ changes }: Pick<AuditEntry, 'changes'>): DescribedChange[] {
  return changes.flatMap(splitObjects).map(({ field, before, after, hidden }) => ({
    field: words.field(field),
    before: describeValue(field, before),
    after: describeValue(field, after),
    isHidden: hidden,
  }));
}
