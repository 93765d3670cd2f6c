/** What a customer bought in the merchant's former shop. */
import { listImportedOrders } from '../../../../contract/imported-order.ts';
import { Link } from '../../../kit/link.tsx';
import { Pagination } from '../../../kit/pagination.tsx';
import { Panel } from '../../../kit/panel.tsx';
import { formatDate, formatPrice } from '../../../shared/format.ts';
import { useLoad } from '../../../shared/hooks/use-load.ts';
import { usePage, usePageCount } from '../../../shared/hooks/use-page.ts';
import { importedOrders as words } from '../../../shared/messages/imported-orders.ts';

const PER_PAGE = 10;

/** Nothing where there are none, and while they are loading. */
export function FormerOrders({ id }: { id: string }) {
  const page = usePage();
  const { data } = useLoad(`imported orders of ${id} ${page}`, (it, signal) =>
    it(listImportedOrders, { query: { customer: id, page, limit: PER_PAGE }, signal }),
  );
  const pages = usePageCount(page, data);
  if (!data?.total) return null;
  return (
    <Panel title={words.title} hint={words.lead}>
      <ul className="divide-y divide-line">
        {data.orders.map(({ _id, number, placedAt, status, total, currency }) => (
          <li key={_id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
            <Link to={`/dashboard/admin/orders/imported/${_id}`} className="font-[560] tabular-nums wrap-anywhere hover:text-accent">
              {number}
            </Link>
            <time dateTime={placedAt} className="tabular-nums text-small text-soft">
              {formatDate(placedAt)}
            </time>
            <span className="text-small text-soft wrap-anywhere">{status}</span>
            <span className="ml-auto tabular-nums">{formatPrice(total, currency)}</span>
          </li>
        ))}
      </ul>
      <Pagination label={words.pages} page={page} pages={pages} to={(it) => `?page=${it}`} />
    </Panel>
  );
}
