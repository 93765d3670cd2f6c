/** What a saved view keeps of a list, and the view that the list opens with. */
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ViewList } from '../../../contract/saved-view.ts';
import { readOpensWith } from '../../state/admin-area.ts';

/** What a list shows: the part of its URL that a view keeps, and its columns in their order. */
export interface ShownList {
  list: ViewList;
  /** Filters and sorting in the form of the list's URL, without the question mark. The same list always has the same text. */
  query: string;
  columns: readonly string[];
  /** Converts a saved query to the form that this version's list writes. */
  normalize: (query: string) => string;
}

/** The query of the view that this browser opens the list with, if the URL has no filters. Null: there is none, or it was opened already. */
export function useOpeningView(list: ViewList): string | null {
  const [search] = useSearchParams();
  const [query, setQuery] = useState(() => (search.size ? '' : (readOpensWith(list)?.query ?? '')));
  // From then on somebody who removes all filters sees the whole list.
  if (query && search.size) setQuery('');
  return query && !search.size ? `?${query}` : null;
}
