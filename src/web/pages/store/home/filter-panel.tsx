/** Categories and prices to choose from. A plain form to `/` that works without a script; with one each change goes at once. */
import type { ComponentProps, ReactNode } from 'react';
import type { ListedCategory } from '../../../../contract/category.ts';
import type { Settings } from '../../../../contract/shop.ts';
import { formatRange } from '../../../format.ts';
import { home } from '../../../messages.store.ts';
import { spec } from '../../../messages.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { type Filter, parsePrice, priceKey } from './filter.ts';

export const FILTER_FORM = 'filter';
export const FILTER_PANEL = 'filter-panel';

interface FilterPanelProps {
  categories: ListedCategory[];
  ranges: Settings['priceRanges'];
  filter: Filter;
  onFilter: (change: Pick<Filter, 'categories' | 'price'>) => void;
  /** Only narrow screens can have it closed. */
  isOpen: boolean;
  /** How many are found; null while that isn't known. */
  found: number | null;
  onClose: () => void;
}

/** A full load, as the specification says: nothing of what was chosen is left anywhere. */
function resetAll(): void {
  window.location.assign('/');
}

export function FilterPanel({ categories, ranges, filter, onFilter, isOpen, found, onClose }: FilterPanelProps) {
  const price = filter.price && priceKey(filter.price);
  const toggle = (slug: string, isChecked: boolean) =>
    onFilter({ ...filter, categories: isChecked ? [...filter.categories, slug] : filter.categories.filter((it) => it !== slug) });
  return (
    <div
      id={FILTER_PANEL}
      className={classNames(
        'max-lg:mb-6 max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-raised max-lg:p-5',
        !isOpen && 'max-lg:hidden noscript:block',
      )}
    >
      <form id={FILTER_FORM} action="/" className="grid gap-6 max-lg:sm:grid-cols-2">
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
        <noscript className="grid">
          <button type="submit" className="min-h-10 rounded-control bg-ink px-4 font-[560] text-ground">
            {home.apply}
          </button>
        </noscript>
      </form>
      {/* A form of its own, so that it also resets without a script. */}
      <form action="/" className="mt-6 grid gap-3 border-t border-line pt-6">
        <Button
          type="submit"
          variant="secondary"
          onClick={(event) => {
            event.preventDefault();
            resetAll();
          }}
        >
          {spec.reset}
        </Button>
      </form>
      <div className="sticky bottom-4 mt-3 grid lg:hidden noscript:hidden">
        <Button size="large" className="shadow-float" onClick={onClose}>
          {home.show(found)}
        </Button>
      </div>
    </div>
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
    <label className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control hover:text-accent lg:min-h-8">
      <input {...input} className="size-4.5 shrink-0 accent-accent" />
      <span className="figures min-w-0 grow">{label}</span>
      {count !== undefined && <span className="figures text-small text-soft">{count}</span>}
    </label>
  );
}
