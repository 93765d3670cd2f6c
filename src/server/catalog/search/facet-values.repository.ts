/** Filters by the values of options and attributes, and how many products have each. docs/decisions/0068 says why so. */
import { type SQL, sql } from 'drizzle-orm';
import type { ProductFilter } from './facet-counts.ts';

/** How many products of one set have a value. Set 0 matches the whole filter, set n all of it but its nth group. */
export interface ValueCell {
  set: number;
  /** As `Size:42`. */
  pair: string;
  count: number;
}

const hasFacets = (groups: ProductFilter['groups']): SQL =>
  sql.join([sql`true`, ...groups.map(({ tokens }) => sql`facets && ${sql.param(tokens)}::text[]`)], sql` and `);

/** Of a product, or of a hit, which has the same columns. */
export const matchesFilter = ({ categoryIds, cents, groups }: ProductFilter): SQL =>
  sql`${
    categoryIds.length ? sql`category_id = any(${sql.param(categoryIds)}::uuid[])` : sql`true`
  } and ${cents ? sql`price_cents between ${cents[0]} and ${cents[1]}` : sql`true`} and ${hasFacets(groups)}`;

export const matchesGroups = ({ groups }: Pick<ProductFilter, 'groups'>): SQL => hasFacets(groups);

/** Rows of `set` and `facets`: what can still be chosen of a group is counted as if nothing of it was chosen. */
export function selectSets(filter: ProductFilter, selectSet: (place: number, condition: SQL) => SQL): SQL {
  return sql.join(
    [filter, ...filter.groups.map((_group, index) => withoutGroup(filter, index))].map((it, place) => selectSet(place, matchesFilter(it))),
    sql` union all `,
  );
}

export const withoutGroup = (filter: ProductFilter, index: number): ProductFilter => ({
  ...filter,
  groups: filter.groups.filter((_other, at) => at !== index),
});

/**
 * `attributes`: the names of those that are filters. A pair may have two rows: of products that have it as an option, and as an attribute.
 * Products with the same values are counted as one first, since taking lists of values apart is most of the work.
 */
export const countValues = (sets: SQL, attributes: readonly string[]): SQL => sql`select set, substr(token, 2) as pair, count from (
    select set, token, sum(same)::int as count
    from (select set, facets, count(*) as same from (${sets}) one group by 1, 2) counted cross join unnest(facets) token group by 1, 2
  ) tokens where starts_with(token, 'o') or split_part(token, ':', 1) = any(${sql.param(attributes.map((name) => `a${name}`))}::text[])`;
