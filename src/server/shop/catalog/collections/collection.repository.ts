import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { ListedPublicCollection } from '../../../../contract/collection.ts';
import type { AdminCollection } from '../../../../contract/collection-admin.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { imageUrl } from '../../content/media/image-url.ts';
import { collections } from '../../database/schema/collection.ts';

export type CollectionRow = typeof collections.$inferSelect;

export const toImage = ({ imageId, imageAlt, title }: Pick<CollectionRow, 'imageId' | 'imageAlt' | 'title'>) =>
  imageId === null ? null : { url: imageUrl(imageId), alt: imageAlt || title };

export const toAdminCollection = (row: CollectionRow): AdminCollection => ({
  _id: row.id,
  title: row.title,
  slug: row.slug,
  text: row.text,
  image: toImage(row),
  isPublished: row.isPublished,
  isInMenu: row.isInMenu,
  sort: row.sort,
  rule: row.rule,
  products: row.productIds,
  seoTitle: row.seoTitle,
  seoDescription: row.seoDescription,
  updatedAt: row.updatedAt.toISOString(),
  version: row.version,
});

export async function findCollection(db: Database, id: string): Promise<CollectionRow | null> {
  const [row] = await db.select().from(collections).where(eq(collections.id, id));
  return row ?? null;
}

export async function findCollectionBySlug(db: Database, slug: string): Promise<CollectionRow | null> {
  const [row] = await db.select().from(collections).where(eq(collections.slug, slug));
  return row ?? null;
}

export interface HandMade {
  id: string;
  /** What is in it follows from a rule. */
  hasRule: boolean;
  productIds: readonly string[];
}

/** Nothing is asked where there are none. */
export async function listBySlugs(db: Database, slugs: string[]): Promise<Map<string, HandMade>> {
  if (!slugs.length) return new Map();
  const { id, slug, rule, productIds } = collections;
  const rows = await db
    .select({ id, slug, hasRule: sql<boolean>`${rule} is not null`, productIds })
    .from(collections)
    .where(inArray(slug, slugs));
  return new Map(rows.map(({ slug: own, ...row }) => [own, row]));
}

/** Nobody else changes it until the transaction ends. */
export async function lockCollection(tx: Database, id: string): Promise<CollectionRow | null> {
  const [row] = await tx.select().from(collections).where(eq(collections.id, id)).for('no key update');
  return row ?? null;
}

/** Published ones, by title. */
export async function listPublished(db: Database): Promise<ListedPublicCollection[]> {
  const rows = await db
    .select({ _id: collections.id, title: collections.title, slug: collections.slug, imageId: collections.imageId })
    .from(collections)
    .where(eq(collections.isPublished, true))
    .orderBy(asc(sql`lower(${collections.title})`), asc(collections.id));
  return rows.map(({ imageId, ...row }) => ({ ...row, image: imageId && imageUrl(imageId) }));
}

/** For the sitemap. */
export async function listPublishedUrls(db: Database): Promise<Pick<CollectionRow, 'slug' | 'updatedAt'>[]> {
  const { slug, updatedAt, isPublished } = collections;
  return db.select({ slug, updatedAt }).from(collections).where(eq(isPublished, true)).orderBy(asc(slug));
}

export async function listAll(db: Database, offset: number, limit: number) {
  const rows = await db
    .select({
      _id: collections.id,
      title: collections.title,
      slug: collections.slug,
      isPublished: collections.isPublished,
      isInMenu: collections.isInMenu,
      hasRule: sql<boolean>`${collections.rule} is not null`,
      productCount: sql<number>`cardinality(${collections.productIds})`,
      updatedAt: collections.updatedAt,
    })
    .from(collections)
    .orderBy(asc(collections.title), asc(collections.id))
    .limit(limit)
    .offset(offset);
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }));
}

export const countCollections = (db: Database): Promise<number> => db.$count(collections);

/** Slugs that are this one, or begin with it and a dash. */
export async function listCollectionSlugs(db: Database, slug: string): Promise<Set<string>> {
  const rows = await db
    .select({ slug: collections.slug })
    .from(collections)
    .where(or(eq(collections.slug, slug), sql`starts_with(${collections.slug}, ${`${slug}-`})`));
  return new Set(rows.map((row) => row.slug));
}

export async function createCollection(db: Database, row: typeof collections.$inferInsert): Promise<CollectionRow> {
  const [created] = await db.insert(collections).values(row).returning();
  if (!created) throw new Error('an insert gave no row');
  return created;
}

export async function updateCollection(tx: Database, id: string, fields: Partial<CollectionRow>): Promise<CollectionRow> {
  const [row] = await tx.update(collections).set(fields).where(eq(collections.id, id)).returning();
  if (!row) throw new Error('a locked collection is gone');
  return row;
}

export async function deleteCollection(db: Database, id: string): Promise<CollectionRow | null> {
  const [row] = await db.delete(collections).where(eq(collections.id, id)).returning();
  return row ?? null;
}
