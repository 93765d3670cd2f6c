/** Looks up what a rule names, and refuses one that says nothing. */
import type { Issue } from '../../../../contract/errors.ts';
import type { Condition, Rule } from '../../../../contract/rules.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { listBrandNames } from '../brands/brand.repository.ts';
import { readCategoryTree } from '../categories/category.service.ts';
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

/** Categories and brands that were deleted are left out; if all of a condition's are, it holds nothing. */
export async function resolveRule(context: Context, rule: Rule): Promise<Answer> {
  const { findBranches, categories } = await readCategoryTree(context);
  const brandIds = rule.conditions.flatMap((condition) => (condition.field === 'brand' ? listNamed(condition) : []));
  const brands = await listBrandNames(context.db, brandIds);
  const known = new Set([...categories.map(({ _id }) => _id), ...brands.keys()]);
  const conditions = rule.conditions.map((condition): ResolvedCondition => {
    if (condition.field !== 'category' && condition.field !== 'brand') return condition;
    const existing = listNamed(condition).filter((id) => known.has(id));
    const not = condition.not === true;
    if (condition.field === 'brand') return { field: condition.field, not, brands: existing.length ? existing : null };
    return { field: condition.field, not, branches: existing.length ? findBranches(existing) : null };
  });
  const isGone = (condition: Condition) => listNamed(condition).some((id) => !known.has(id));
  return { rule: { match: rule.match, conditions, now: context.now() }, gone: listGone(rule, isGone) };
}

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
export function requireMeaning({ conditions }: Rule): void {
  const issues = conditions.flatMap((condition, place) =>
    condition.field === 'price' || condition.field === 'stock' ? checkBounds(`rule.conditions.${place}`, condition) : [],
  );
  if (issues.length)
    throw new AppError('invalid_request', 'A condition about a number needs a lower or a higher bound, the lower first', { issues });
}
