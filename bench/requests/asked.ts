/** What the load asks: made by dice, the same each time. */
import type autocannon from 'autocannon';
import { filterProducts, type SearchSort, searchProducts } from '../../src/contract/product.ts';
import { DEFAULT_SETTINGS } from '../../src/contract/shop.ts';
import { diceOf, type Good, pick } from '../catalogue/make.ts';

export const REQUESTS = 5000;

export const SORTS = ['newest', 'price-up', 'price-down', 'name'] as const;

interface Filter {
  checked: string[];
  radio: [] | [number, number];
  keyword?: string;
  sort: SearchSort;
  page: number;
}

export type Request = { filter: Filter } | { keyword: string };

/** Half are filters: up to three categories, most with a price, any order, one of the first pages. Half are two or three words of a name. */
export function makeRequests(categories: string[], goods: Good[]): Request[] {
  const dice = diceOf(7);
  const seen = new Map<string, Request>();
  while (seen.size < REQUESTS) {
    const words = pick(goods, dice)
      .name.split(' ')
      .filter((word) => word.length > 2);
    const keyword = words.slice(-2 - Math.floor(dice() * 2)).join(' ');
    const filter: Filter = {
      checked: [...new Set(Array.from({ length: Math.floor(dice() * 4) }, () => pick(categories, dice)))],
      radio: dice() < 0.75 ? pick(DEFAULT_SETTINGS.priceRanges, dice) : [],
      sort: pick(SORTS, dice),
      page: 1 + Math.floor(dice() * 5),
    };
    const kind = dice();
    const request =
      kind < 0.5
        ? { filter }
        : kind < 0.75
          ? { filter: { ...filter, checked: [], radio: [] as [], keyword, sort: 'relevance' as const, page: 1 } }
          : { keyword };
    seen.set(JSON.stringify(request), request);
  }
  return [...seen.values()];
}

export const toHttp = (request: Request): autocannon.Request =>
  'filter' in request
    ? { method: 'POST', path: filterProducts.path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(request.filter) }
    : { method: 'GET', path: searchProducts.path.replace('{keyword}', encodeURIComponent(request.keyword)) };
