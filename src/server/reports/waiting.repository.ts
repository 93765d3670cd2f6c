import { type SQL, sql } from 'drizzle-orm';
import type { Waiting } from '../../contract/notifications.ts';
import type { Database } from '../database/connect.ts';
import { query } from '../database/query.ts';

/** Of more nobody needs the exact number, and so the index is read for as many rows at most. */
const MAX_COUNTED = 100;

/** Both parts are ours: as parameters they would keep PostgreSQL from the partial index of that status. */
const countStatus = (table: 'orders' | 'order_requests', status: 'paid' | 'review' | 'open'): SQL =>
  sql`(select count(*)::int from (select from ${sql.raw(table)} where status = ${sql.raw(`'${status}'`)} limit ${MAX_COUNTED}) found)`;

export async function countWaiting(db: Database): Promise<Waiting> {
  const [row] = await query<Waiting>(
    db,
    sql`select ${countStatus('orders', 'paid')} as "toShip", ${countStatus('orders', 'review')} as "onHold",
      ${countStatus('order_requests', 'open')} as requests`,
  );
  return row ?? { toShip: 0, onHold: 0, requests: 0 };
}
