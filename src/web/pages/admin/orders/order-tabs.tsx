/** The lists that an admin works through, each a link that keeps keyword and period. */
import type { OrderFilter } from '../../../../contract/order.ts';
import { adminOrders as words } from '../../../messages/admin-orders.ts';
import { Link } from '../../../ui/link.tsx';
import { buildFilterUrl, type Filter } from './filter.ts';

const TABS = [null, 'paid', 'pending', 'review', 'requested'] as const satisfies (OrderFilter | null)[];

export function OrderTabs({ filter }: { filter: Filter }) {
  return (
    <nav aria-label={words.tabs.label} className="-mx-5 mb-4 overflow-x-auto px-5 [scrollbar-width:none] md:mx-0 md:px-0">
      <ul className="flex min-w-max gap-1 border-b border-line">
        {TABS.map((status) => (
          <li key={status}>
            <Link
              to={buildFilterUrl({ ...filter, status })}
              preventScrollReset
              aria-current={status === filter.status ? 'page' : undefined}
              className="-mb-px inline-flex min-h-10 items-center border-b-2 border-transparent px-3 whitespace-nowrap text-soft -outline-offset-2 hover:text-ink aria-[current]:border-accent aria-[current]:font-[560] aria-[current]:text-ink"
            >
              {words.tabs[status ?? 'all']}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
