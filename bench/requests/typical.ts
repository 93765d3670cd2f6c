/** Typical filters and searches: random, but the same in every run. */
import type autocannon from 'autocannon';
import { filterProducts, type SearchSort } from '../../src/contract/product.ts';
import { searchProducts } from '../../src/contract/product-search.ts';
import { DEFAULT_SETTINGS } from '../../src/contract/settings.ts';
import { seededRandom } from '../../src/server/platform/secrets/random.ts';
import { type GeneratedProduct, pickRandom } from '../catalog/generate.ts';

export const REQUEST_COUNT = 5000;

export const SORTS = ['newest', 'price-up', 'price-down', 'name'] as const;

interface Filter {
  checked: string[];
  radio: [] | [number, number];
  keyword?: string;
  sort: SearchSort;
  page: number;
}

export type BenchRequest = { filter: Filter } | { keyword: string };

/** Half are filters: up to three categories, most with a price, any order, one of the first pages. Half are two or three words of a name. */
export function generateRequests(categories: string[], products: GeneratedProduct[]): BenchRequest[] {
  const random = seededRandom(7);
  const uniqueRequests = new Map<string, BenchRequest>();
  while (uniqueRequests.size < REQUEST_COUNT) {
    const words = pickRandom(products, random)
      .name.split(' ')
      .filter((word) => word.length > 2);
    const keyword = words.slice(-2 - Math.floor(random() * 2)).join(' ');
    const filter: Filter = {
      checked: [...new Set(Array.from({ length: Math.floor(random() * 4) }, () => pickRandom(categories, random)))],
      radio: random() < 0.75 ? pickRandom(DEFAULT_SETTINGS.priceRanges, random) : [],
      sort: pickRandom(SORTS, random),
      page: 1 + Math.floor(random() * 5),
    };
    const roll = random();
    const request =
      roll < 0.5
        ? { filter }
        : roll < 0.75
          ? { filter: { ...filter, checked: [], radio: [] as [], keyword, sort: 'relevance' as const, page: 1 } }
          : { keyword };
    uniqueRequests.set(JSON.stringify(request), request);
  }
  return [...uniqueRequests.values()];
}

export const toHttpRequest = (request: BenchRequest): autocannon.Request =>
  'filter' in request
    ? { method: 'POST', path: filterProducts.path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(request.filter) }
    : { method: 'GET', path: searchProducts.path.replace('{keyword}', encodeURIComponent(request.keyword)) };
