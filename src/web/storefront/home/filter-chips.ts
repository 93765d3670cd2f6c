import { formatPriceRange } from '../../shared/format.ts';
import type { ShopCategory } from '../../state/categories.ts';
import { listFacetChips } from '../product-list/filter-chips.tsx';
import { buildFilterUrl, type Filter } from './filter.ts';

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
