import { eq, like, or } from 'drizzle-orm';
import type { Product } from '../../../contract/product.ts';
import type { Database } from '../../database/connect.ts';
import { products } from '../../database/schema/catalog.ts';
import { createMovements, setStock } from '../../inventory/stock.repository.ts';
import { productColumns, toProduct } from './product-row.repository.ts';

export async function findProduct(db: Database, id: string): Promise<Product | null> {
  const [row] = await db.select(productColumns).from(products).where(eq(products.id, id));
  return row ? toProduct(row) : null;
}

export async function findProductBySlug(db: Database, slug: string): Promise<Product | null> {
  const [row] = await db.select(productColumns).from(products).where(eq(products.slug, slug));
  return row ? toProduct(row) : null;
}

/** The slugs that are `slug` or begin with `slug-`. A slug contains no wildcard of `like`. */
export async function listProductSlugs(db: Database, slug: string): Promise<Set<string>> {
  const rows = await db
    .select({ slug: products.slug })
    .from(products)
    .where(or(eq(products.slug, slug), like(products.slug, `${slug}-%`)));
  return new Set(rows.map((row) => row.slug));
}

/** Its first stock is written to the ledger in the same transaction. */
export async function createProduct(db: Database, product: typeof products.$inferInsert & { createdAt: Date }): Promise<Product> {
  return db.transaction(async (tx) => {
    const [row] = await tx.insert(products).values(product).returning(productColumns);
    if (!row) throw new Error('an insert gave no row');
    await createMovements(tx, [{ productId: row._id, kind: 'import', quantity: row.quantity }], product.createdAt);
    return toProduct(row);
  });
}

/** Absent columns stay as they are. A new quantity is written to the ledger. Null where there is no such product. */
export async function updateProduct(
  db: Database,
  id: string,
  { quantity, ...change }: Partial<Omit<typeof products.$inferInsert, 'id' | 'createdAt'>> & { updatedAt: Date },
): Promise<Product | null> {
  return db.transaction(async (tx) => {
    if (quantity !== undefined) await setStock(tx, id, quantity, change.updatedAt);
    const [row] = await tx.update(products).set(change).where(eq(products.id, id)).returning(productColumns);
    return row ? toProduct(row) : null;
  });
}

export async function deleteProduct(db: Database, id: string): Promise<boolean> {
  const rows = await db.delete(products).where(eq(products.id, id)).returning({ id: products.id });
  return rows.length > 0;
}
