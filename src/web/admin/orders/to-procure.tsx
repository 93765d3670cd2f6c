/** What was sold below zero: how many of each variant are owed, to which orders, promised when. */
import { exportToProcure, listToProcure, type OwedItem } from '../../../contract/procurement.ts';
import { api } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Link } from '../../kit/link.tsx';
import { BoxIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { BackLink, DashboardHeader, FullWidth } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { formatCount, formatDate } from '../../shared/format.ts';
import { DownloadButton } from '../../shared/forms/copy-and-download.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { bundle } from '../../shared/messages/bundle.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { ORDERS_PATH } from '../layout/nav-items.tsx';
import { adminOrder, toProcure as words } from './messages.ts';
import { OrderLink } from './order-links.tsx';

export const meta = createTitleMeta(words.title);

/** So many orders stand in a row; the file has all. */
const ORDERS_SHOWN = 5;

function WaitingOrders({ orders }: Pick<OwedItem, 'orders'>) {
  const left = orders.length - ORDERS_SHOWN;
  return (
    <ul className="grid gap-1.5">
      {orders.slice(0, ORDERS_SHOWN).map((order) => (
        <li key={order._id} className="flex flex-wrap items-baseline gap-x-2">
          <span className="tabular-nums">{words.pieces(order.pieces)}</span>
          <OrderLink order={order} />
          <time dateTime={order.placedAt} className="tabular-nums text-small text-soft">
            {formatDate(order.placedAt)}
          </time>
          <span className="text-small text-soft">
            {[order.bundle && bundle.through(order.bundle), order.promise ?? words.nothingPromised].filter(Boolean).join(', ')}
          </span>
        </li>
      ))}
      {left > 0 && <li className="text-small text-soft">{words.more(left)}</li>}
    </ul>
  );
}

const COLUMNS: Column<OwedItem>[] = [
  {
    header: words.product,
    cell: ({ slug, name, options, sku }) => (
      <span className="block min-w-0">
        <Link to={`/dashboard/admin/update-product/${slug}`} className="font-[560] hover:text-accent">
          <bdi className="line-clamp-2">{name}</bdi>
        </Link>
        {options && <span className="block text-small">{options}</span>}
        {sku && <bdi className="block text-small wrap-anywhere text-soft">{sku}</bdi>}
      </span>
    ),
  },
  { header: words.owed, isEndAligned: true, cell: ({ owed }) => <strong className="font-[600]">{formatCount(owed)}</strong> },
  { header: words.inStock, isEndAligned: true, cell: ({ onHand }) => formatCount(onHand) },
  { header: words.waiting, isBelowHeader: true, cell: ({ orders }) => <WaitingOrders orders={orders} /> },
];

export default function ToProcurePage() {
  const loaded = useLoad('to procure', (it, signal) => it(listToProcure, { signal }));
  const { data } = loaded;
  return (
    <FullWidth>
      <BackLink to={ORDERS_PATH}>{adminOrder.backToList}</BackLink>
      <DashboardHeader
        title={words.title}
        lead={<span role="status">{data ? words.lead(data.pieces, data.total) : words.counting}</span>}
        actions={
          Boolean(data?.total) && (
            <DownloadButton fileName={words.fileName} load={() => api(exportToProcure)}>
              {words.export}
            </DownloadButton>
          )
        }
      />
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={5} />}>
        {({ items }) =>
          items.length ? (
            <DataTable caption={words.title} columns={COLUMNS} rows={items} getRowKey={({ product, variant }) => variant ?? product} />
          ) : (
            <EmptyState
              icon={<BoxIcon size={22} />}
              title={words.none}
              actions={
                <LinkButton to={ORDERS_PATH} variant="secondary">
                  {words.orders}
                </LinkButton>
              }
            >
              {words.noneHint}
            </EmptyState>
          )
        }
      </AsyncContent>
    </FullWidth>
  );
}
