/** Options and attributes to filter by: the chosen ones, and the available ones. */
import { FILTER_VALUES_MAX, FILTERS_MAX } from '../../../../contract/limits.ts';
import type { FilterChoices, FilterGroup } from '../../../../contract/product.ts';
import type { FacetGroup } from './facet-counts.ts';
import type { ValueCell } from './facet-values.repository.ts';

/** 9 before 10. */
const collator = new Intl.Collator('en', { numeric: true });

/** `attributes`: the names of those that are filters. Choosing any other attribute matches nothing. */
export function toFacetGroups(choices: FilterChoices, attributes: readonly string[]): FacetGroup[] {
  const byName = Map.groupBy(choices, ({ name }) => name);
  return [...byName].map(([name, chosen]) => {
    const values = [...new Set(chosen.flatMap((it) => it.values))];
    const kinds = attributes.includes(name) ? ['o', 'a'] : ['o'];
    return { name, values, tokens: kinds.flatMap((kind) => values.map((value) => `${kind}${name}:${value}`)) };
  });
}

function splitPair(pair: string): [name: string, value: string] {
  const colon = pair.indexOf(':');
  return [pair.slice(0, colon), pair.slice(colon + 1)];
}

const sum = (counts: ReadonlyMap<string, number>) => counts.values().reduce((all, count) => all + count, 0);

/**
 * The groups and values that most products have, and the chosen ones, in a stable order. `cutSets`: sets that are too large to be counted.
 */
export function toFilterGroups(
  cells: readonly ValueCell[],
  chosen: readonly FacetGroup[],
  cutSets: ReadonlySet<number> = new Set(),
): FilterGroup[] {
  const chosenValues = new Map(chosen.map(({ name, values }) => [name, values]));
  const sets = new Map(chosen.map(({ name }, index) => [name, index + 1]));
  const groups = new Map(chosen.map(({ name, values }) => [name, new Map(values.map((value) => [value, 0]))]));
  for (const { set, pair, count } of cells) {
    const [name, value] = splitPair(pair);
    if (set !== (sets.get(name) ?? 0)) continue;
    const counts = groups.get(name) ?? new Map<string, number>();
    groups.set(name, counts.set(value, (counts.get(value) ?? 0) + count));
  }
  const rank = (name: string) => (chosenValues.has(name) ? Number.POSITIVE_INFINITY : sum(groups.get(name) ?? new Map()));
  const shown = [...groups].sort(([one], [other]) => rank(other) - rank(one)).slice(0, FILTERS_MAX);
  return shown
    .sort(([one], [other]) => collator.compare(one, other))
    .map(([name, counts]) => {
      const isChosen = (value: string) => Number(chosenValues.get(name)?.includes(value) ?? false);
      const most = [...counts].sort(([a, one], [b, other]) => isChosen(b) - isChosen(a) || other - one).slice(0, FILTER_VALUES_MAX);
      const isCut = cutSets.has(sets.get(name) ?? 0);
      const values = most.sort(([one], [other]) => collator.compare(one, other));
      return { name, values: values.map(([value, count]) => ({ value, count: isCut ? null : count })) };
    });
}
