import { and, asc, between, desc, eq, ilike, inArray, like, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Product, Sort } from '../../contract/product.ts';
import type { Database } from '../database/open.ts';
import { categories, products } from '../database/schema/product.ts';
import { imageAddress } from '../images/address.ts';
import { setStock, writeMovements } from './stock.repository.ts';

const columns = {
  _id: products.id,
  name: products.name,
  slug: products.slug,
  description: products.description,
  priceCents: products.priceCents,
  quantity: products.quantity,
  shipping: products.shipping,
  category: products.categoryId,
  imageId: products.imageId,
};

type Row = Omit<Product, 'price' | 'image'> & { priceCents: number; imageId: string };

function toProduct({ priceCents, imageId, ...rest }: Row): Product {
  return { ...rest, price: priceCents / 100, image: imageAddress(imageId) };
}

// `nulls last` is how the index was made: without it PostgreSQL wouldn't take the index, though no value is null.
const newestFirst = sql`${products.createdAt} desc nulls last`;

/** Each ends with the id, so that no product is on two pages or on none. */
const ORDERS: Record<Sort, SQL[]> = {
  newest: [newestFirst, asc(products.id)],
  'price-up': [asc(products.priceCents), asc(products.id)],
  'price-down': [desc(products.priceCents), desc(products.id)],
  name: [asc(sql`lower(${products.name})`), asc(products.id)],
};

export interface ProductFilter {
  /** Any of these; none means all. */
  categoryIds?: string[];
  /** Both inclusive. */
  cents?: { lowest: number; highest: number };
}

export interface Page {
  /** From 1. */
  page: number;
  limit: number;
  sort: Sort;
}

/** A page of what the filter leaves, and how many that is in all. */
export async function listProducts(
  db: Database,
  { categoryIds = [], cents }: ProductFilter,
  { page, limit, sort }: Page,
  words: string[] = [],
): Promise<{ products: Product[]; total: number }> {
  const where = and(
    ...words.map((word) => or(ilike(products.name, holding(word)), ilike(products.description, holding(word)))),
    categoryIds.length ? inArray(products.categoryId, categoryIds) : undefined,
    cents && between(products.priceCents, cents.lowest, cents.highest),
  );
  const [rows, total] = await Promise.all([
    db
      .select(columns)
      .from(products)
      .where(where)
      .orderBy(...ORDERS[sort])
      .limit(limit)
      .offset((page - 1) * limit),
    db.$count(products, where),
  ]);
  return { products: rows.map(toProduct), total };
}

/** `%`, `_` and `\` stand for themselves. */
function holding(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Products in which every word occurs; first those that have them all in the name, then newest first. */
export async function searchProducts(db: Database, words: string[], limit: number): Promise<Product[]> {
  const inName = and(...words.map((word) => ilike(products.name, holding(word))));
  const somewhere = words.map((word) => or(ilike(products.name, holding(word)), ilike(products.description, holding(word))));
  const rows = await db
    .select(columns)
    .from(products)
    .where(and(...somewhere))
    .orderBy(sql`case when ${inName} then 0 else 1 end`, newestFirst, asc(products.id))
    .limit(limit);
  return rows.map(toProduct);
}

/** How many products each choice gives; the ranges in cents, both bounds inclusive. */
export async function countFacets(
  db: Database,
  words: string[],
  { categoryIds = [], cents }: ProductFilter,
  ranges: readonly (readonly [number, number])[],
): Promise<{ categories: { _id: string; count: number }[]; prices: number[] }> {
  const found = words.map((word) => or(ilike(products.name, holding(word)), ilike(products.description, holding(word))));
  const inCents = cents && between(products.priceCents, cents.lowest, cents.highest);
  const inCategories = categoryIds.length ? inArray(products.categoryId, categoryIds) : undefined;
  const [counts, ...prices] = await Promise.all([
    db
      .select({ _id: categories.id, count: sql<number>`count(${products.id})::int` })
      .from(categories)
      .leftJoin(products, and(eq(products.categoryId, categories.id), inCents, ...found))
      .groupBy(categories.id)
      .orderBy(asc(sql`lower(${categories.name})`), asc(categories.id)),
    ...ranges.map(([lowest, highest]) => db.$count(products, and(inCategories, between(products.priceCents, lowest, highest), ...found))),
  ]);
  return { categories: counts, prices };
}

/** Others of the category, nearest in price to `priceCents` first. */
export async function listSimilarProducts(
  db: Database,
  to: { id: string; categoryId: string; priceCents: number },
  limit: number,
): Promise<Product[]> {
  const rows = await db
    .select(columns)
    .from(products)
    .where(and(eq(products.categoryId, to.categoryId), ne(products.id, to.id)))
    .orderBy(sql`abs(${products.priceCents} - ${to.priceCents}::int)`, newestFirst, asc(products.id))
    .limit(limit);
  return rows.map(toProduct);
}

export async function findProduct(db: Database, id: string): Promise<Product | null> {
  const [row] = await db.select(columns).from(products).where(eq(products.id, id));
  return row ? toProduct(row) : null;
}

export async function findProductBySlug(db: Database, slug: string): Promise<Product | null> {
  const [row] = await db.select(columns).from(products).where(eq(products.slug, slug));
  return row ? toProduct(row) : null;
}

/** Every slug that is `slug` or begins with `slug-`. A slug holds no wildcard. */
export async function listProductSlugs(db: Database, slug: string): Promise<Set<string>> {
  const rows = await db
    .select({ slug: products.slug })
    .from(products)
    .where(or(eq(products.slug, slug), like(products.slug, `${slug}-%`)));
  return new Set(rows.map((row) => row.slug));
}

/** Its first pieces stand in the ledger with it. */
export async function createProduct(db: Database, product: typeof products.$inferInsert & { createdAt: Date }): Promise<Product> {
  return db.transaction(async (tx) => {
    const [row] = await tx.insert(products).values(product).returning(columns);
    if (!row) throw new Error('an insert gave no row');
    await writeMovements(tx, [{ productId: row._id, kind: 'import', quantity: row.quantity }], product.createdAt);
    return toProduct(row);
  });
}

/** Null where there is no such product; what isn't named stays. A new quantity is a movement in the ledger. */
export async function updateProduct(
  db: Database,
  id: string,
  { quantity, ...change }: Partial<Omit<typeof products.$inferInsert, 'id' | 'createdAt'>> & { updatedAt: Date },
): Promise<Product | null> {
  return db.transaction(async (tx) => {
    if (quantity !== undefined) await setStock(tx, id, quantity, change.updatedAt);
    const [row] = await tx.update(products).set(change).where(eq(products.id, id)).returning(columns);
    return row ? toProduct(row) : null;
  });
}

export async function deleteProduct(db: Database, id: string): Promise<boolean> {
  const rows = await db.delete(products).where(eq(products.id, id)).returning({ id: products.id });
  return rows.length > 0;
}
