/** Which products are in chosen categories, or below them. */
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
