import { sql } from 'drizzle-orm';
import type { Database } from './connect.ts';

/** Throws where the database doesn't answer. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.execute(sql`select 1`);
}
