/** A restored copy runs no jobs until an operator declares it to be the shop. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { readRestoreState } from '../../../platform/database/migrate.ts';
import { query } from '../../../platform/database/query.ts';

export async function isRestoredCopy(db: Database): Promise<boolean> {
  return (await readRestoreState({ query: (statement) => query(db, sql.raw(statement)) })) === 'copy';
}

/** Jobs run from now on. False if they did already. */
export async function goLive(db: Database): Promise<boolean> {
  if (!(await isRestoredCopy(db))) return false;
  await db.execute(sql`delete from drizzle.restored`);
  return true;
}
