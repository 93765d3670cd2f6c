import { and, eq, isNull, like, or, sql } from 'drizzle-orm';
import type { ListedBrand, VersionedBrand } from '../../../../contract/brand.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { imageUrl } from '../../content/media/image-url.ts';
import { brands } from '../../database/schema/brand.ts';

const columns = {
  _id: brands.id,
  name: brands.name,
  slug: brands.slug,
  description: brands.description,
  imageId: brands.imageId,
  imageAlt: brands.imageAlt,
  maker: brands.maker,
  version: brands.version,
};

const found = { ...columns, mergedInto: brands.mergedInto };

/** A brand as it is stored: its image by id. An empty `imageAlt` means the brand's name. */
export interface BrandRow extends Omit<VersionedBrand, 'image'> {
  imageId: string | null;
  imageAlt: string;
}

export function toBrand<T extends BrandRow>({ imageId, imageAlt, ...brand }: T) {
  return { ...brand, image: imageId === null ? null : { url: imageUrl(imageId), alt: imageAlt || brand.name } };
}

/** One that was merged into another is no brand of its own: its name and its address are that one's. */
const isShown = sql`b.merged_into is null`;
const ROW = sql`b.id as _id, b.name, b.slug, b.description, b.image_id as "imageId", b.image_alt as "imageAlt", b.maker, b.version`;

/** By name. `keyword`: in any case, anywhere in the name. */
export async function listBrands(
  db: Database,
  keyword: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ brands: ListedBrand[]; total: number }> {
  const isFound = keyword ? sql`lower(b.name) like ${`%${keyword.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}` : sql`true`;
  const rows = await query<BrandRow & { count: number }>(
    db,
    sql`select ${ROW}, (select count(*)::int from products where brand_id = b.id) as count
      from brands b where ${isShown} and ${isFound} order by lower(b.name), b.id limit ${limit} offset ${offset}`,
  );
  const [counted] = await query<{ total: number }>(db, sql`select count(*)::int as total from brands b where ${isShown} and ${isFound}`);
  return { brands: rows.map(toBrand), total: counted?.total ?? 0 };
}

/** Or the one that it is merged into. */
async function toShown(db: Database, row: (BrandRow & { mergedInto: string | null }) | undefined): Promise<BrandRow | null> {
  if (!row) return null;
  const { mergedInto, ...brand } = row;
  return mergedInto ? findBrand(db, mergedInto) : brand;
}

export async function findBrand(db: Database, id: string): Promise<BrandRow | null> {
  const [row] = await db.select(found).from(brands).where(eq(brands.id, id));
  return toShown(db, row);
}

export async function findBrandBySlug(db: Database, slug: string): Promise<BrandRow | null> {
  const [row] = await db.select(found).from(brands).where(eq(brands.slug, slug));
  return toShown(db, row);
}

/** By id; those that were deleted are missing. */
export async function listBrandNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = ids.length
    ? await query<{ id: string; name: string }>(db, sql`select id, name from brands where id = any(${sql.param(ids)}::uuid[])`)
    : [];
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Locks it until the transaction ends. Null for one that is merged into another. */
export async function lockBrand(tx: Database, id: string): Promise<BrandRow | null> {
  const [row] = await tx
    .select(columns)
    .from(brands)
    .where(and(eq(brands.id, id), isNull(brands.mergedInto)))
    .for('update');
  return row ?? null;
}

/** The slugs that are `slug` or begin with `slug-`. A slug contains no wildcard of `like`. */
export async function listBrandSlugs(db: Database, slug: string): Promise<Set<string>> {
  const rows = await db
    .select({ slug: brands.slug })
    .from(brands)
    .where(or(eq(brands.slug, slug), like(brands.slug, `${slug}-%`)));
  return new Set(rows.map((row) => row.slug));
}

type BrandColumns = Partial<Omit<typeof brands.$inferInsert, 'id' | 'version'>>;

export async function createBrand(tx: Database, brand: typeof brands.$inferInsert): Promise<BrandRow> {
  const [row] = await tx.insert(brands).values(brand).returning(columns);
  if (!row) throw new Error('the created brand is missing');
  return row;
}

export async function updateBrand(tx: Database, id: string, change: BrandColumns): Promise<BrandRow | null> {
  const [row] = await tx.update(brands).set(change).where(eq(brands.id, id)).returning(columns);
  return row ?? null;
}

export async function deleteBrand(db: Database, id: string): Promise<boolean> {
  return (await db.delete(brands).where(eq(brands.id, id)).returning({ id: brands.id })).length > 0;
}

export async function countBrandProducts(db: Database, id: string): Promise<number> {
  const [row] = await query<{ count: number }>(db, sql`select count(*)::int as count from products where brand_id = ${id}`);
  return row?.count ?? 0;
}

/** The ids of the brands with these names, in any case, by the names as they were asked for; those that there aren't are missing. */
export async function findBrandIds(db: Database, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await query<{ name: string; id: string }>(
    db,
    sql`select asked.name, coalesce(b.merged_into, b.id) as id from unnest(${sql.param(names)}::text[]) asked(name) join brands b on lower(b.name) = lower(asked.name)`,
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** Unless another one has taken name or slug meanwhile. */
export async function createBrandIfFree(tx: Database, brand: typeof brands.$inferInsert): Promise<void> {
  await tx.insert(brands).values(brand).onConflictDoNothing();
}
