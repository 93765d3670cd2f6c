/** All gift cards: found by the end of their code, their order or their recipient, and issued by hand. */
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { exportGiftCards, GIFT_CARD_STATES, type GiftCard, listGiftCards } from '../../../contract/gift-card.ts';
import { SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { api } from '../../api.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { Link } from '../../kit/link.tsx';
import { PercentIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { Badge, type BadgeTone } from '../../kit/status.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { formatDate, formatPrice } from '../../shared/format.ts';
import { DownloadButton } from '../../shared/forms/copy-and-download.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { usePage, usePageCount } from '../../shared/hooks/use-page.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { ActionButton } from '../parts/controls.tsx';
import { IssueDialog } from './issue-dialog.tsx';
import { giftCardPages as words } from './messages.ts';

export const meta = createTitleMeta(words.title);

export const GIFT_CARDS_PATH = '/dashboard/admin/gift-cards';

const PER_PAGE = 20;
const TONES: Record<GiftCard['state'], BadgeTone> = { active: 'good', spent: 'quiet', disabled: 'caution', expired: 'quiet' };

export const StateBadge = ({ state }: Pick<GiftCard, 'state'>) => <Badge tone={TONES[state]}>{words.states[state]}</Badge>;

const COLUMNS: Column<GiftCard>[] = [
  {
    header: words.code,
    cell: ({ _id, lastFour }) => (
      <Link to={`${GIFT_CARDS_PATH}/${_id}`} className="inline-block py-1 tabular-nums font-[600] whitespace-nowrap hover:text-accent">
        {words.name(lastFour)}
      </Link>
    ),
  },
  {
    header: words.recipient,
    cell: ({ recipientName, recipientEmail }) => (
      <span className="block">
        <bdi className="line-clamp-1">{recipientName || recipientEmail || words.nobody}</bdi>
        {recipientName && <bdi className="line-clamp-1 text-small text-soft">{recipientEmail}</bdi>}
      </span>
    ),
  },
  { header: words.status, cell: StateBadge },
  { header: words.created, cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDate(createdAt)}</time> },
  {
    header: words.balance,
    isEndAligned: true,
    cell: ({ balance, initial, currency }) => (
      <span className="tabular-nums">{words.ofInitial(formatPrice(balance, currency), formatPrice(initial, currency))}</span>
    ),
  },
];

export default function GiftCardsPage() {
  const page = usePage();
  const [params, setParams] = useSearchParams();
  const keyword = params.get('keyword') ?? '';
  const state = GIFT_CARD_STATES.find((it) => it === params.get('state'));
  const [isIssuing, setIsIssuing] = useState(false);
  const loaded = useLoad(`gift cards ${page} ${state ?? ''} ${keyword}`, (it, signal) =>
    it(listGiftCards, { query: { page, limit: PER_PAGE, ...(keyword && { keyword }), ...(state && { state }) }, signal }),
  );
  const pages = usePageCount(page, loaded.data);
  const total = loaded.data?.total;
  const filter = (change: Record<string, string>) => {
    const kept = Object.entries({ keyword, state: state ?? '', ...change }).filter(([, value]) => value);
    setParams(Object.fromEntries(kept), { replace: true });
  };
  const toPage = (it: number) => `?${new URLSearchParams({ ...(keyword && { keyword }), ...(state && { state }), page: String(it) })}`;

  return (
    <>
      <DashboardHeader
        title={words.title}
        lead={total !== undefined ? words.count(total) : loaded.error ? '\u00a0' : words.counting}
        actions={
          <>
            <DownloadButton fileName={words.fileName} load={() => api(exportGiftCards)}>
              {words.export}
            </DownloadButton>
            <ActionButton onClick={() => setIsIssuing(true)}>{words.issue}</ActionButton>
          </>
        }
      />
      <form
        className="mb-4 grid gap-3 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          filter({ keyword: String(new FormData(event.currentTarget).get('keyword') ?? '').trim() });
        }}
      >
        <TextField
          key={keyword}
          label={words.find}
          name="keyword"
          type="search"
          placeholder={words.findHint}
          defaultValue={keyword}
          maxLength={SEARCH_MAX_LENGTH}
        />
        <SelectField label={words.status} name="state" value={state ?? ''} onChange={({ target }) => filter({ state: target.value })}>
          <option value="">{words.allStates}</option>
          {GIFT_CARD_STATES.map((it) => (
            <option key={it} value={it}>
              {words.states[it]}
            </option>
          ))}
        </SelectField>
      </form>
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={6} />}>
        {({ cards }) =>
          cards.length ? (
            <>
              <DataTable caption={words.title} columns={COLUMNS} rows={cards} getRowKey={({ _id }) => _id} />
              <Pagination label={words.pages} page={page} pages={pages} to={toPage} />
            </>
          ) : (
            <EmptyState icon={<PercentIcon size={22} />} title={keyword || state ? words.noneFound : words.none}>
              {keyword || state ? words.noneFoundHint : words.noneHint}
            </EmptyState>
          )
        }
      </AsyncContent>
      {isIssuing && <IssueDialog onIssued={() => void loaded.reload()} close={() => setIsIssuing(false)} />}
    </>
  );
}
