import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ListedUser } from '../../contract/account.ts';
import { publicUserColumns } from '../auth/user.repository.ts';
import type { Database } from '../database/connect.ts';
import { type KeysetQuery, listByKeyset, toInOrder } from '../database/keyset-pagination.ts';
import { users } from '../database/schema/account.ts';
import { isPlaced, orders } from '../database/schema/order.ts';

/** Newest first, each with the number of their orders; checkouts that were never paid aren't counted. */
export async function listUsers(db: Database, listQuery: KeysetQuery) {
  const { ids, ...found } = await listByKeyset(db, { table: 'users', rows: sql`select id, created_at from users` }, listQuery);
  const orderCounts = db
    .select({ count: sql<number>`count(*)::int`.as('count') })
    .from(orders)
    .where(and(eq(orders.userId, users.id), isPlaced(orders.status)))
    .as('placed');
  const rows = await db
    .select({ ...publicUserColumns, createdAt: users.createdAt, orders: orderCounts.count })
    .from(users)
    .leftJoinLateral(orderCounts, sql`true`)
    .where(inArray(users.id, ids));
  const listed = rows.map((row): ListedUser => ({ ...row, createdAt: row.createdAt.toISOString(), orders: row.orders ?? 0 }));
  return { users: toInOrder(ids, listed, ({ _id }) => _id), ...found };
}
