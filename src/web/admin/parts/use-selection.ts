import { useState } from 'react';
import { BULK_IDS_MAX } from '../../../contract/limits.ts';

export interface Selection<Filter> {
  count: number;
  /** All that match the filter, on whichever page. */
  isAll: boolean;
  has: (id: string) => boolean;
  toggle: (ids: string[], isSelected: boolean) => void;
  selectAll: () => void;
  clear: () => void;
  /** The selection as a bulk change sends it. */
  toBulk: () => { ids: string[]; filter?: never } | { filter: Filter; ids?: never };
}

const NONE: ReadonlySet<string> = new Set();

/** The selected rows of a list: kept across pages, until the filter changes, which shows other rows. */
export function useSelection<Filter>(filter: Filter): Selection<Filter> {
  const filterKey = JSON.stringify(filter);
  const [state, setState] = useState({ filterKey, ids: NONE, isAll: false });
  const { ids, isAll } = state.filterKey === filterKey ? state : { ids: NONE, isAll: false };
  const select = (selected: ReadonlySet<string>, isEverything = false) => setState({ filterKey, ids: selected, isAll: isEverything });

  return {
    count: ids.size,
    isAll,
    has: (id) => isAll || ids.has(id),
    toggle: (changed, isSelected) => {
      const rest = [...ids].filter((it) => !changed.includes(it));
      select(new Set(isSelected ? [...rest, ...changed].slice(0, BULK_IDS_MAX) : rest));
    },
    selectAll: () => select(ids, true),
    clear: () => select(NONE),
    toBulk: () => (isAll ? { filter } : { ids: [...ids] }),
  };
}
