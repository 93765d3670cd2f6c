/** Products that a category's page puts first, and which products there are. */
import { eq, sql } from 'drizzle-orm';
import type { PickedProduct } from '../../../../contract/pins.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { imageUrl } from '../../content/media/image-url.ts';
import { products } from '../../database/schema/catalog.ts';
import { categories } from '../../database/schema/category.ts';

export interface CategoryPins {
  products: string[];
  version: number;
}

const columns = { products: categories.pinnedIds, version: categories.version };

export async function findCategoryPins(db: Database, id: string): Promise<CategoryPins | null> {
  const [row] = await db.select(columns).from(categories).where(eq(categories.id, id));
  return row ?? null;
}

/** Nobody else changes the category until the transaction ends. */
export async function lockCategoryPins(tx: Database, id: string): Promise<CategoryPins | null> {
  const [row] = await tx.select(columns).from(categories).where(eq(categories.id, id)).for('no key update');
  return row ?? null;
}

export async function updateCategoryPins(tx: Database, id: string, pinnedIds: string[]): Promise<CategoryPins> {
  const [row] = await tx.update(categories).set({ pinnedIds }).where(eq(categories.id, id)).returning(columns);
  if (!row) throw new Error('a locked category is gone');
  return row;
}

/** By their ids, in any order. */
export async function listPicked(db: Database, ids: readonly string[]): Promise<PickedProduct[]> {
  if (!ids.length) return [];
  const { id, name, imageId, status } = products;
  const isAsked = sql`${products.id} = any(${sql.param(ids)}::uuid[])`;
  const rows = await db.select({ _id: id, name, imageId, status }).from(products).where(isAsked);
  return rows.map(({ imageId: image, ...row }) => ({ ...row, image: imageUrl(image) }));
}

/** Those of these ids that products have. */
export async function listExistingIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (!ids.length) return new Set();
  const isAsked = sql`${products.id} = any(${sql.param(ids)}::uuid[])`;
  const rows = await db.select({ id: products.id }).from(products).where(isAsked);
  return new Set(rows.map((row) => row.id));
}
