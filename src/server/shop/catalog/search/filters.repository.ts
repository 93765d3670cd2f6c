import { type SQL, sql } from 'drizzle-orm';
import { isInCategory } from '../categories/category-filter.repository.ts';
import { matchesRule } from '../rules/rule.repository.ts';
import { type ProductFilter, withoutGroup } from './filters.ts';

/** Filters by the values of options and attributes, and counts the products with each value. The reasons are in docs/decisions/0068. */
const hasFacets = (groups: ProductFilter['groups']): SQL =>
  sql.join([sql`true`, ...groups.map(({ tokens }) => sql`facets && ${sql.param(tokens)}::text[]`)], sql` and `);

/** Condition on a product, or on a hit, which has the same columns: all but those that a rule asks for. */
export const matchesFilter = (filter: ProductFilter): SQL => sql`${isInCategory(filter)} and ${matchesOther(filter)}`;

/** The filter without its categories. */
export const matchesOther = ({ cents, groups, rule, except }: ProductFilter): SQL => {
  const inRange = cents ? sql`price_cents between ${cents[0]} and ${cents[1]}` : sql`true`;
  const more = [...(rule ? [matchesRule(rule)] : []), ...(except?.length ? [sql`id <> all(${sql.param(except)}::uuid[])`] : [])];
  return sql.join([inRange, hasFacets(groups), ...more], sql` and `);
};

export const matchesGroups = ({ groups }: Pick<ProductFilter, 'groups'>): SQL => hasFacets(groups);

/** What a product is counted under: its category, or the combination of its categories. */
export const COUNTED_AS = sql`combination_of(category_id, further_category_ids)`;

/** Selects `set` and `facets`. The choices of a group are counted as if nothing in this group were chosen. */
export function selectSets(filter: ProductFilter, selectSet: (place: number, condition: SQL) => SQL): SQL {
  return sql.join(
    [filter, ...filter.groups.map((_group, index) => withoutGroup(filter, index))].map((it, place) => selectSet(place, matchesFilter(it))),
    sql` union all `,
  );
}

/**
 * `attributes`: the names of attributes that customers may filter by. A pair may have two rows, one for products that have it as an option and one for those
 * that have it as an attribute. Products with the same values are counted as one first, because splitting lists of values is most of the work.
 */
export const countValues = (sets: SQL, attributes: readonly string[]): SQL => sql`select set, substr(token, 2) as pair, count from (
    select set, token, sum(same)::int as count
    from (select set, facets, count(*) as same from (${sets}) one group by 1, 2) counted cross join unnest(facets) token group by 1, 2
  ) tokens where starts_with(token, 'o') or split_part(token, ':', 1) = any(${sql.param(attributes.map((name) => `a${name}`))}::text[])`;
