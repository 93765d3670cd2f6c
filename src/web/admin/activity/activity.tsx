/** Who did what: changes and security events, newest first, for owners. */
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type AuditEntry, exportAuditEntries, listAuditEntries } from '../../../contract/audit.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { HistoryIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { Badge } from '../../kit/status.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader, FullWidth } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { DownloadButton } from '../../shared/forms/copy-and-download.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { useShop } from '../../shared/shop-data.ts';
import { useKeysetPagination, useKeysetQuery } from '../parts/list-controls.tsx';
import { formatDateTime } from '../parts/values.ts';
import { OwnerPage } from '../team/team-role.tsx';
import { ActivityFilter, buildActivityUrl, readFilter } from './activity-filter.tsx';
import { describeChanges } from './describe-changes.ts';
import { ActorName, describeObject, EntryDialog } from './entry-dialog.tsx';
import { audit as words } from './messages.ts';

export const meta = createTitleMeta(words.title);

const PER_PAGE = 30;
/** How many changes of an entry the list shows; its details show all. */
const SHOWN_CHANGES = 2;

function Changes({ entry }: { entry: AuditEntry }) {
  const changes = describeChanges(entry.changes, { type: entry.object.type, categories: useShop().categories, currency: entry.currency });
  if (changes.length === 0 || (entry.action !== 'updated' && entry.kind !== 'security')) return words.nothing;
  const more = changes.length - SHOWN_CHANGES;
  return (
    <span className="block min-w-0 text-small sm:max-w-64 min-[75rem]:max-w-md">
      {changes.slice(0, SHOWN_CHANGES).map(({ field, before, after, isHidden }) => (
        <span key={field} className="line-clamp-1 wrap-anywhere">
          <span className="text-soft">{field}: </span>
          {isHidden ? words.hidden : `${before} → ${after}`}
        </span>
      ))}
      {more > 0 && <span className="text-soft">{words.more(more)}</span>}
    </span>
  );
}

const createColumns = (view: (entry: AuditEntry) => void): Column<AuditEntry>[] => [
  {
    header: words.what,
    cell: (entry) => (
      <span className="flex min-w-0 flex-col items-start gap-0.5">
        {entry.kind === 'security' ? (
          <Badge tone="caution">{words.action(entry.action)}</Badge>
        ) : (
          <span className="text-small text-soft">{words.action(entry.action)}</span>
        )}
        <bdi className="line-clamp-2 wrap-anywhere">{describeObject(entry)}</bdi>
      </span>
    ),
  },
  { header: words.changes, cell: (entry) => <Changes entry={entry} /> },
  { header: words.who, cell: ({ actor }) => <ActorName actor={actor} /> },
  {
    header: words.when,
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="tabular-nums min-[75rem]:whitespace-nowrap">
        {formatDateTime(createdAt)}
      </time>
    ),
  },
  {
    header: words.details,
    isEndAligned: true,
    cell: (entry) => (
      <Button
        variant="quiet"
        size="small"
        aria-label={words.detailsLabel(describeObject(entry), formatDateTime(entry.createdAt))}
        onClick={() => view(entry)}
      >
        {words.details}
      </Button>
    ),
  },
];

export default function ActivityPage() {
  return (
    <OwnerPage title={words.title} icon={<HistoryIcon size={22} />}>
      <ActivityLog />
    </OwnerPage>
  );
}

function ActivityLog() {
  const filter = readFilter(useSearchParams()[0]);
  const listQuery = useKeysetQuery();
  const [viewed, setViewed] = useState<AuditEntry | null>(null);
  const query = { ...filter, ...listQuery, limit: PER_PAGE };
  const loaded = useLoad(`activity ${JSON.stringify(query)}`, async (it, signal) => {
    const found = await it(listAuditEntries, { query, signal });
    return { ...found, ids: found.entries.map(({ _id }) => _id) };
  });
  const { pages, to } = useKeysetPagination(listQuery.page, loaded.data, (page) => buildActivityUrl(filter, page));
  const handleRestored = () => {
    setViewed(null);
    void loaded.reload();
  };
  return (
    <FullWidth>
      <DashboardHeader
        title={words.title}
        lead={<span role="status">{loaded.data ? words.count(loaded.data) : loaded.error ? '\u00a0' : words.counting}</span>}
        actions={
          <DownloadButton fileName={words.fileName} load={() => api(exportAuditEntries, { query: filter })}>
            {words.export}
          </DownloadButton>
        }
      />
      <ActivityFilter filter={filter} />
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={10} />}>
        {({ entries, total }) =>
          total === 0 ? (
            <EmptyState icon={<HistoryIcon size={22} />} title={words.none}>
              {words.noneHint}
            </EmptyState>
          ) : (
            <>
              <DataTable caption={words.title} columns={createColumns(setViewed)} rows={entries} getRowKey={({ _id }) => _id} />
              <Pagination label={words.pages} page={listQuery.page} pages={pages} to={to} />
            </>
          )
        }
      </AsyncContent>
      {viewed && <EntryDialog entry={viewed} onRestored={handleRestored} close={() => setViewed(null)} />}
    </FullWidth>
  );
}
