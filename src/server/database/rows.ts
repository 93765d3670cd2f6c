import type { SQL } from 'drizzle-orm';
import type { Database } from './open.ts';

/** The rows that a written statement gives, whichever database it runs on. Their shape is the caller's word. */
export async function rowsOf<Row>(db: Database, statement: SQL): Promise<Row[]> {
  const { rows } = (await db.execute(statement)) as unknown as { rows: Row[] };
  return rows;
}
