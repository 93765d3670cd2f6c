/** Which products are worth a look. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import type { Facts, Sample } from './facts.ts';

const SAMPLES = 3;

const list = (db: Database, condition: SQL) =>
  query<Sample>(db, sql`select id, name, slug from products where status = 'active' ${condition} limit ${SAMPLES}`);

export async function listSamples(db: Database): Promise<Pick<Facts, 'newest' | 'onSale' | 'measured' | 'digital' | 'aged'>> {
  return {
    newest: await list(db, sql`order by created_at desc, id`),
    onSale: await list(db, sql`and compare_at_cents > price_cents`),
    measured: await list(db, sql`and contents is not null`),
    digital: await list(
      db,
      sql`and exists (select from download_files where download_files.product_id = products.id and download_files.status = 'ready')`,
    ),
    aged: await list(db, sql`and minimum_age is not null`),
  };
}
