import { asc, eq, like, or, sql } from 'drizzle-orm';
import type { Category, ListedCategory } from '../../contract/category.ts';
import type { Database } from '../database/open.ts';
import { categories, products } from '../database/schema/product.ts';
import { imageAddress } from '../images/address.ts';

const columns = { _id: categories.id, name: categories.name, slug: categories.slug };

/** By name, with how many products each holds and the picture of its newest one. */
export async function listCategories(db: Database): Promise<ListedCategory[]> {
  const newest = db
    .select({
      categoryId: products.categoryId,
      count: sql<number>`count(*)::int`.as('count'),
      imageId: sql<string>`(array_agg(${products.imageId} order by ${products.createdAt} desc, ${products.id}))[1]`.as('image_id'),
    })
    .from(products)
    .groupBy(products.categoryId)
    .as('newest');
  const rows = await db
    .select({ ...columns, count: newest.count, imageId: newest.imageId })
    .from(categories)
    .leftJoin(newest, eq(newest.categoryId, categories.id))
    .orderBy(asc(sql`lower(${categories.name})`), asc(categories.id));
  return rows.map(({ imageId, count, ...category }) => ({ ...category, count: count ?? 0, image: imageId ? imageAddress(imageId) : null }));
}

export async function findCategory(db: Database, id: string): Promise<Category | null> {
  const [row] = await db.select(columns).from(categories).where(eq(categories.id, id));
  return row ?? null;
}

export async function findCategoryBySlug(db: Database, slug: string): Promise<Category | null> {
  const [row] = await db.select(columns).from(categories).where(eq(categories.slug, slug));
  return row ?? null;
}

export async function findCategoryByName(db: Database, name: string): Promise<Category | null> {
  const [row] = await db
    .select(columns)
    .from(categories)
    .where(eq(sql`lower(${categories.name})`, sql`lower(${name})`));
  return row ?? null;
}

/** Every slug that is `slug` or begins with `slug-`. */
export async function listCategorySlugs(db: Database, slug: string): Promise<Set<string>> {
  const rows = await db
    .select({ slug: categories.slug })
    .from(categories)
    .where(or(eq(categories.slug, slug), like(categories.slug, `${slug}-%`)));
  return new Set(rows.map((row) => row.slug));
}

export async function createCategory(db: Database, category: { id: string; name: string; slug: string }): Promise<Category> {
  await db.insert(categories).values(category);
  return { _id: category.id, name: category.name, slug: category.slug };
}

export async function updateCategory(db: Database, id: string, name: string): Promise<Category | null> {
  const [row] = await db.update(categories).set({ name }).where(eq(categories.id, id)).returning(columns);
  return row ?? null;
}

export async function deleteCategory(db: Database, id: string): Promise<boolean> {
  const rows = await db.delete(categories).where(eq(categories.id, id)).returning({ id: categories.id });
  return rows.length > 0;
}

export async function countProductsIn(db: Database, id: string): Promise<number> {
  return db.$count(products, eq(products.categoryId, id));
}
