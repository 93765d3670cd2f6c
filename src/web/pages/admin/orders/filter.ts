/** The filter of the order list, read from and written to the URL. */
import { ORDER_SEARCH_MAX_LENGTH } from '../../../../contract/limits.ts';
import type { OrderStatus } from '../../../../contract/order.ts';
import { orders } from '../../../messages/orders.ts';

export interface Filter {
  keyword: string;
  status: OrderStatus | null;
}

/** All statuses, in the order of an order's life. */
export const STATUSES = Object.keys(orders.status) as OrderStatus[];

/** Invalid values are ignored. */
export function readFilter(search: URLSearchParams): Filter {
  return {
    keyword: (search.get('keyword') ?? '').trim().slice(0, ORDER_SEARCH_MAX_LENGTH),
    status: STATUSES.find((it) => it === search.get('status')) ?? null,
  };
}

export const isFiltered = ({ keyword, status }: Filter) => keyword !== '' || status !== null;

export function buildFilterUrl({ keyword, status }: Filter, page = 1): string {
  const search = new URLSearchParams({ ...(keyword && { keyword }), ...(status && { status }), ...(page > 1 && { page: String(page) }) });
  return `?${search}`;
}
