/** The filter of the order list, read from and written to the URL. */
import { ORDER_SEARCH_MAX_LENGTH } from '../../../../contract/limits.ts';
import type { OrderFilter } from '../../../../contract/order.ts';
import { ORDER_FILTERS, ORDER_STATUSES, UNPAID_STATUSES } from '../../../../contract/order-status.ts';

export interface Filter {
  keyword: string;
  /** Null: all orders, without checkouts that were never paid. */
  status: OrderFilter | null;
}

const isUnpaid = (status: OrderFilter) => UNPAID_STATUSES.some((it) => it === status);

/** The statuses that an order can have; those of checkouts are UNPAID_STATUSES. */
export const PAID_STATUSES = ORDER_STATUSES.filter((it) => !isUnpaid(it));

export const findStatus = (text: string | null): OrderFilter | null => ORDER_FILTERS.find((it) => it === text) ?? null;

/** Invalid values are ignored. */
export function readFilter(search: URLSearchParams): Filter {
  return {
    keyword: (search.get('keyword') ?? '').trim().slice(0, ORDER_SEARCH_MAX_LENGTH),
    status: findStatus(search.get('status')),
  };
}

export const isFiltered = ({ keyword, status }: Filter) => keyword !== '' || status !== null;

export function buildFilterUrl({ keyword, status }: Filter, page = 1): string {
  const search = new URLSearchParams({ ...(keyword && { keyword }), ...(status && { status }), ...(page > 1 && { page: String(page) }) });
  return `?${search}`;
}
