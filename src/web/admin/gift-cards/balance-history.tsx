/** The entries of a gift card or of a customer's store credit, the newest first. */
import type { AdminBalanceEntry } from '../../../contract/gift-card.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Link } from '../../kit/link.tsx';
import { formatPrice } from '../../shared/format.ts';
import { ORDERS_PATH } from '../layout/nav-items.tsx';
import { formatDateTime } from '../parts/values.ts';
import { giftCardPages as words } from './messages.ts';

const createColumns = (currency: string): Column<AdminBalanceEntry>[] => [
  {
    header: words.what,
    cell: ({ kind, order, orderNumber, reason, at }) => (
      <span className="block">
        <span className="font-[560]">{words.entries[kind]}</span>
        {order && (
          <>
            {' '}
            <Link to={`${ORDERS_PATH}/${order}`} className="tabular-nums text-accent underline underline-offset-4">
              {orderNumber === undefined ? words.order : `#${orderNumber}`}
            </Link>
          </>
        )}
        <span className="block text-small text-soft">
          <time dateTime={at}>{formatDateTime(at)}</time>
        </span>
        {reason && <bdi className="block text-small wrap-anywhere text-soft">{reason}</bdi>}
      </span>
    ),
  },
  { header: words.by, cell: ({ by }) => <bdi className="line-clamp-1">{by}</bdi> },
  {
    header: words.change,
    isEndAligned: true,
    cell: ({ amount }) => (
      <span className="tabular-nums">{amount > 0 ? `+${formatPrice(amount, currency)}` : formatPrice(amount, currency)}</span>
    ),
  },
];

interface BalanceHistoryProps {
  entries: AdminBalanceEntry[];
  currency: string;
  caption: string;
  /** In a narrow column, where the names of the team have no room. */
  isNarrow?: boolean;
}

export function BalanceHistory({ entries, currency, caption, isNarrow = false }: BalanceHistoryProps) {
  const rows = entries.map((entry, index) => ({ ...entry, index }));
  return (
    <DataTable
      caption={caption}
      columns={createColumns(currency).filter(({ header }) => !isNarrow || header !== words.by)}
      rows={rows}
      getRowKey={({ index }) => String(index)}
      narrowLayout="list"
      isInPanel
    />
  );
}
