/** Inserts categories and products directly into the database, without image files. */
import { randomUUID } from 'node:crypto';
import type { DetailedProduct, Product } from '../../src/contract/product.ts';
import type { Database } from '../../src/server/platform/database/connect.ts';
import { products } from '../../src/server/shop/database/schema/catalog.ts';
import { categories } from '../../src/server/shop/database/schema/category.ts';
import { createMovements } from '../../src/server/shop/inventory/stock.repository.ts';

/** Returns the category's id. The slug is the lower-case name, so choose a single word. */
export async function makeCategory(db: Database, name = 'Shoes', parentId: string | null = null): Promise<string> {
  const id = randomUUID();
  await db.insert(categories).values({ id, name, slug: name.toLowerCase(), parentId });
  return id;
}

const BATCH = 100;

type ProductRow = typeof products.$inferInsert;

/** Inserts products with their stock, the first one newest. Only the category is required. Returns the rows. */
export async function makeProducts(db: Database, rows: (Partial<ProductRow> & { categoryId: string })[]): Promise<ProductRow[]> {
  const newestCreatedAt = Date.UTC(2026, 0, 1);
  const completeRows = rows.map((row, index) => {
    const id = row.id ?? randomUUID();
    return {
      id,
      name: `Product ${index + 1}`,
      slug: `product-${id}`,
      description: 'Well made and long lasting.',
      priceCents: 1000,
      quantity: 5,
      imageId: id.replaceAll('-', ''),
      createdAt: new Date(newestCreatedAt - index * 60_000),
      ...row,
    };
  });
  // In batches: each row updates the search index, and a statement may take five seconds.
  for (let offset = 0; offset < completeRows.length; offset += BATCH)
    await db.insert(products).values(completeRows.slice(offset, offset + BATCH));
  const initialMovements = completeRows.map(({ id, quantity }) => ({ productId: id, variantId: null, kind: 'import' as const, quantity }));
  await createMovements(db, initialMovements, new Date(newestCreatedAt));
  return completeRows;
}

/** The product as lists show it. */
export function toListed({ images: _images, attributes: _attributes, descriptionFormat: _format, ...product }: DetailedProduct): Product {
  return product;
}

/** The images of a product with one image and no alternative text. */
export const describedByName = ({ image, name }: Product): DetailedProduct['images'] => [{ url: image, alt: name }];
