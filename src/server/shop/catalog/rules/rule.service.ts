/** Looks up what a rule names, and refuses one that says nothing. */
import type { CustomField } from '../../../../contract/custom-fields.ts';
import type { Issue } from '../../../../contract/errors.ts';
import type { Condition, ConditionOf, Rule } from '../../../../contract/rules.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { listFields } from '../../fields/field.repository.ts';
import { readFields } from '../../fields/field.service.ts';
import { listBrandNames } from '../brands/brand.repository.ts';
import { readCategoryTree } from '../categories/category.service.ts';
import { checkFieldCondition, resolveField } from './field-condition.ts';
import { listGone, type ResolvedCondition, type ResolvedRule } from './rule.ts';

type Context = Pick<Deps, 'db' | 'memoize' | 'now'>;

interface Answer {
  rule: ResolvedRule;
  /** Places of conditions, from 0, that name something that was deleted. */
  gone: number[];
}

/** Ids of what a condition names, which may have been deleted. */
const listNamed = (condition: Condition): string[] =>
  (condition.field === 'category' ? condition.categories : condition.field === 'brand' ? condition.brands : []).map((id) =>
    id.toLowerCase(),
  );

const isOfField = (condition: Condition): condition is ConditionOf<'custom-field'> => condition.field === 'custom-field';

/**
 * Categories, brands and fields that were deleted are left out; if all of a condition's are, it holds nothing. Fields are memoized, and read only for a
 * rule that names one.
 */
export async function resolveRule(context: Context, rule: Rule): Promise<Answer> {
  const { findBranches, categories } = await readCategoryTree(context);
  const brandIds = rule.conditions.flatMap((condition) => (condition.field === 'brand' ? listNamed(condition) : []));
  const brands = await listBrandNames(context.db, brandIds);
  const fields = toFieldMap(rule.conditions.some(isOfField) ? await readFields(context) : []);
  const known = new Set([...categories.map(({ _id }) => _id), ...brands.keys()]);
  const conditions = rule.conditions.map((condition): ResolvedCondition => {
    const not = 'not' in condition && condition.not === true;
    if (isOfField(condition)) {
      const { field, key } = condition;
      return { field, key, not, asked: resolveField(condition, fields.get(key)).asked };
    }
    if (condition.field !== 'category' && condition.field !== 'brand') return condition;
    const existing = listNamed(condition).filter((id) => known.has(id));
    if (condition.field === 'brand') return { field: condition.field, not, brands: existing.length ? existing : null };
    return { field: condition.field, not, branches: existing.length ? findBranches(existing) : null };
  });
  const isGone = (condition: Condition) =>
    isOfField(condition) ? resolveField(condition, fields.get(condition.key)).isGone : listNamed(condition).some((id) => !known.has(id));
  return { rule: { match: rule.match, conditions, now: context.now() }, gone: listGone(rule, isGone) };
}

/** Those of products, by their keys. */
const toFieldMap = (fields: readonly CustomField[]): Map<string, CustomField> =>
  new Map(fields.flatMap((it) => (it.owner === 'product' ? [[it.key, it]] : [])));

const issue = (path: string, code: Issue['code'], message: string): Issue => ({ path, code, message });

/** Bounds of a condition that is about a number: at least one, the lower not above the higher. */
function checkBounds(path: string, { atLeast, atMost }: { atLeast?: number | undefined; atMost?: number | undefined }): Issue[] {
  if (atLeast === undefined && atMost === undefined)
    return [issue(`${path}.atLeast`, 'required', 'at least one of atLeast and atMost is required')];
  return atLeast !== undefined && atMost !== undefined && atLeast > atMost
    ? [issue(`${path}.atMost`, 'range_not_rising', 'must not be below atLeast')]
    : [];
}

/** Throws `invalid_request` for a condition that can't be met by anything, and so must be a mistake. */
export async function requireMeaning(db: Database, { conditions }: Rule): Promise<void> {
  const fields = toFieldMap(conditions.some(isOfField) ? await listFields(db, 'product') : []);
  const issues = conditions.flatMap((condition, place) => {
    const path = `rule.conditions.${place}`;
    if (isOfField(condition)) return checkFieldCondition(path, condition, fields.get(condition.key));
    return condition.field === 'price' || condition.field === 'stock' ? checkBounds(path, condition) : [];
  });
  const [first] = issues;
  if (first) throw new AppError('invalid_request', `The rule can’t be met: it ${first.message}`, { issues });
}
