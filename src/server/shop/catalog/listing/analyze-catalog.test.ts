import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { query } from '../../../platform/database/query.ts';
import { analyzeCatalog } from './product-list.repository.ts';

const shop = await openShop();
const { db } = shop.deps;

const addProducts = async (count: number, category: string) => {
  const categoryId = await makeCategory(db, category);
  await makeProducts(
    db,
    Array.from({ length: count }, (_, index) => ({ categoryId, name: `Lamp ${index}` })),
  );
};
const explainSearch = async () => {
  const rows = await query<Record<string, string>>(
    db,
    sql`explain select id from products where search_vector(name, description, category_id) @@ '=teapot'::tsquery and status = 'active' limit 20`,
  );
  return rows.flatMap((row) => Object.values(row)).join('\n');
};

test('[FIND-4] a job updates the statistics of a new catalog, so that a search uses its index', async () => {
  await db.execute(sql`truncate products cascade`);
  await addProducts(20, 'Lamps');
  expect(await analyzeCatalog(db)).toBe(false);
  await addProducts(100, 'Torches');
  const isFirst = await analyzeCatalog(db);
  // A server's autovacuum may have been there before.
  if (!inject('server')) expect(isFirst).toBe(true);
  expect(await explainSearch()).toContain('products_search');
  expect(await analyzeCatalog(db)).toBe(false);
});
