import { useEffect, useRef } from 'react';
import type { SearchSort } from '../../../contract/product.ts';
import { home, listing } from '../../shared/messages/home.ts';

interface SortSelectProps<S extends SearchSort> {
  sorts: readonly S[];
  sort: S;
  onSort: (sort: S) => void;
  /** Id of the form that submits the select without JavaScript. */
  form: string;
}

/** Applies on change. Without JavaScript there is an Apply button. */
export function SortSelect<S extends SearchSort>({ sorts, sort, onSort, form }: SortSelectProps<S>) {
  const select = useRef<HTMLSelectElement>(null);

  // An uncontrolled select doesn't follow the back and forward buttons by itself.
  useEffect(() => {
    if (select.current) select.current.value = sort;
  }, [sort]);

  return (
    <span className="flex items-center gap-2">
      <select
        ref={select}
        name="sort"
        form={form}
        defaultValue={sort}
        aria-label={listing.sort}
        onChange={(event) => {
          const chosen = sorts[event.target.selectedIndex];
          if (chosen) onSort(chosen);
        }}
        className="sort-select"
      >
        {sorts.map((it) => (
          <option key={it} value={it}>
            {listing.sorts[it]}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" form={form} className="min-h-10 rounded-control border border-line bg-raised px-3">
          {home.apply}
        </button>
      </noscript>
    </span>
  );
}
