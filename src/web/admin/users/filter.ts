/** The filter of the list of users, read from and written to the URL. */

import { USER_FILTERS, type UserFilter } from '../../../contract/account.ts';
import { USER_SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { cutText } from '../../../contract/values.ts';

export interface Filter {
  keyword: string;
  /** Null: everyone. */
  show: UserFilter | null;
}

export const findUserFilter = (text: string | null): UserFilter | null => USER_FILTERS.find((it) => it === text) ?? null;

/** Invalid values are ignored. */
export function readFilter(search: URLSearchParams): Filter {
  return {
    keyword: cutText((search.get('keyword') ?? '').trim(), USER_SEARCH_MAX_LENGTH),
    show: findUserFilter(search.get('show')),
  };
}

export const isFiltered = ({ keyword, show }: Filter) => keyword !== '' || show !== null;

/** As the calls of the API take it. */
export const toQuery = ({ keyword, show }: Filter) => ({ ...(keyword && { keyword }), ...(show && { filter: show }) });

export function buildFilterUrl({ keyword, show }: Filter, page = 1): string {
  const search = new URLSearchParams({ ...(keyword && { keyword }), ...(show && { show }), ...(page > 1 && { page: String(page) }) });
  return `?${search}`;
}
