/** Links to the previous and next order of the list that the admin came from. */
import type { ReactNode } from 'react';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { readOrderNeighbors } from '../../../contract/order-admin.ts';
import { ChevronIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { buildFilterUrl, type Filter, isFiltered, toFilterQuery } from '../orders/filter.ts';
import { adminOrder as words } from '../orders/messages.ts';

type Neighbor = ReplyOf<typeof readOrderNeighbors>['next'];

/** If they can't be loaded, there are no links, because the list is only a click away. */
export function NeighborLinks({ id, filter }: { id: string; filter: Filter }) {
  const search = isFiltered(filter) ? buildFilterUrl(filter) : '';
  const { data } = useLoad(`order neighbors ${id} ${search}`, (it, signal) =>
    it(readOrderNeighbors, { params: { id }, query: toFilterQuery(filter), signal }),
  );
  return (
    <nav aria-label={words.neighbors} className="mb-1 flex min-h-9 gap-1">
      {data && (
        <>
          <NeighborLink label={words.previous} neighbor={data.previous} search={search}>
            <ChevronIcon className="rotate-90" />
          </NeighborLink>
          <NeighborLink label={words.next} neighbor={data.next} search={search}>
            <ChevronIcon className="-rotate-90" />
          </NeighborLink>
        </>
      )}
    </nav>
  );
}

interface NeighborLinkProps {
  label: string;
  neighbor: Neighbor;
  search: string;
  children: ReactNode;
}

function NeighborLink({ label, neighbor, search, children }: NeighborLinkProps) {
  const className = 'inline-flex size-9 items-center justify-center rounded-control border border-line bg-raised';
  if (!neighbor) {
    return (
      <button type="button" disabled aria-label={label} className={`${className} opacity-45`}>
        {children}
      </button>
    );
  }
  return (
    <Link to={`/dashboard/admin/orders/${neighbor._id}${search}`} aria-label={label} className={`${className} hover:border-edge`}>
      {children}
    </Link>
  );
}
