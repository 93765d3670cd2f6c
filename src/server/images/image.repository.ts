import { type Column, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { products } from '../database/schema/catalog.ts';
import { orderLines } from '../database/schema/order.ts';

/** The whole list as one parameter: PostgreSQL allows 65,535 parameters per statement. */
const isOneOf = (column: Column, ids: string[]) => sql`${column} = any(${sql.param(ids)}::text[])`;

/** Those of these images that a product uses. */
export async function listShownImageIds(db: Database, imageIds: string[]): Promise<Set<string>> {
  const rows = await db.select({ imageId: products.imageId }).from(products).where(isOneOf(products.imageId, imageIds));
  return new Set(rows.map((row) => row.imageId));
}

/** Those of these images that an order line uses. A full scan: order lines have no index on images. */
export async function listOrderedImageIds(db: Database, imageIds: string[]): Promise<Set<string>> {
  const rows = await db.selectDistinct({ imageId: orderLines.imageId }).from(orderLines).where(isOneOf(orderLines.imageId, imageIds));
  return new Set(rows.map((row) => row.imageId));
}
