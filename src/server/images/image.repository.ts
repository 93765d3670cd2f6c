import { type Column, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { products } from '../database/schema/catalog.ts';
import { orderLines } from '../database/schema/order.ts';

/** One value however many they are: a statement takes 65,535 at the most. */
const isOneOf = (column: Column, ids: string[]) => sql`${column} = any(${sql.param(ids)}::text[])`;

/** Of these pictures, those that a product shows. */
export async function listShownImageIds(db: Database, imageIds: string[]): Promise<Set<string>> {
  const rows = await db.select({ imageId: products.imageId }).from(products).where(isOneOf(products.imageId, imageIds));
  return new Set(rows.map((row) => row.imageId));
}

/** Of these pictures, those that an order remembers: all order lines are looked through. */
export async function listOrderedImageIds(db: Database, imageIds: string[]): Promise<Set<string>> {
  const rows = await db.selectDistinct({ imageId: orderLines.imageId }).from(orderLines).where(isOneOf(orderLines.imageId, imageIds));
  return new Set(rows.map((row) => row.imageId));
}
