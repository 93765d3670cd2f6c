/** What a search finds beside the index of words: the product of a SKU, and categories by their names. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { query, queryPrepared } from '../../../platform/database/query.ts';
import type { SearchQueries } from './search.repository.ts';

/** The active product with this SKU, or with a variant that has it, whatever its case. */
export async function findIdBySku(db: Database, sku: string): Promise<string | null> {
  const [row] = await queryPrepared<{ id: string }>(
    db,
    sql`select id from products where lower(sku) = lower(${sku}) and status = 'active'
      union all select p.id from product_variants v join products p on p.id = v.product_id where lower(v.sku) = lower(${sku}) and p.status = 'active'`,
  );
  return row?.id ?? null;
}

/** Categories whose names contain all terms, the last one by its beginning; by name. Those with synonyms of them come last. */
export async function searchCategories(
  db: Database,
  { named, synonyms }: Pick<SearchQueries, 'named' | 'synonyms'>,
  limit: number,
): Promise<{ _id: string; name: string; slug: string }[]> {
  const isNamed = sql`name_words @@ ${sql.param(named)}::tsquery`;
  const orNamed = synonyms ? sql` or name_words @@ ${sql.param(synonyms.named)}::tsquery` : sql``;
  const first = synonyms ? sql`(${isNamed}) is true desc, ` : sql``;
  return query(
    db,
    sql`select id as _id, name, slug from categories where ${isNamed}${orNamed} order by ${first}lower(name), id limit ${limit}`,
  );
}
