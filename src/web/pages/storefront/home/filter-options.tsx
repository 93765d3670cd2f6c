/** The categories and price ranges to choose from, used in the panel and in the sheet. Each change applies at once. */
import type { ComponentProps, ReactNode } from 'react';
import type { Settings } from '../../../../contract/settings.ts';
import { formatCount, formatPriceRange } from '../../../format.ts';
import { useHydrated } from '../../../hooks/use-hydrated.ts';
import { home } from '../../../messages/home.ts';
import type { ShopCategory } from '../../../state/categories.ts';
import { type FacetCounts, type Filter, parsePrice, priceKey } from './filter.ts';

export interface FilterOptionsProps {
  categories: ShopCategory[];
  priceRanges: Settings['priceRanges'];
  /** How many products each choice would give. While a list loads, those of the previous one. */
  counts: FacetCounts | undefined;
  filter: Filter;
  onFilter: (change: Pick<Filter, 'categories' | 'price'>) => void;
}

export function FilterOptions({ categories, priceRanges, counts, filter, onFilter }: FilterOptionsProps) {
  const isHydrated = useHydrated();
  const price = filter.price && priceKey(filter.price);
  const toggle = (slug: string, isChecked: boolean) =>
    onFilter({ ...filter, categories: isChecked ? [...filter.categories, slug] : filter.categories.filter((it) => it !== slug) });
  return (
    <>
      {categories.length > 0 && (
        <FilterGroup legend={home.category}>
          {categories.map(({ _id, slug, name }) => (
            <FilterOption
              key={_id}
              label={name}
              count={counts?.categories[_id]}
              canBeDisabled={isHydrated}
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
              canBeDisabled={isHydrated}
              type="radio"
              name="price"
              value={key}
              checked={price === key}
              onChange={() => onFilter({ ...filter, price: parsePrice(key) })}
            />
          );
        })}
      </FilterGroup>
    </>
  );
}

function FilterGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="filter-group">
      <legend>{legend}</legend>
      <div>{children}</div>
    </fieldset>
  );
}

interface FilterOptionProps extends ComponentProps<'input'> {
  label: string;
  count: number | undefined;
  /** Choices without products are disabled, but not without JavaScript: there, several can change before the form is sent. */
  canBeDisabled: boolean;
}

function FilterOption({ label, count, canBeDisabled, ...input }: FilterOptionProps) {
  const hasNoMatches = count === 0 && !input.checked;
  return (
    <label {...(hasNoMatches && { className: 'empty' })}>
      <input {...input} disabled={canBeDisabled && hasNoMatches} />
      <bdi>{label}</bdi>
      <span>{count !== undefined && formatCount(count)}</span>
    </label>
  );
}
