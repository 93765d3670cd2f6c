import type { Database } from '../database/open.ts';
import { orderLines } from '../database/schema/order.ts';
import { products } from '../database/schema/product.ts';

/** The ids of all pictures that a product shows or an order remembers. */
export async function listUsedImageIds(db: Database): Promise<Set<string>> {
  const ofProducts = await db.selectDistinct({ imageId: products.imageId }).from(products);
  const ofOrders = await db.selectDistinct({ imageId: orderLines.imageId }).from(orderLines);
  return new Set([...ofProducts, ...ofOrders].map((row) => row.imageId));
}
