import { and, asc, eq, like, or, sql } from 'drizzle-orm';
import type { Category, DescribedCategory, ListedCategory, VersionedCategory } from '../../../../contract/category.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { imageUrl } from '../../content/media/image-url.ts';
import { categories, isListed, products } from '../../database/schema/catalog.ts';
import { priceCounts } from '../../database/schema/derived.ts';

const columns = { _id: categories.id, name: categories.name, slug: categories.slug };
const describedColumns = { ...columns, description: categories.description, imageId: categories.imageId, imageAlt: categories.imageAlt };
const versionedColumns = { ...describedColumns, version: categories.version };

/** A category as it is stored: its own image by id. An empty `imageAlt` means the category's name. */
export interface CategoryRow extends Category {
  description: string;
  imageId: string | null;
  imageAlt: string;
  version: number;
}

export function toDescribed<T extends Omit<CategoryRow, 'version'>>({ imageId, imageAlt, ...category }: T) {
  return { ...category, ownImage: imageId === null ? null : { url: imageUrl(imageId), alt: imageAlt || category.name } };
}

/** Sorted by name, each with its number of products and, if it has no image of its own, the image of its newest product. */
export async function listCategories(db: Database): Promise<ListedCategory[]> {
  const newest = db
    .select({ imageId: products.imageId })
    .from(products)
    .where(and(eq(products.categoryId, categories.id), isListed(products.status)))
    .orderBy(sql`${products.createdAt} desc nulls last`, products.id)
    .limit(1);
  // Counts by price bucket, of which there are fewer than prices. One query for all categories, because the index is sorted by price.
  const counts = db
    .select({ categoryId: priceCounts.categoryId, count: sql<number>`sum(${priceCounts.count})`.as('count') })
    .from(priceCounts)
    .where(sql`${priceCounts.isBucket}`)
    .groupBy(priceCounts.categoryId)
    .as('counts');
  const rows = await db
    .select({ ...versionedColumns, count: sql<number>`coalesce(${counts.count}, 0)::int`, newestImageId: sql<string | null>`(${newest})` })
    .from(categories)
    .leftJoin(counts, eq(counts.categoryId, categories.id))
    .orderBy(asc(sql`lower(${categories.name})`), asc(categories.id));
  return rows.map(({ newestImageId, ...row }) => {
    const shownId = row.imageId ?? newestImageId;
    return { ...toDescribed(row), image: shownId ? imageUrl(shownId) : null };
  });
}

export async function findCategory(db: Database, id: string): Promise<Category | null> {
  const [row] = await db.select(columns).from(categories).where(eq(categories.id, id));
  return row ?? null;
}

export async function findCategoryBySlug(db: Database, slug: string): Promise<DescribedCategory | null> {
  const [row] = await db.select(describedColumns).from(categories).where(eq(categories.slug, slug));
  return row ? toDescribed(row) : null;
}

export async function findCategoryByName(db: Database, name: string): Promise<Category | null> {
  const [row] = await db
    .select(columns)
    .from(categories)
    .where(eq(sql`lower(${categories.name})`, sql`lower(${name})`));
  return row ?? null;
}

/** Finds them by name, ignoring case. */
export async function listCategoryIds(db: Database, names: string[]): Promise<Map<string, string>> {
  if (!names.length) return new Map();
  const rows = await query<{ name: string; id: string }>(
    db,
    sql`select asked.name, c.id from unnest(${sql.param(names)}::text[]) as asked(name) join categories c on lower(c.name) = lower(asked.name)`,
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
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
  return toDescribed(row);
}

/** Nobody else changes it until the transaction ends. */
export async function lockCategory(tx: Database, id: string): Promise<CategoryRow | null> {
  const [row] = await tx.select(versionedColumns).from(categories).where(eq(categories.id, id)).for('no key update');
  return row ?? null;
}

export type CategoryUpdate = Partial<Pick<CategoryRow, 'name' | 'description' | 'imageId' | 'imageAlt'>>;

export async function updateCategory(db: Database, id: string, change: CategoryUpdate): Promise<VersionedCategory | null> {
  const [row] = await db.update(categories).set(change).where(eq(categories.id, id)).returning(versionedColumns);
  return row ? toDescribed(row) : null;
}

export async function deleteCategory(db: Database, id: string): Promise<boolean> {
  const rows = await db.delete(categories).where(eq(categories.id, id)).returning({ id: categories.id });
  return rows.length > 0;
}

export async function countCategoryProducts(db: Database, id: string): Promise<number> {
  return db.$count(products, eq(products.categoryId, id));
}
