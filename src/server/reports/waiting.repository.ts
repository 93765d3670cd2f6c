import { type SQL, sql } from 'drizzle-orm';
import type { Waiting } from '../../contract/notifications.ts';
import type { Database } from '../database/connect.ts';
import { query } from '../database/query.ts';

/** Of more nobody needs the exact number, and so the index is read for as many rows at most. */
const MAX_COUNTED = 100;

const countStatus = (status: 'paid' | 'review'): SQL =>
  sql`(select count(*)::int from (select from orders where status = ${sql.raw(`'${status}'`)} limit ${MAX_COUNTED}) found)`;

export async function countWaiting(db: Database): Promise<Waiting> {
  const [row] = await query<Waiting>(db, sql`select ${countStatus('paid')} as "toShip", ${countStatus('review')} as "onHold"`);
  return row ?? { toShip: 0, onHold: 0 };
}
