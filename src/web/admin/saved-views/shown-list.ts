/** What a saved view keeps of a list, and the view that the list opens with. */
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ViewList } from '../../../contract/saved-view.ts';
import { readOpensWith } from '../../state/admin-area.ts';

/** What a list shows: the part of its URL that a view keeps, and its columns in their order. */
export interface ShownList {
  list: ViewList;
  /** Filters and sorting as the list's own URL has them, without the question mark: the same for the same list. */
  query: string;
  columns: readonly string[];
  /** What a saved query is as this version's list writes it. */
  normalize: (query: string) => string;
}

/** Where a list that is opened without filters leads first: to the view that this browser opens it with. Null: nowhere, or it was left already. */
export function useOpeningView(list: ViewList): string | null {
  const [search] = useSearchParams();
  const [query, setQuery] = useState(() => (search.size ? '' : (readOpensWith(list)?.query ?? '')));
  // From then on somebody who removes all filters sees the whole list.
  if (query && search.size) setQuery('');
  return query && !search.size ? `?${query}` : null;
}
