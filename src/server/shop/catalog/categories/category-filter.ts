/** Which products are in chosen categories, or below them. */
import { type SQL, sql } from 'drizzle-orm';

/** Branches of the tree of categories; category-tree.ts makes it from the categories that were chosen. */
export interface CategoryFilter {
  /** Any of these categories; empty: all. */
  categoryIds: readonly string[];
  /** Those of them that products have as further ones. Absent or empty: each product is in its main category alone. */
  furtherIds?: readonly string[];
  /** What their products are counted under: these categories, and combinations with one of them. Absent: the categories alone. */
  countKeys?: readonly string[];
  /** The single category that was chosen, at the top of a branch. */
  rootId?: string;
}

export const ALL_CATEGORIES: CategoryFilter = { categoryIds: [] };

/** Only the categories of a filter. */
export const pickCategories = ({ categoryIds, furtherIds, countKeys, rootId }: CategoryFilter): CategoryFilter => ({
  categoryIds,
  ...(furtherIds && { furtherIds }),
  ...(countKeys && { countKeys }),
  ...(rootId !== undefined && { rootId }),
});

/** The one category that was chosen, `''` if none was; null: several were. */
export const findChosenCategory = ({ categoryIds, rootId }: CategoryFilter): string | null =>
  rootId ?? (categoryIds.length > 1 ? null : (categoryIds[0] ?? ''));

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
