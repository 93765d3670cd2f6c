/** The filters beside the list on wide screens, as a plain form. Without JavaScript they are shown on narrow screens too. */

import { type ComponentProps, type ReactNode, useCallback, useState } from 'react';
import type { FilterGroup as Group } from '../../../contract/product.ts';
import { useHydrated } from '../../kit/browser-hooks.ts';
import { CloseIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { formatCount } from '../../shared/format.ts';
import { home } from '../../shared/messages/home.ts';
import type { FilterSheet } from './filter-sheet.tsx';
import { toFilter } from './list-url.ts';

interface Chip {
  name: string;
  /** URL of the list without this filter. */
  to: string;
}

/** A chip for each chosen value, as `Size:42`. */
export const listFacetChips = (chosen: readonly string[], to: (chosen: string[]) => string): Chip[] =>
  chosen.map((filter) => ({ name: filter.replace(':', ': '), to: to(chosen.filter((it) => it !== filter)) }));

/** The active filters, each with a link that removes it. */
export function FilterChips({ chips }: { chips: Chip[] }) {
  if (!chips.length) return null;
  return (
    <ul aria-label={home.applied} className="flex flex-wrap gap-2">
      {chips.map(({ name, to }) => (
        <li key={name}>
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
      ))}
    </ul>
  );
}

/** Choices of a filter under their heading, each with its facet count, used in the panel and in the sheet. */
export function FilterGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="filter-group">
      <legend>{legend}</legend>
      <div>{children}</div>
    </fieldset>
  );
}

interface FilterOptionProps extends ComponentProps<'input'> {
  label: string;
  /** Absent or null: not known. */
  count: number | null | undefined;
  /** How many levels it is below the top of a tree. */
  level?: number;
}

/** Choices without products are disabled, but not without JavaScript: there, several can change before the form is sent. */
export function FilterOption({ label, count, level, ...input }: FilterOptionProps) {
  const isHydrated = useHydrated();
  const hasNoMatches = count === 0 && !input.checked;
  return (
    <label {...(hasNoMatches && { className: 'empty' })} {...(level && { style: { paddingInlineStart: `${level * 1.25}rem` } })}>
      <input {...input} disabled={isHydrated && hasNoMatches} />
      <bdi>{label}</bdi>
      <span>{count != null && formatCount(count)}</span>
    </label>
  );
}

export interface FacetGroupsProps {
  groups: readonly Group[];
  /** As `Size:42`. */
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
}

/** The values of options and attributes. */
export function FacetGroups({ groups, chosen, onChoose }: FacetGroupsProps) {
  return groups.map(({ name, values }) => (
    <FilterGroup key={name} legend={name}>
      {values.map(({ value, count }) => {
        const filter = toFilter(name, value);
        return (
          <FilterOption
            key={value}
            label={value}
            count={count}
            type="checkbox"
            name="filter"
            value={filter}
            checked={chosen.includes(filter)}
            onChange={(event) => onChoose(event.target.checked ? [...chosen, filter] : chosen.filter((it) => it !== filter))}
          />
        );
      })}
    </FilterGroup>
  ));
}

/** The form's id, to which the sort select outside of it refers. */
export const FILTER_FORM = 'filter';

/** The sheet of narrow screens, once it is opened; wide ones never load it. */
export function useFilterSheet() {
  const [Sheet, setSheet] = useState<typeof FilterSheet | null>(null);
  const open = () => {
    import('./filter-sheet.tsx').then((it) => setSheet(() => it.FilterSheet)).catch(console.error);
  };
  const close = useCallback(() => setSheet(null), []);
  return { Sheet, open, close };
}

interface FilterPanelProps {
  action: string;
  /** Below the form. */
  reset?: ReactNode;
  children: ReactNode;
}

export function FilterPanel({ action, reset, children }: FilterPanelProps) {
  return (
    <div className="filter-panel">
      <form id={FILTER_FORM} action={action} className="grid gap-6 max-lg:sm:grid-cols-2">
        {children}
        <noscript className="grid">
          <button type="submit" className="min-h-10 rounded-control bg-ink px-4 font-[560] text-ground">
            {home.apply}
          </button>
        </noscript>
      </form>
      {reset}
    </div>
  );
}
