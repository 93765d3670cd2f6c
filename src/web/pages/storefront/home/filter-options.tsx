/** The categories and price ranges to choose from, used in the panel and in the sheet. Each change applies at once. */
import type { ComponentProps, ReactNode } from 'react';
import type { ListedCategory } from '../../../../contract/category.ts';
import type { Facets } from '../../../../contract/product.ts';
import type { Settings } from '../../../../contract/settings.ts';
import { formatCount, formatPriceRange } from '../../../format.ts';
import { useHydrated } from '../../../hooks/use-hydrated.ts';
import { home } from '../../../messages/home.ts';
import { classNames } from '../../../ui/class-names.ts';
import { type Filter, parsePrice, priceKey } from './filter.ts';

export interface FilterOptionsProps {
  categories: ListedCategory[];
  priceRanges: Settings['priceRanges'];
  /** How many products each choice would give. While a list loads, those of the previous one. */
  facets: Facets | undefined;
  filter: Filter;
  onFilter: (change: Pick<Filter, 'categories' | 'price'>) => void;
}

export function FilterOptions({ categories, priceRanges, facets, filter, onFilter }: FilterOptionsProps) {
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
              count={facets?.categories.find((it) => it._id === _id)?.count}
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
              count={facets?.prices.find((it) => priceKey(it.range) === key)?.count}
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
    <fieldset className="min-w-0 not-first:border-line lg:not-first:border-t lg:not-first:pt-6">
      <legend className="float-left mb-2 w-full text-small font-[600]">{legend}</legend>
      <div className="clear-both grid">{children}</div>
    </fieldset>
  );
}

/** Choices without products are disabled, but not without JavaScript: there, several can change before the form is sent. */
function FilterOption({ label, count, ...input }: { label: string; count: number | undefined } & ComponentProps<'input'>) {
  const isHydrated = useHydrated();
  const hasNoMatches = count === 0 && !input.checked;
  return (
    <label className={classNames('filter-option', hasNoMatches && 'filter-option-empty')}>
      <input {...input} disabled={isHydrated && hasNoMatches} />
      <bdi>{label}</bdi>
      <span>{count !== undefined && formatCount(count)}</span>
    </label>
  );
}
