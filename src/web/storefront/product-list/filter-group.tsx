/** Choices of a filter under their heading, each with its facet count, used in the panel and in the sheet. */
import type { ComponentProps, ReactNode } from 'react';
import type { FilterGroup as Group } from '../../../contract/product.ts';
import { useHydrated } from '../../kit/hooks/use-hydrated.ts';
import { formatCount } from '../../shared/format.ts';
import { toFilter } from './list-url.ts';

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
}

/** Choices without products are disabled, but not without JavaScript: there, several can change before the form is sent. */
export function FilterOption({ label, count, ...input }: FilterOptionProps) {
  const isHydrated = useHydrated();
  const hasNoMatches = count === 0 && !input.checked;
  return (
    <label {...(hasNoMatches && { className: 'empty' })}>
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
