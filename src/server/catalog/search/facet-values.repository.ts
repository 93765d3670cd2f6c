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
  const { groups } = filter;
  const others = groups.map((_group, index) => ({ ...filter, groups: groups.filter((_other, at) => at !== index) }));
  return sql.join(
    [filter, ...others].map((it, place) => selectSet(place, matchesFilter(it))),
    sql` union all `,
  );
}

/** `attributes`: the names of those that are filters. A pair may have two rows: of products that have it as an option, and as an attribute. */
export const countValues = (sets: SQL, attributes: readonly string[]): SQL => sql`select set, substr(token, 2) as pair, count from (
    select set, token, count(*)::int as count from (${sets}) counted cross join unnest(facets) token group by 1, 2
  ) tokens where starts_with(token, 'o') or split_part(token, ':', 1) = any(${sql.param(attributes.map((name) => `a${name}`))}::text[])`;
