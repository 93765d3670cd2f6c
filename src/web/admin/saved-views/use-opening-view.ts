import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ViewList } from '../../../contract/saved-view.ts';
import { readOpensWith } from '../../state/admin-area.ts';

/** Where a list that is opened without filters leads first: to the view that this browser opens it with. Null: nowhere, or it was left already. */
export function useOpeningView(list: ViewList): string | null {
  const [search] = useSearchParams();
  const [query, setQuery] = useState(() => (search.size ? '' : (readOpensWith(list)?.query ?? '')));
  // From then on somebody who removes all filters sees the whole list.
  if (query && search.size) setQuery('');
  return query && !search.size ? `?${query}` : null;
}
