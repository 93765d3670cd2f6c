/** The filter of the home page, read from and written to the URL: `/?category=shoes,audio&price=99-199&sort=price-up&page=2`. */

import type { Facets } from '../../../contract/product.ts';
import { formatPriceRange } from '../../shared/format.ts';
import type { ShopCategory } from '../../shared/shop-data.ts';
import { listFacetChips } from '../product-list/filter-panel.tsx';
import { buildUrl, type ListParams, listQueryParts, readListParams, SORTS } from '../product-list/list-url.ts';

/** Names of the active filters, with the lists without each. */
export function listChips(filter: Filter, categories: ShopCategory[]): { name: string; to: string }[] {
  const without = (change: Partial<Filter>) => buildFilterUrl({ ...filter, page: 1, ...change });
  const chosen = categories.filter((category) => filter.categories.includes(category.slug));
  return [
    ...chosen.map(({ slug, name }) => ({ name, to: without({ categories: filter.categories.filter((it) => it !== slug) }) })),
    ...(filter.price ? [{ name: formatPriceRange(filter.price), to: without({ price: null }) }] : []),
    ...listFacetChips(filter.filters, (filters) => without({ filters })),
  ];
}

export interface Filter extends ListParams {
  /** Slugs */
  categories: string[];
  /** In the shop's currency, both inclusive */
  price: [number, number] | null;
}

/** How many products each choice would give: of categories by id, of price ranges by `priceKey`. */
export interface FacetCounts extends Pick<Facets, 'filters'> {
  categories: Record<string, number | null>;
  prices: Record<string, number | null>;
}

/** Null if the text isn't a range. */
export function parsePrice(text: string): [number, number] | null {
  const match = /^(\d{1,6})-(\d{1,6})$/.exec(text);
  if (!match) return null;
  const [lowest, highest] = [Number(match[1]), Number(match[2])];
  return lowest <= highest ? [lowest, highest] : null;
}

export function priceKey([lowest, highest]: readonly [number, number]): string {
  return `${lowest}-${highest}`;
}

export function readFacetCounts({ categories, prices, filters }: Facets): FacetCounts {
  return {
    categories: Object.fromEntries(categories.map(({ _id, count }) => [_id, count])),
    prices: Object.fromEntries(prices.map(({ range, count }) => [priceKey(range), count])),
    filters,
  };
}

/** Categories can be one parameter with commas, as our links have it, or one parameter each, as a form without JavaScript sends them. */
export function readFilter(search: URLSearchParams): Filter {
  const slugs = search
    .getAll('category')
    .flatMap((it) => it.split(','))
    .filter(Boolean);
  return { categories: [...new Set(slugs)], price: parsePrice(search.get('price') ?? ''), ...readListParams(search, SORTS) };
}

export function buildFilterUrl(filter: Filter): string {
  const parts = [
    ...(filter.categories.length ? [`category=${filter.categories.map(encodeURIComponent).join(',')}`] : []),
    ...(filter.price ? [`price=${priceKey(filter.price)}`] : []),
    ...listQueryParts(filter, SORTS),
  ];
  return buildUrl('/', parts);
}
