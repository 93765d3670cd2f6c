/** Search, filters and sorting of the table, read from and written to the URL. */

import { SEARCH_MAX_LENGTH } from '../../../../contract/limits.ts';
import { toCents, toDollars } from '../../../../contract/money.ts';
import { PRODUCT_STATUSES } from '../../../../contract/product-fields.ts';
import { type ProductTableFilter, STOCK_FILTERS, TABLE_SORTS, type TableSort } from '../../../../contract/product-table.ts';
import { cutText, isUuid } from '../../../../contract/values.ts';
import { parseNumber } from '../../parts/parse-number.ts';

export interface TableView {
  filter: ProductTableFilter;
  sort: TableSort;
}

const MAX_PRICE = 999_999.99;

/** A price as it is typed; undefined for none, null for what is no price. */
export function parsePrice(text: string, parse = parseNumber): number | undefined | null {
  if (!text.trim()) return undefined;
  const price = parse(text) ?? Number.NaN;
  return price >= 0 && price <= MAX_PRICE && toDollars(toCents(price)) === price ? price : null;
}

/** Numbers are as JavaScript writes them. Invalid values are ignored. */
export function readTableView(search: URLSearchParams): TableView {
  const read = (name: string) => (search.get(name) ?? '').trim();
  const keyword = cutText(read('keyword'), SEARCH_MAX_LENGTH);
  const category = read('category');
  const status = PRODUCT_STATUSES.find((it) => it === read('status'));
  const stock = STOCK_FILTERS.find((it) => it === read('stock'));
  const minPrice = parsePrice(read('from'), Number);
  const maxPrice = parsePrice(read('to'), Number);
  const filter = {
    ...(keyword && { keyword }),
    ...(isUuid(category) && { category }),
    ...(status && { status }),
    ...(stock && { stock }),
    ...(minPrice != null && { minPrice }),
    ...(maxPrice != null && { maxPrice }),
  };
  return { filter, sort: TABLE_SORTS.find((it) => it === read('sort')) ?? 'newest' };
}

export function buildTableUrl({ filter, sort }: TableView, page = 1): string {
  const { keyword, category, status, stock, minPrice, maxPrice } = filter;
  const values = { keyword, category, status, stock, from: minPrice, to: maxPrice, sort: sort === 'newest' ? undefined : sort };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined && value !== '') search.set(name, String(value));
  if (page > 1) search.set('page', String(page));
  return `?${search}`;
}
