/** The condition that a product is in chosen categories, or below them. */
import { type SQL, sql } from 'drizzle-orm';
import type { CategoryFilter } from './category-filter.ts';

/** Of a single category, an index has the products in the order of a list; found by `any` they would have to be sorted. */
export function isInMainCategory({ categoryIds: ids }: CategoryFilter): SQL {
  const [first, ...others] = ids;
  if (first === undefined) return sql`true`;
  return others.length ? sql`category_id = any(${sql.param(ids)}::uuid[])` : sql`category_id = ${first}::uuid`;
}

/** Literally the condition of the index products_further. */
export const isInFurtherCategory = (ids: readonly string[]): SQL =>
  sql`further_category_ids <> '{}' and further_category_ids && ${sql.param(ids)}::uuid[]`;

export const isInCategory = (filter: CategoryFilter): SQL =>
  filter.furtherIds?.length ? sql`(${isInMainCategory(filter)} or (${isInFurtherCategory(filter.furtherIds)}))` : isInMainCategory(filter);
