import { type SQL, sql } from 'drizzle-orm';
import { isInCategory } from '../categories/category-filter.repository.ts';
import { matchesRule } from '../rules/rule.repository.ts';
import type { FilterField, NumberRange } from './field-filters.ts';
import { type ProductFilter, withoutGroup } from './filters.ts';

/** No index finds numbers between two others: those of the products that are left by all else are compared. */
const hasNumber = ({ prefix, from, to }: NumberRange & { prefix: string }): SQL => sql`exists (select from unnest(facets) token
  where starts_with(token, ${prefix}) and case when substr(token, ${prefix.length + 1}) ~ '^-?[0-9]+([.][0-9]+)?$'
    then substr(token, ${prefix.length + 1})::numeric between ${from}::numeric and ${to}::numeric else false end)`;

/** Filters by the values of options and attributes, and counts the products with each value. The reasons are in docs/decisions/0068. */
const hasFacets = (groups: ProductFilter['groups']): SQL =>
  sql.join(
    [
      sql`true`,
      ...groups.map(({ tokens, ranges = [] }) => {
        const isOneOf = sql`facets && ${sql.param(tokens)}::text[]`;
        return ranges.length ? sql`(${isOneOf} or ${sql.join(ranges.map(hasNumber), sql` or `)})` : isOneOf;
      }),
    ],
    sql` and `,
  );

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
const countPlainValues = (sets: SQL, attributes: readonly string[]): SQL => sql`select set, substr(token, 2) as pair, count from (
    select set, token, sum(same)::int as count
    from (select set, facets, count(*) as same from (${sets}) one group by 1, 2) counted cross join unnest(facets) token group by 1, 2
  ) tokens where starts_with(token, 'o') or split_part(token, ':', 1) = any(${sql.param(attributes.map((name) => `a${name}`))}::text[])`;

/**
 * With values of the merchant's fields, which are counted under the field's name. A product that has a value as an option and as a field's counts once for
 * it, so its list is looked at as a whole.
 */
const countFieldValues = (sets: SQL, attributes: readonly string[], fields: readonly FilterField[]): SQL => {
  const column = (name: 'prefix' | 'name') => sql`${sql.param(fields.map((it) => it[name]))}::text[]`;
  const isOther = sql`starts_with(token, 'o') or split_part(token, ':', 1) = any(${sql.param(attributes.map((name) => `a${name}`))}::text[])`;
  return sql`select set, pair, sum(same)::int as count
    from (select set, facets, count(*) as same from (${sets}) one group by 1, 2) counted
    cross join lateral (
      select distinct coalesce(field.name || ':' || substr(token, length(field.prefix) + 1), case when ${isOther} then substr(token, 2) end) as pair
      from unnest(facets) token left join unnest(${column('prefix')}, ${column('name')}) field(prefix, name) on starts_with(token, field.prefix)
    ) pairs where pair is not null group by 1, 2`;
};

/** `fields`: those of the merchant that customers may filter by. Without any, the statement is as short as before there were fields. */
export const countValues = (sets: SQL, attributes: readonly string[], fields: readonly FilterField[] = []): SQL =>
  fields.length ? countFieldValues(sets, attributes, fields) : countPlainValues(sets, attributes);
