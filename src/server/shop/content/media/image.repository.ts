/** Which images are used, and which may be given to a product. */
import { type Column, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { unattachedImages } from '../../database/schema/catalog.ts';
import { orderLines } from '../../database/schema/order.ts';

/** The list is a single parameter, because PostgreSQL allows 65,535 parameters per statement. */
const isOneOf = (column: Column, ids: string[]) => sql`${column} = any(${sql.param(ids)}::text[])`;

/** The setting `{ imageId }` with the shop's logo. */
export const LOGO_SETTING = 'shop-logo';

/** The setting `{ imageId }` with the placeholder for products without an image. */
export const PLACEHOLDER_SETTING = 'placeholder-image';

/**
 * Those of these images that a product, category, brand or collection shows or may be given, or that are the shop's logo or placeholder. In one statement, because two
 * would miss an image that is given to a product in between.
 */
export async function listShownImageIds(db: Database, imageIds: string[]): Promise<Set<string>> {
  // Thousands of products may show the same image, so the search for each id stops at the first.
  const rows = await query<{ id: string }>(
    db,
    sql`select asked.id from unnest(${sql.param(imageIds)}::text[]) as asked(id)
      where exists (select from products where image_id = asked.id) or exists (select from product_images where image_id = asked.id)
        or exists (select from categories where image_id = asked.id)
        or exists (select from brands where image_id = asked.id) or exists (select from collections where image_id = asked.id)
        or exists (select from unattached_images where image_id = asked.id)
        or exists (select from settings where key in (${LOGO_SETTING}, ${PLACEHOLDER_SETTING}) and value ->> 'imageId' = asked.id)`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Those of these images that an order line uses. */
export async function listOrderedImageIds(db: Database, imageIds: string[]): Promise<Set<string>> {
  const rows = await db.selectDistinct({ imageId: orderLines.imageId }).from(orderLines).where(isOneOf(orderLines.imageId, imageIds));
  return new Set(rows.map((row) => row.imageId));
}

export async function addUnattachedImages(db: Database, imageIds: string[], since: Date): Promise<void> {
  if (!imageIds.length) return;
  const rows = imageIds.map((imageId) => ({ imageId, since }));
  await db.insert(unattachedImages).values(rows).onConflictDoUpdate({ target: unattachedImages.imageId, set: { since } });
}

/** Returns the images that could be taken; if two transactions take the same image, one gets it. */
export async function takeUnattachedImages(tx: Database, imageIds: string[]): Promise<Set<string>> {
  if (!imageIds.length) return new Set();
  const rows = await tx.delete(unattachedImages).where(inArray(unattachedImages.imageId, imageIds)).returning();
  return new Set(rows.map((row) => row.imageId));
}

export async function forgetUnattachedImages(db: Database, before: Date): Promise<void> {
  await db.delete(unattachedImages).where(lt(unattachedImages.since, before));
}
