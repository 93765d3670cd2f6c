/** The categories and prices to choose from, whichever frame they stand in. Each change goes at once. */
import type { ComponentProps, ReactNode } from 'react';
import type { ListedCategory } from '../../../../contract/category.ts';
import type { Settings } from '../../../../contract/shop.ts';
import { formatRange } from '../../../format.ts';
import { home } from '../../../messages.store.ts';
import { type Filter, parsePrice, priceKey } from './filter.ts';

export interface ChoicesProps {
  categories: ListedCategory[];
  ranges: Settings['priceRanges'];
  filter: Filter;
  onFilter: (change: Pick<Filter, 'categories' | 'price'>) => void;
}

export function Choices({ categories, ranges, filter, onFilter }: ChoicesProps) {
  const price = filter.price && priceKey(filter.price);
  const toggle = (slug: string, isChecked: boolean) =>
    onFilter({ ...filter, categories: isChecked ? [...filter.categories, slug] : filter.categories.filter((it) => it !== slug) });
  return (
    <>
      {categories.length > 0 && (
        <Group legend={home.category}>
          {categories.map(({ _id, slug, name, count }) => (
            <Choice
              key={_id}
              label={name}
              count={count}
              type="checkbox"
              name="category"
              value={slug}
              checked={filter.categories.includes(slug)}
              onChange={(event) => toggle(slug, event.target.checked)}
            />
          ))}
        </Group>
      )}
      <Group legend={home.price}>
        {ranges.map((range) => {
          const key = priceKey(range);
          return (
            <Choice
              key={key}
              label={formatRange(range)}
              type="radio"
              name="price"
              value={key}
              checked={price === key}
              onChange={() => onFilter({ ...filter, price: parsePrice(key) })}
            />
          );
        })}
      </Group>
    </>
  );
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 not-first:border-line lg:not-first:border-t lg:not-first:pt-6">
      <legend className="float-left mb-2 w-full text-small font-[600]">{legend}</legend>
      <div className="clear-both grid">{children}</div>
    </fieldset>
  );
}

function Choice({ label, count, ...input }: { label: string; count?: number } & ComponentProps<'input'>) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control hover:text-accent lg:min-h-8">
      <input {...input} className="size-4.5 shrink-0 accent-accent" />
      <span className="figures line-clamp-2 min-w-0 grow">
        <bdi>{label}</bdi>
      </span>
      {count !== undefined && <span className="figures text-small text-soft">{count}</span>}
    </label>
  );
}
