/** The categories, price ranges and values to choose from, used in the panel and in the sheet. Each change applies at once. */
import type { Settings } from '../../../contract/settings.ts';
import { formatPriceRange } from '../../shared/format.ts';
import { home } from '../../shared/messages/home.ts';
import { listCategoryPath, type ShopCategory } from '../../shared/shop-data.ts';
import { FacetGroups, FilterGroup, FilterOption } from '../product-list/filter-panel.tsx';
import { type FacetCounts, type Filter, parsePrice, priceKey } from './filter.ts';

export interface FilterOptionsProps {
  categories: ShopCategory[];
  priceRanges: Settings['priceRanges'];
  /** How many products each choice would give. While a list loads, those of the previous one. */
  counts: FacetCounts | undefined;
  filter: Filter;
  onFilter: (change: Pick<Filter, 'categories' | 'price' | 'filters'>) => void;
}

export function FilterOptions({ categories, priceRanges, counts, filter, onFilter }: FilterOptionsProps) {
  const price = filter.price && priceKey(filter.price);
  const toggle = (slug: string, isChecked: boolean) =>
    onFilter({ ...filter, categories: isChecked ? [...filter.categories, slug] : filter.categories.filter((it) => it !== slug) });
  return (
    <>
      {categories.length > 0 && (
        <FilterGroup legend={home.category}>
          {categories.map(({ _id, slug, name, parent }) => (
            <FilterOption
              key={_id}
              level={listCategoryPath(categories, parent).length}
              label={name}
              count={counts?.categories[_id]}
              type="checkbox"
              name="category"
              value={slug}
              checked={filter.categories.includes(slug)}
              onChange={(event) => toggle(slug, event.target.checked)}
            />
          ))}
        </FilterGroup>
      )}
      <FilterGroup legend={home.price}>
        {priceRanges.map((range) => {
          const key = priceKey(range);
          return (
            <FilterOption
              key={key}
              label={formatPriceRange(range)}
              count={counts?.prices[key]}
              type="radio"
              name="price"
              value={key}
              checked={price === key}
              onChange={() => onFilter({ ...filter, price: parsePrice(key) })}
            />
          );
        })}
      </FilterGroup>
      <FacetGroups groups={counts?.filters ?? []} chosen={filter.filters} onChoose={(filters) => onFilter({ ...filter, filters })} />
    </>
  );
}
