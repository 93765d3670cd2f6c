import { formatPriceRange } from '../../../format.ts';
import { home } from '../../../messages/home.ts';
import type { ShopCategory } from '../../../state/categories.ts';
import { CloseIcon } from '../../../ui/icons.tsx';
import { Link } from '../../../ui/link.tsx';
import { buildFilterUrl, type Filter } from './filter.ts';

/** The active filters, each with a link that removes it. */
export function FilterChips({ filter, categories }: { filter: Filter; categories: ShopCategory[] }) {
  const chosen = categories.filter((category) => filter.categories.includes(category.slug));
  if (!chosen.length && !filter.price) return null;
  return (
    <ul aria-label={home.applied} className="flex flex-wrap gap-2">
      {chosen.map(({ slug, name }) => (
        <FilterChip
          key={slug}
          name={name}
          to={buildFilterUrl({ ...filter, page: 1, categories: filter.categories.filter((it) => it !== slug) })}
        />
      ))}
      {filter.price && <FilterChip name={formatPriceRange(filter.price)} to={buildFilterUrl({ ...filter, page: 1, price: null })} />}
    </ul>
  );
}

function FilterChip({ name, to }: { name: string; to: string }) {
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        className="tabular-nums inline-flex min-h-8 items-center gap-1.5 rounded-full bg-accent-ground px-3 text-small font-[560] text-accent hover:outline-2 hover:outline-accent/40"
      >
        <span className="sr-only">{home.removeFilter}</span>
        <bdi className="line-clamp-1">{name}</bdi>
        <CloseIcon size={13} />
      </Link>
    </li>
  );
}
