import { and, asc, eq, inArray, isNull, like, or, sql } from 'drizzle-orm';
import type { Category, DescribedCategory, ListedCategory } from '../../../../contract/category.ts';
import type { VersionedCategory } from '../../../../contract/category-admin.ts';
import type { CustomFields } from '../../../../contract/custom-field-values.ts';
import { takeNamedLock } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { imageUrl } from '../../content/media/image-url.ts';
import { isListed, products } from '../../database/schema/catalog.ts';
import { categories } from '../../database/schema/category.ts';
import { categoryCombinations, priceCounts } from '../../database/schema/derived.ts';
import { isInFurtherCategory } from './category-filter.repository.ts';
import type { CategoryFilter } from './category-filter.ts';

const columns = { _id: categories.id, name: categories.name, slug: categories.slug };
const describedColumns = {
  ...columns,
  parent: categories.parentId,
  description: categories.description,
  imageId: categories.imageId,
  imageAlt: categories.imageAlt,
  custom: categories.custom,
};
const versionedColumns = { ...describedColumns, version: categories.version, googleCategory: categories.googleCategory };

/** A category as it is stored: its own image by id. An empty `imageAlt` means the category's name. */
export interface CategoryRow extends Category {
  parent: string | null;
  description: string;
  imageId: string | null;
  imageAlt: string;
  custom: CustomFields | null;
  version: number;
  /** Null: that of its parent. */
  googleCategory: string | null;
}

type DescribedRow = Omit<CategoryRow, 'version' | 'googleCategory'> & Partial<Pick<CategoryRow, 'googleCategory'>>;

/** As everybody may see it: without the values of fields. */
export function toDescribed<T extends DescribedRow>({ imageId, imageAlt, parent, googleCategory, custom: _custom, ...category }: T) {
  const ownImage = imageId === null ? null : { url: imageUrl(imageId), alt: imageAlt || category.name };
  return { ...category, ...(parent && { parent }), ...(googleCategory && { googleCategory }), ownImage };
}

/** As the team sees it. */
export const toVersioned = (row: CategoryRow): VersionedCategory => ({
  ...toDescribed(row),
  ...(row.custom && { customFields: row.custom }),
});

/** A category by itself: its number of products is that of those whose only category it is. */
export type CountedCategory = ListedCategory & { position: number };

/** Products that are in several categories, by their combination. */
export interface CategoryCombination {
  id: string;
  categoryIds: string[];
  count: number;
}

// Adds up the counts by price bucket, of which there are fewer than prices.
const selectCounts = (db: Database) =>
  db
    .select({ categoryId: priceCounts.categoryId, count: sql<number>`sum(${priceCounts.count})`.as('count') })
    .from(priceCounts)
    .where(sql`${priceCounts.isBucket}`)
    .groupBy(priceCounts.categoryId)
    .as('counts');

/** Sorted by name, each with its number of products and, if it has no image of its own, the image of its newest product. */
export async function listCategories(db: Database): Promise<{ categories: CountedCategory[]; combinations: CategoryCombination[] }> {
  const newest = db
    .select({ imageId: products.imageId })
    .from(products)
    .where(and(eq(products.categoryId, categories.id), isListed(products.status)))
    .orderBy(sql`${products.createdAt} desc nulls last`, products.id)
    .limit(1);
  // One query for all categories, because the index is sorted by price.
  const counts = selectCounts(db);
  const rows = await db
    .select({
      ...versionedColumns,
      position: categories.position,
      count: sql<number>`coalesce(${counts.count}, 0)::int`,
      newestImageId: sql<string | null>`(${newest})`,
      hasCombinations: sql<boolean>`exists (select from ${categoryCombinations})`,
    })
    .from(categories)
    .leftJoin(counts, eq(counts.categoryId, categories.id))
    .orderBy(asc(sql`lower(${categories.name})`), asc(categories.id));
  const listed = rows.map(({ newestImageId, hasCombinations: _h, ...row }) => {
    const shownId = row.imageId ?? newestImageId;
    return { ...toDescribed(row), image: shownId ? imageUrl(shownId) : null };
  });
  return { categories: listed, combinations: rows[0]?.hasCombinations ? await listCombinations(db) : [] };
}

async function listCombinations(db: Database): Promise<CategoryCombination[]> {
  const counts = selectCounts(db);
  const { id, categoryId, furtherIds } = categoryCombinations;
  return db
    .select({ id, categoryIds: sql<string[]>`${categoryId} || ${furtherIds}`, count: sql<number>`${counts.count}::int` })
    .from(categoryCombinations)
    .innerJoin(counts, eq(counts.categoryId, id));
}

export async function findCategory(db: Database, id: string): Promise<Category | null> {
  const [row] = await db.select(columns).from(categories).where(eq(categories.id, id));
  return row ?? null;
}

export interface NamedCategory {
  id: string;
  name: string;
  parentId: string | null;
}

export async function listNamedCategories(db: Database): Promise<NamedCategory[]> {
  return db.select({ id: categories.id, name: categories.name, parentId: categories.parentId }).from(categories);
}

/** By id; those that were deleted are missing. */
export async function listCategoryNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = ids.length
    ? await db
        .select({ id: categories.id, name: categories.name })
        .from(categories)
        .where(inArray(categories.id, [...ids]))
    : [];
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** As its page shows it: with the products that it puts first, and all values of the merchant's fields. */
export type ShownCategory = DescribedCategory & { pinnedIds: string[] } & Pick<CategoryRow, 'custom'>;

export async function findCategoryBySlug(db: Database, slug: string): Promise<ShownCategory | null> {
  const [row] = await db
    .select({ ...describedColumns, pinnedIds: categories.pinnedIds })
    .from(categories)
    .where(eq(categories.slug, slug));
  return row ? { ...toDescribed(row), custom: row.custom } : null;
}

export async function findVersionedCategory(db: Database, id: string): Promise<VersionedCategory | null> {
  const [row] = await db.select(versionedColumns).from(categories).where(eq(categories.id, id));
  return row ? toVersioned(row) : null;
}

/** Categories with all that are below them. Nothing is asked for no categories. */
export async function listWithBelow(db: Database, ids: readonly string[]): Promise<string[]> {
  if (!ids.length) return [];
  const rows = await query<{ id: string }>(
    db,
    sql`with recursive branch as (
        select unnest(${sql.param(ids)}::uuid[]) as id union select c.id from categories c join branch b on c.parent_id = b.id
      ) select id from branch`,
  );
  return rows.map(({ id }) => id);
}

/** A category with those below it, for callers that have no tree in memory; an unknown one has no products. */
export async function findBranch(db: Database, id: string): Promise<CategoryFilter> {
  const categoryIds = await listWithBelow(db, [id]);
  const rows = await query<{ id: string }>(
    db,
    sql`select asked.id from unnest(${sql.param(categoryIds)}::uuid[]) asked(id) where exists (select from category_combinations where asked.id = any(further_ids))`,
  );
  return { categoryIds, furtherIds: rows.map((row) => row.id), rootId: id };
}

/** The slugs that are `slug` or begin with `slug-`. A slug contains no wildcard of `like`. */
export async function listCategorySlugs(db: Database, slug: string): Promise<Set<string>> {
  const rows = await db
    .select({ slug: categories.slug })
    .from(categories)
    .where(or(eq(categories.slug, slug), like(categories.slug, `${slug}-%`)));
  return new Set(rows.map((row) => row.slug));
}

export async function createCategory(db: Database, category: typeof categories.$inferInsert): Promise<VersionedCategory> {
  const [row] = await db.insert(categories).values(category).returning(versionedColumns);
  if (!row) throw new Error('an insert gave no row');
  return toVersioned(row);
}

/** Nobody else changes it until the transaction ends. */
export async function lockCategory(tx: Database, id: string): Promise<CategoryRow | null> {
  const [row] = await tx.select(versionedColumns).from(categories).where(eq(categories.id, id)).for('no key update');
  return row ?? null;
}

export type CategoryUpdate = Partial<Pick<CategoryRow, 'name' | 'description' | 'imageId' | 'imageAlt' | 'custom' | 'googleCategory'>> & {
  parentId?: string | null;
  position?: number;
};

export async function updateCategory(db: Database, id: string, change: CategoryUpdate): Promise<VersionedCategory | null> {
  const [row] = await db.update(categories).set(change).where(eq(categories.id, id)).returning(versionedColumns);
  return row ? toVersioned(row) : null;
}

export async function deleteCategory(db: Database, id: string): Promise<boolean> {
  const rows = await db.delete(categories).where(eq(categories.id, id)).returning({ id: categories.id });
  return rows.length > 0;
}

/** Also those that have it as a further one. */
export async function countCategoryProducts(db: Database, id: string): Promise<number> {
  return db.$count(products, or(eq(products.categoryId, id), isInFurtherCategory([id])));
}

export interface Brother {
  id: string;
  position: number;
}

/**
 * Nobody else moves a category until the transaction ends. Taken before any row of the tree is locked, as on_category_placed takes it too: so two who
 * move at once don't wait for each other in a circle.
 */
export const lockTree = (tx: Database): Promise<void> => takeNamedLock(tx, 'categoryTree');

/** Those of one parent, in their order, and by name where nobody has ordered them. */
export async function listBrothers(tx: Database, parent: string | null): Promise<Brother[]> {
  return tx
    .select({ id: categories.id, position: categories.position })
    .from(categories)
    .where(parent === null ? isNull(categories.parentId) : eq(categories.parentId, parent))
    .orderBy(categories.position, sql`lower(${categories.name})`, categories.id);
}

/** Numbers them from 1, and writes only what differs. */
export async function orderCategories(tx: Database, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`update categories set position = place from unnest(${sql.param(ids)}::uuid[]) with ordinality wanted (wanted_id, place)
    where id = wanted_id and position <> place`);
}

/** The order isn't among a row's changes in the audit log, because ordering one category numbers its brothers too. */
export async function recordOrder(tx: Database, { _id, name }: Category, before: number, after: number): Promise<void> {
  const changes = JSON.stringify({ place: { before, after } });
  await tx.execute(sql`select write_audit_row('change', 'updated', 'category', ${_id}, ${name}, null, ${changes}::jsonb, '{}')`);
}

export const countChildren = (db: Database, id: string): Promise<number> => db.$count(categories, eq(categories.parentId, id));
