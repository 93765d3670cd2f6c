import { eq, like, or } from 'drizzle-orm';
import type { Product } from '../../../contract/product.ts';
import type { Database } from '../../database/connect.ts';
import { products } from '../../database/schema/catalog.ts';
import { createMovements } from '../../inventory/stock.repository.ts';
import { type ProductRow, productColumns, toProduct } from './product-row.repository.ts';

/** With the version that an edit form sends back. */
export interface VersionedProduct {
  product: Product;
  version: number;
}

const versionedColumns = { ...productColumns, version: products.version };

function toVersioned({ version, ...row }: ProductRow & { version: number }): VersionedProduct {
  return { product: toProduct(row), version };
}

export async function findProduct(db: Database, id: string): Promise<VersionedProduct | null> {
  const [row] = await db.select(versionedColumns).from(products).where(eq(products.id, id));
  return row ? toVersioned(row) : null;
}

export async function findProductBySlug(db: Database, slug: string): Promise<VersionedProduct | null> {
  const [row] = await db.select(versionedColumns).from(products).where(eq(products.slug, slug));
  return row ? toVersioned(row) : null;
}

/** Nobody else changes or sells it until the transaction ends. */
export async function lockProduct(tx: Database, id: string): Promise<(ProductRow & { version: number }) | null> {
  const [row] = await tx.select(versionedColumns).from(products).where(eq(products.id, id)).for('update');
  return row ?? null;
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
export async function createProduct(db: Database, product: typeof products.$inferInsert & { createdAt: Date }): Promise<VersionedProduct> {
  return db.transaction(async (tx) => {
    const [row] = await tx.insert(products).values(product).returning(versionedColumns);
    if (!row) throw new Error('an insert gave no row');
    await createMovements(tx, [{ productId: row._id, kind: 'import', quantity: row.quantity }], product.createdAt);
    return toVersioned(row);
  });
}

/** All but the stock, which only inventory/ changes. */
export type ProductUpdate = Partial<Omit<typeof products.$inferInsert, 'id' | 'createdAt' | 'quantity' | 'version'>>;

/** Absent columns stay as they are. Null where there is no such product. */
export async function updateProduct(db: Database, id: string, change: ProductUpdate): Promise<VersionedProduct | null> {
  const [row] = await db.update(products).set(change).where(eq(products.id, id)).returning(versionedColumns);
  return row ? toVersioned(row) : null;
}

export async function deleteProduct(db: Database, id: string): Promise<boolean> {
  const rows = await db.delete(products).where(eq(products.id, id)).returning({ id: products.id });
  return rows.length > 0;
}
