/** The notices about imported products, filtered by kind, a hundred at a time. */
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { IMPORT_NOTICES_SHOWN } from '../../../contract/limits.ts';
import { readProductImport } from '../../../contract/product-import.ts';
import { IMPORT_NOTICES, type ImportNotice, type ImportNoticeKind } from '../../../contract/product-import-fields.ts';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Badge } from '../../kit/status.tsx';
import { formatCount } from '../../shared/format.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { LoadFailed } from '../../shared/site-layout/error-page.tsx';
import type { Loaded } from './import-steps.tsx';
import { productImport as words } from './messages.ts';

/** How many are shown at first, so that what follows stays in sight. */
const SHOWN = 10;

const TONES = { no_stock: 'caution', no_image: 'caution', hidden: 'caution', guessed: 'accent', cut: 'quiet', dropped: 'quiet' } as const;

type Numbered = ImportNotice & { key: string };

const COLUMNS: Column<Numbered>[] = [
  {
    header: words.row,
    cell: ({ row }) => (
      <span className="tabular-nums">
        <span className="sm:hidden">{words.row} </span>
        {row}
      </span>
    ),
  },
  { header: words.product, cell: ({ name }) => <bdi className="wrap-anywhere">{name || '–'}</bdi> },
  { header: words.noticeKind, cell: ({ kind }) => <Badge tone={TONES[kind]}>{words.noticeKinds[kind]}</Badge> },
];

/** `allowed`: null where hosts can't be allowed any more. */
const toNoticeColumn = (allowed: readonly string[] | null, allowHost: (host: string) => void): Column<Numbered> => ({
  header: words.notice,
  cell: ({ column, reason, host }) => (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere max-sm:justify-end">
      {column ? `${column}: ${reason}` : reason}
      {host &&
        allowed &&
        (allowed.includes(host) ? (
          <Badge tone="good">{words.hostAllowed}</Badge>
        ) : (
          <Button variant="secondary" size="small" onClick={() => allowHost(host)}>
            {words.allowHost(host)}
          </Button>
        ))}
    </span>
  ),
});

interface NoticeListProps {
  id: string;
  notices: ImportNotice[];
  counts: Loaded['noticeCounts'];
  /** Hosts from which images are to be fetched; absent: the import has begun. */
  hosts?: { allowed: readonly string[]; allow: (host: string) => void };
}

export function NoticeList({ id, notices, counts, hosts }: NoticeListProps) {
  const [params, setParams] = useSearchParams();
  const kind = IMPORT_NOTICES.find((it) => it === params.get('notice')) ?? null;
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1);
  const [isWhole, setIsWhole] = useState(false);
  const isFirst = kind === null && page === 1;
  const loaded = useLoad(`notices ${id} ${kind} ${page}`, async (api, signal) => {
    if (isFirst) return null;
    return (await api(readProductImport, { params: { id }, query: { ...(kind && { notice: kind }), noticePage: page }, signal })).notices;
  });
  const total = counts.reduce((sum, it) => sum + it.count, 0);
  if (!total) return null;
  const count = kind === null ? total : (counts.find((it) => it.kind === kind)?.count ?? 0);
  const pages = Math.ceil(count / IMPORT_NOTICES_SHOWN);
  const found = isFirst ? notices : (loaded.data ?? []);
  const all = found.map((it, index) => ({ ...it, key: `${page} ${index}` }));
  const rows = isWhole || page > 1 ? all : all.slice(0, SHOWN);
  const toPage = (to: number) => `?${new URLSearchParams({ ...(kind && { notice: kind }), page: String(to) })}`;
  const choose = (to: ImportNoticeKind | null) => {
    setIsWhole(false);
    setParams(to === null ? {} : { notice: to }, { preventScrollReset: true, replace: true });
  };
  return (
    <Panel title={words.notices(total)} hint={words.noticesHint}>
      <fieldset className="mb-4 flex flex-wrap gap-2">
        <legend className="sr-only">{words.noticeFilter}</legend>
        {[{ kind: null, count: total }, ...counts].map((it) => (
          <button
            key={it.kind}
            type="button"
            aria-pressed={it.kind === kind}
            onClick={() => choose(it.kind)}
            className="min-h-9 rounded-full border border-line px-3.5 text-small text-soft hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-ground aria-pressed:font-[560] aria-pressed:text-accent"
          >
            {it.kind === null ? words.allNotices : words.noticeKinds[it.kind]} <span className="tabular-nums">{formatCount(it.count)}</span>
          </button>
        ))}
      </fieldset>
      {loaded.error !== null && !isFirst ? (
        <LoadFailed error={loaded.error} retry={() => void loaded.reload()} />
      ) : (
        <DataTable
          caption={words.noticeTable}
          columns={[...COLUMNS, toNoticeColumn(hosts?.allowed ?? null, (host) => hosts?.allow(host))]}
          rows={rows}
          getRowKey={({ key }) => key}
          narrowLayout="list"
          isInPanel
        />
      )}
      {rows.length < all.length && (
        <Button variant="secondary" className="mt-4" onClick={() => setIsWhole(true)}>
          {words.showAll(all.length)}
        </Button>
      )}
      {pages > 1 && (isWhole || page > 1) && (
        <Pagination page={page} pages={pages} label={words.noticeTable} onPageChange={() => undefined} to={toPage} />
      )}
    </Panel>
  );
}
