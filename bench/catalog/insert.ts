/** Inserts generated products into an empty shop. A million take less than three minutes, since the indexes are built at the end. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { SECOND } from '../../src/contract/values.ts';
import { type Database, openServer } from '../../src/server/platform/database/connect.ts';
import { query } from '../../src/server/platform/database/query.ts';
import { CATEGORIES, type GeneratedProduct, generateProducts } from './generate.ts';
import { ADJECTIVES, BRANDS, ENDINGS, MATERIALS, MIDDLES, OPENINGS, PRODUCT_TYPES, SIZES } from './vocabulary.ts';

const BATCH = 2000;
/** From this many products on, building the indexes afterwards is faster. */
const BULK_THRESHOLD = 50_000;
/** The first product is the newest, each one second older than the one before. */
const NEWEST_CREATED_AT = Date.UTC(2026, 0, 1);

async function insertCategories(db: Database): Promise<string[]> {
  const ids = CATEGORIES.map(() => randomUUID());
  const slugs = CATEGORIES.map((name) => name.toLowerCase().replaceAll(' ', '-'));
  await db.execute(sql`insert into categories (id, name, slug)
    select * from unnest(${sql.param(ids)}::uuid[], ${sql.param(CATEGORIES)}::text[], ${sql.param(slugs)}::text[])`);
  return ids;
}

async function insertProducts(db: Database, products: GeneratedProduct[], categories: string[], offset: number): Promise<void> {
  const column = <T>(select: (product: GeneratedProduct, index: number) => T) => sql.param(products.map(select));
  await db.execute(sql`insert into products (id, name, slug, description, price_cents, quantity, category_id, image_id, created_at, stock_level)
    select *, width_bucket(quantity, array[1, 3, 6, 11, 21, 51, 101]) from unnest(${column((it) => it.id)}::uuid[], ${column((it) => it.name)}::text[], ${column((it) => it.slug)}::text[],
      ${column((it) => it.description)}::text[], ${column((it) => it.priceCents)}::int[], ${column((it) => it.quantity)}::int[],
      ${column((it) => categories[it.category])}::uuid[], ${column((it) => it.id.replaceAll('-', ''))}::text[],
      ${column((_, index) => new Date(NEWEST_CREATED_AT - SECOND * (offset + index)).toISOString())}::timestamptz[])
      as p(id, name, slug, description, price_cents, quantity, category_id, image_id, created_at)`);
}

/** Drops the indexes and triggers that would be updated row by row; returns how to restore them. */
async function dropIndexes(db: Database): Promise<() => Promise<void>> {
  const indexes = await query<{ name: string; definition: string }>(
    db,
    sql`select indexname as name, indexdef as definition from pg_indexes where tablename = 'products'
      and indexname not in (select conname from pg_constraint where conrelid = 'products'::regclass)`,
  );
  for (const { name } of indexes) await db.execute(sql`drop index ${sql.identifier(name)}`);
  await db.execute(sql`alter table products disable trigger user`);
  return async () => {
    for (const { definition } of indexes) await db.execute(sql.raw(definition));
    await db.execute(sql`alter table products enable trigger user`);
    await db.execute(sql`select rebuild_price_counts()`);
    // These lists have every word except model numbers.
    const nameWords = [...Object.values(PRODUCT_TYPES).flat(), ...ADJECTIVES, ...MATERIALS, ...BRANDS, ...SIZES, 'Model'];
    await db.execute(
      sql`select add_to_vocabulary(${sql.param(nameWords)}::text[], ${sql.param([...OPENINGS, ...MIDDLES, ...ENDINGS])}::text[])`,
    );
  };
}

/** One connection without a statement timeout. */
export async function insertIntoPostgres(url: string, count: number, addMore?: (db: Database) => Promise<void>): Promise<number> {
  const migrationConnection = await openServer(url, console, 1);
  await migrationConnection.close();
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await pool.query("set maintenance_work_mem = '512MB'");
  const seconds = await insertCatalog(drizzle(pool), count, addMore);
  await pool.end();
  return seconds;
}

/** `addMore` runs before the indexes are built. Returns how many seconds it took. Writes no stock movements: these products are only read. */
export async function insertCatalog(db: Database, count: number, addMore?: (db: Database) => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  const restoreIndexes = count >= BULK_THRESHOLD ? await dropIndexes(db) : async () => undefined;
  const categories = await insertCategories(db);
  let batch: GeneratedProduct[] = [];
  let insertedCount = 0;
  const flush = async () => {
    await insertProducts(db, batch, categories, insertedCount);
    insertedCount += batch.length;
    batch = [];
  };
  for (const product of generateProducts(count)) {
    batch.push(product);
    if (batch.length === BATCH) await flush();
  }
  if (batch.length) await flush();
  await addMore?.(db);
  await restoreIndexes();
  await db.execute(sql`vacuum (analyze) products`);
  await db.execute(sql`vacuum (analyze) vocabulary`);
  await db.execute(sql`vacuum (analyze) price_counts`);
  return (performance.now() - startedAt) / SECOND;
}
