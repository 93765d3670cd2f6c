/** Reads and writes what a list's URL holds: page, sort order, filters, and a search's keyword. Invalid values fall back to the defaults. */

import { ATTRIBUTE_NAME_MAX_LENGTH, ATTRIBUTE_VALUE_MAX_LENGTH, FILTER_VALUES_MAX, FILTERS_MAX } from '../../../contract/limits.ts';
import type { FilterChoices, SearchSort, Sort } from '../../../contract/product.ts';

/** The search page's keyword, sort order and page, read from and written to the URL: `/searched/products?keyword=tea&sort=name&page=2`. */
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

/** Height of the header. */
const BAR_HEIGHT = 72;
/** If the list begins lower in the window than this share of its height, little of it is in view. */
const LOWEST_SHARE = 0.6;

/** Scrolls to the top of the list (the heading in product-list.tsx), so that a choice shows its result. */
export function showResults(): void {
  const heading = document.getElementById('results');
  const top = heading?.getBoundingClientRect().top ?? 0;
  if (top < BAR_HEIGHT || top > innerHeight * LOWEST_SHARE) heading?.scrollIntoView();
}

/** The sort orders of a list; the first is the default and not written to the URL. */
export const SORTS = ['newest', 'price-up', 'price-down', 'name'] as const satisfies readonly Sort[];
export const SEARCH_SORTS = ['relevance', ...SORTS] as const satisfies readonly SearchSort[];
const MAX_PAGE = 1_000_000;

export interface ListParams<S extends string = Sort> {
  sort: S;
  /** From 1 */
  page: number;
  /** As `Size:42`, one parameter `filter` each, in one order. */
  filters: string[];
}

/** Splits `Size:42`; the value may contain colons. Null for values that the server would refuse. */
function splitFilter(filter: string): [name: string, value: string] | null {
  const [name = '', ...rest] = filter.split(':');
  const value = rest.join(':');
  const isFilter = name && value && name.length <= ATTRIBUTE_NAME_MAX_LENGTH && value.length <= ATTRIBUTE_VALUE_MAX_LENGTH;
  return isFilter && !filter.includes('\0') && filter.isWellFormed() ? [name, value] : null;
}

/** For the API. */
export function toFilterChoices(filters: readonly string[]): FilterChoices {
  const choices = new Map<string, string[]>();
  for (const filter of filters) {
    const [name, value] = splitFilter(filter) ?? [];
    if (name && value) choices.set(name, [...(choices.get(name) ?? []), value].slice(0, FILTER_VALUES_MAX));
  }
  return [...choices].slice(0, FILTERS_MAX).map(([name, values]) => ({ name, values }));
}

export const toFilter = (name: string, value: string): string => `${name}:${value}`;

export function readListParams<S extends string>(search: URLSearchParams, sorts: readonly [S, ...S[]]): ListParams<S> {
  const requestedSort = search.get('sort');
  const page = search.get('page') ?? '';
  const isPage = /^[1-9]\d{0,6}$/.test(page) && Number(page) <= MAX_PAGE;
  const choices = toFilterChoices([...new Set(search.getAll('filter'))].sort());
  return {
    sort: sorts.find((sort) => sort === requestedSort) ?? sorts[0],
    page: isPage ? Number(page) : 1,
    filters: choices.flatMap(({ name, values }) => values.map((value) => toFilter(name, value))),
  };
}

/** Query parts for everything that differs from the defaults. */
export function listQueryParts<S extends string>(
  { sort, page, filters = [] }: Omit<ListParams<S>, 'filters'> & { filters?: string[] },
  sorts: readonly [S, ...S[]],
): string[] {
  return [
    ...filters.toSorted().map((it) => `filter=${encodeURIComponent(it).replace('%3A', ':')}`),
    ...(sort === sorts[0] ? [] : [`sort=${sort}`]),
    ...(page > 1 ? [`page=${page}`] : []),
  ];
}

export function buildUrl(path: string, queryParts: string[]): string {
  return queryParts.length ? `${path}?${queryParts.join('&')}` : path;
}
