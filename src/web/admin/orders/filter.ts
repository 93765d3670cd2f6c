/**
 * The filter of the order list, read from and written to the URL. An order's page has it too, for its links to the previous and next order.
 */

import { ORDER_SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { ORDER_FILTERS, type OrderFilter } from '../../../contract/order-fields.ts';
import { cutText } from '../../../contract/values.ts';
import { parseDay } from '../parts/period-field.tsx';

export interface Filter {
  keyword: string;
  /** Null: all orders, without checkouts that were never paid. */
  status: OrderFilter | null;
  /** Days in the shop's time zone, as dates are shown; empty: from the first, to the last. */
  from: string;
  to: string;
}

export const findStatus = (text: string | null): OrderFilter | null => ORDER_FILTERS.find((it) => it === text) ?? null;

/** Invalid values are ignored. */
export function readFilter(search: URLSearchParams): Filter {
  return {
    keyword: cutText((search.get('keyword') ?? '').trim(), ORDER_SEARCH_MAX_LENGTH),
    status: findStatus(search.get('status')),
    from: parseDay(search.get('from')),
    to: parseDay(search.get('to')),
  };
}

export const isFiltered = (filter: Filter) => Object.values(filter).some(Boolean);

/** What is set, as the API and the URL have it. */
export function toFilterQuery({ keyword, status, from, to }: Filter) {
  return { ...(keyword && { keyword }), ...(status && { status }), ...(from && { from }), ...(to && { to }) };
}

export function buildFilterUrl(filter: Filter, page = 1): string {
  return `?${new URLSearchParams({ ...toFilterQuery(filter), ...(page > 1 && { page: String(page) }) })}`;
}
