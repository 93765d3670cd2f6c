/**
 * Rules about products (contract/rules.ts) as they are asked: with the moment of the question, and with what they name looked up. They are asked when a
 * page is read, so they are true in the transaction of each change, and nothing is kept that could become wrong. docs/decisions/0124 has the figures.
 */
import type { Condition, ConditionField, ConditionOf, Rule } from '../../../../contract/rules.ts';
import type { Dependency } from '../../../platform/cache/dependencies.ts';
import type { CategoryFilter } from '../categories/category-filter.ts';

/** A condition whose names are looked up. Null instead of what was deleted: it holds nothing. */
export type ResolvedCondition =
  | Exclude<Condition, ConditionOf<'category' | 'brand' | 'custom-field'>>
  | (Omit<ConditionOf<'category'>, 'categories'> & { branches: CategoryFilter | null })
  | (Omit<ConditionOf<'brand'>, 'brands'> & { brands: readonly string[] | null })
  | (Pick<ConditionOf<'custom-field'>, 'field' | 'key'> & { not: boolean; asked: AskedField | null });

/** Of a custom field: any of the values, as texts, or a value between bounds. */
export type AskedField =
  | { values: readonly string[] }
  | ({ type: 'number' | 'date' } & Record<'atLeast' | 'atMost', number | string | undefined>);

export type ResolvedRule =
  | { match: Rule['match']; conditions: readonly ResolvedCondition[]; now: Date }
  /** These products, in this order where the list's own order is wanted. */
  | { productIds: readonly string[] };

/** More than this many names beside a cached response would take more memory than it is worth. */
const MAX_NAMED = 100;

const dependOnEach = (kind: 'product' | 'category', ids: readonly string[]): Dependency[] =>
  ids.length > MAX_NAMED ? ['products'] : ids.map((id) => `${kind}:${id}` as const);

/** A product can't get in or out of a rule that requires a category without a change that names the category. */
function findRequiredBranch({ match, conditions }: Extract<ResolvedRule, { match: Rule['match'] }>): CategoryFilter | null {
  if (match === 'any' && conditions.length > 1) return null;
  for (const condition of conditions) if (condition.field === 'category' && !condition.not) return condition.branches;
  return null;
}

const needs: Partial<Record<ConditionField, Dependency>> = { stock: 'stock', created: 'minute', sold: 'minute' };

/** What may change which products a rule holds, besides changes of the rule itself. */
export function listRuleDependencies(rule: ResolvedRule): Dependency[] {
  if ('productIds' in rule) return dependOnEach('product', rule.productIds);
  const branch = findRequiredBranch(rule);
  const more = rule.conditions.flatMap(({ field }) => needs[field] ?? []);
  return [...(branch ? dependOnEach('category', branch.categoryIds) : (['products'] as const)), ...more];
}

/** Places of conditions that name nothing that still exists, or name something that was deleted beside others. */
export function listGone({ conditions }: Rule, isGone: (condition: Condition) => boolean): number[] {
  return conditions.flatMap((condition, place) => (isGone(condition) ? [place] : []));
}
