import type { ApiKey } from '../../../contract/api-key.ts';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Badge, type BadgeTone } from '../../kit/status.tsx';
import { formatDate } from '../../shared/format.ts';
import { apiKeys as words } from './messages.ts';

const TONES: Record<ApiKey['status'], BadgeTone> = { active: 'good', expired: 'quiet', paused: 'caution' };

interface KeyTableProps {
  keys: ApiKey[];
  revoke: (key: ApiKey) => void;
}

const createColumns = (revoke: KeyTableProps['revoke']): Column<ApiKey>[] => [
  {
    header: words.name,
    cell: ({ name, prefix }) => (
      <span className="block min-w-36">
        <bdi className="line-clamp-2 wrap-anywhere">{name}</bdi>
        <span className="text-small font-normal text-soft tabular-nums">{`${prefix}…`}</span>
      </span>
    ),
  },
  { header: words.scopes, cell: ({ scopes }) => scopes.map((it) => words.scopeTexts[it].name).join(', ') },
  {
    header: words.status,
    cell: ({ status, by }) => (
      <span className="inline-flex flex-col items-start gap-1 max-sm:items-end">
        <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>
        {status === 'paused' && <span className="line-clamp-3 text-small text-soft">{words.paused(by)}</span>}
      </span>
    ),
  },
  {
    header: words.createdBy,
    cell: ({ by, createdAt }) => (
      <span>
        <bdi className="line-clamp-2 wrap-anywhere">{by}</bdi>
        <span className="text-small text-soft">{formatDate(createdAt)}</span>
      </span>
    ),
  },
  { header: words.lastUsed, cell: ({ usedAt }) => (usedAt ? formatDate(usedAt) : words.neverUsed) },
  { header: words.expiry, cell: ({ expiresAt }) => (expiresAt ? formatDate(expiresAt) : words.neverExpires) },
  {
    header: words.action,
    isEndAligned: true,
    cell: (key) => (
      <Button variant="danger-quiet" size="small" aria-label={words.revokeLabel(key.name)} onClick={() => revoke(key)}>
        {words.revoke}
      </Button>
    ),
  },
];

export const KeyTable = ({ keys, revoke }: KeyTableProps) => (
  <DataTable caption={words.title} columns={createColumns(revoke)} rows={keys} getRowKey={({ _id }) => _id} />
);
