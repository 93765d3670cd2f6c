/** Page and order of a list, in the address and back. Nonsense in an address is as good as nothing. */
import type { Sort } from '../../../contract/product.ts';

export const SORTS = ['newest', 'price-up', 'price-down', 'name'] as const satisfies readonly Sort[];
const DEFAULT_SORT: Sort = 'newest';
const LAST_PAGE = 1_000_000;

export interface View {
  sort: Sort;
  /** From 1 */
  page: number;
}

export function isSort(text: unknown): text is Sort {
  return SORTS.some((sort) => sort === text);
}

export function readView(search: URLSearchParams): View {
  const sort = search.get('sort');
  const page = search.get('page') ?? '';
  const isPage = /^[1-9]\d{0,6}$/.test(page) && Number(page) <= LAST_PAGE;
  return { sort: isSort(sort) ? sort : DEFAULT_SORT, page: isPage ? Number(page) : 1 };
}

/** The parts of an address that say more than the default does. */
export function viewParts({ sort, page }: View): string[] {
  return [...(sort === DEFAULT_SORT ? [] : [`sort=${sort}`]), ...(page > 1 ? [`page=${page}`] : [])];
}

export function addressOf(path: string, parts: string[]): string {
  return parts.length ? `${path}?${parts.join('&')}` : path;
}
