/** All invoices and credit notes of a period, each as PDF and all as CSV for bookkeeping. */
import { useSearchParams } from 'react-router';
import { downloadAnyDocument, exportDocuments, type ListedDocument, listDocuments } from '../../../contract/documents.ts';
import { api } from '../../api.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { TextField } from '../../kit/field.tsx';
import { Link } from '../../kit/link.tsx';
import { PageIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { BackLink, DashboardHeader, FullWidth } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { formatDate, formatPrice } from '../../shared/format.ts';
import { DownloadButton } from '../../shared/forms/copy-and-download.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { orderDocuments as words } from '../../shared/messages/order-documents.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { ORDERS_PATH } from '../layout/nav-items.tsx';
import { adminOrder } from '../orders/messages.ts';
import { useKeysetPagination, useKeysetQuery } from '../parts/list-controls.tsx';

export const meta = createTitleMeta(words.documents);

const PER_PAGE = 20;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const COLUMNS: Column<ListedDocument>[] = [
  {
    header: words.number,
    cell: ({ number, kind, corrects }) => (
      <span className="block">
        <span className="tabular-nums font-[560] whitespace-nowrap">{number}</span>
        <span className="block text-small text-soft">{corrects ? words.corrects(corrects) : words.kinds[kind]}</span>
      </span>
    ),
  },
  { header: words.date, cell: ({ date }) => <time dateTime={date}>{formatDate(`${date}T12:00:00Z`)}</time> },
  {
    header: words.order,
    cell: ({ order }) => (
      <Link to={`${ORDERS_PATH}/${order._id}`} className="tabular-nums hover:text-accent">
        #{order.number}
      </Link>
    ),
  },
  { header: words.customer, cell: ({ customer }) => <bdi className="line-clamp-1">{customer}</bdi> },
  { header: words.net, isEndAligned: true, cell: ({ kind, net, currency }) => formatPrice(kind === 'invoice' ? net : -net, currency) },
  { header: words.tax, isEndAligned: true, cell: ({ kind, tax, currency }) => formatPrice(kind === 'invoice' ? tax : -tax, currency) },
  {
    header: words.gross,
    isEndAligned: true,
    cell: ({ kind, gross, currency }) => formatPrice(kind === 'invoice' ? gross : -gross, currency),
  },
  {
    header: words.file,
    isEndAligned: true,
    cell: ({ _id, number }) => (
      <DownloadButton
        size="small"
        fileName={`${number.replace(/\//g, '-')}.pdf`}
        load={() => api(downloadAnyDocument, { params: { id: _id } })}
      >
        {words.pdf}
      </DownloadButton>
    ),
  },
];

interface Period {
  from?: string;
  to?: string;
}

function readPeriod(search: URLSearchParams): Period {
  const [from = '', to = ''] = [search.get('from') ?? '', search.get('to') ?? ''];
  return { ...(DAY.test(from) && { from }), ...(DAY.test(to) && { to }) };
}

const buildUrl = (period: Period, page = 1): string => `?${new URLSearchParams({ ...period, ...(page > 1 && { page: String(page) }) })}`;

export default function DocumentsPage() {
  const [search, setSearch] = useSearchParams();
  const period = readPeriod(search);
  const listQuery = useKeysetQuery();
  const loaded = useLoad(`documents ${JSON.stringify([listQuery, period])}`, async (it, signal) => {
    const found = await it(listDocuments, { query: { ...listQuery, limit: PER_PAGE, ...period }, signal });
    return { ...found, ids: found.documents.map(({ _id }) => _id) };
  });
  const { pages, to } = useKeysetPagination(listQuery.page, loaded.data, (it) => buildUrl(period, it));
  const change = (name: keyof Period, value: string) => {
    const { [name]: _before, ...others } = period;
    setSearch(buildUrl({ ...others, ...(value && { [name]: value }) }), { preventScrollReset: true });
  };
  return (
    <FullWidth>
      <BackLink to={ORDERS_PATH}>{adminOrder.backToList}</BackLink>
      <DashboardHeader
        title={words.documents}
        lead={words.documentsLead}
        actions={
          <DownloadButton fileName={words.csvName} load={() => api(exportDocuments, { query: period })}>
            {words.csv}
          </DownloadButton>
        }
      />
      <div className="mb-4 flex flex-wrap gap-4">
        <TextField type="date" label={words.from} value={period.from ?? ''} onChange={(event) => change('from', event.target.value)} />
        <TextField type="date" label={words.to} value={period.to ?? ''} onChange={(event) => change('to', event.target.value)} />
      </div>
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={8} />}>
        {({ documents }) =>
          documents.length ? (
            <>
              <DataTable caption={words.documents} columns={COLUMNS} rows={documents} getRowKey={({ _id }) => _id} />
              <Pagination label={words.pages} page={listQuery.page} pages={pages} to={to} />
            </>
          ) : (
            <EmptyState icon={<PageIcon size={22} />} title={words.noDocuments}>
              {words.noDocumentsHint}
            </EmptyState>
          )
        }
      </AsyncContent>
    </FullWidth>
  );
}
