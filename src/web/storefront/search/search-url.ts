/** The search page's keyword, sort order and page, read from and written to the URL: `/searched/products?keyword=tea&sort=name&page=2`. */
import type { SearchSort } from '../../../contract/product.ts';
import { buildUrl, type ListParams, listQueryParts, readListParams, SEARCH_SORTS } from '../product-list/list-url.ts';

export const SEARCH_PATH = '/searched/products';

export type SearchView = ListParams<SearchSort>;

export interface SearchParams extends SearchView {
  /** As it was typed. */
  keyword: string;
}

export function readSearchParams(search: URLSearchParams): SearchParams {
  return { keyword: search.get('keyword') ?? '', ...readListParams<SearchSort>(search, SEARCH_SORTS) };
}

export function buildSearchUrl({ keyword, ...view }: SearchParams): string {
  const keywordPart = keyword ? [`keyword=${encodeURIComponent(keyword)}`] : [];
  return buildUrl(SEARCH_PATH, [...keywordPart, ...listQueryParts<SearchSort>(view, SEARCH_SORTS)]);
}
