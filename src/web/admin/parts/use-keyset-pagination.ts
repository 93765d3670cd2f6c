/**
 * Pages of a list that is counted only up to a limit: the next and previous page are found by the first and last row that are shown, so any
 * page can be reached.
 */
import { useSearchParams } from 'react-router';
import { usePage, usePageCount } from '../../shared/hooks/use-page.ts';

interface KeysetQuery {
  page: number;
  after?: string;
  before?: string;
}

/** A UUID or a number. */
const isKey = (text: string) => /^[\da-f-]{1,36}$/i.test(text);

/** The page in the URL, and the row that it starts after or ends before; invalid values are ignored. */
export function useKeysetQuery(): KeysetQuery {
  const search = useSearchParams()[0];
  const page = usePage();
  const [after, before] = ['after', 'before'].map((it) => search.get(it) ?? '');
  if (after && isKey(after)) return { page, after };
  return before && isKey(before) ? { page, before } : { page };
}

interface KeysetList {
  total: number;
  limit: number;
  /** There are more than `total`. */
  isAbout: boolean;
  hasNext: boolean;
  /** Ids of the rows that are shown. */
  ids: string[];
}

/** How many pages can be linked to: the counted ones and, beyond them, the next one. */
function countPages(page: number, { total, limit, isAbout, hasNext, ids }: KeysetList): number {
  const counted = Math.max(1, Math.ceil(total / limit));
  if (!isAbout || !ids.length) return counted;
  return Math.max(counted, hasNext ? page + 1 : page);
}

export function useKeysetPagination(
  page: number,
  list: KeysetList | null,
  toUrl = (it: number) => `?page=${it}`,
): { pages: number; to: (page: number) => string } {
  const pages = usePageCount(page, list && { total: countPages(page, list), limit: 1 }, toUrl);
  const to = (it: number) => {
    if (!list?.isAbout || it === 1) return toUrl(it);
    if (it === page + 1) return `${toUrl(it)}&after=${list.ids.at(-1)}`;
    return it === page - 1 ? `${toUrl(it)}&before=${list.ids[0]}` : toUrl(it);
  };
  return { pages, to };
}
