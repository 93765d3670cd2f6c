/** Reads and writes a list's page and sort order in the URL. Invalid values fall back to the defaults. */
import type { SearchSort, Sort } from '../../../contract/product.ts';

/** The sort orders of a list; the first is the default and not written to the URL. */
export const SORTS = ['newest', 'price-up', 'price-down', 'name'] as const satisfies readonly Sort[];
export const SEARCH_SORTS = ['relevance', ...SORTS] as const satisfies readonly SearchSort[];
const MAX_PAGE = 1_000_000;

export interface ListParams<S extends SearchSort = Sort> {
  sort: S;
  /** From 1 */
  page: number;
}

export function readListParams<S extends SearchSort>(search: URLSearchParams, sorts: readonly [S, ...S[]]): ListParams<S> {
  const requestedSort = search.get('sort');
  const page = search.get('page') ?? '';
  const isPage = /^[1-9]\d{0,6}$/.test(page) && Number(page) <= MAX_PAGE;
  return { sort: sorts.find((sort) => sort === requestedSort) ?? sorts[0], page: isPage ? Number(page) : 1 };
}

/** Query parts for everything that differs from the defaults. */
export function listQueryParts<S extends SearchSort>({ sort, page }: ListParams<S>, sorts: readonly [S, ...S[]]): string[] {
  return [...(sort === sorts[0] ? [] : [`sort=${sort}`]), ...(page > 1 ? [`page=${page}`] : [])];
}

export function buildUrl(path: string, queryParts: string[]): string {
  return queryParts.length ? `${path}?${queryParts.join('&')}` : path;
}
