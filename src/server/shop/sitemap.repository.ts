import { asc } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { products } from '../database/schema/product.ts';

export async function countProducts(db: Database): Promise<number> {
  return db.$count(products);
}

/** Part `part` (from 1) of all products, in an order that new ones don't upset much. */
export async function listProductAddresses(db: Database, part: number, size: number): Promise<{ slug: string; updatedAt: Date }[]> {
  return db
    .select({ slug: products.slug, updatedAt: products.updatedAt })
    .from(products)
    .orderBy(asc(products.createdAt), asc(products.id))
    .limit(size)
    .offset((part - 1) * size);
}
