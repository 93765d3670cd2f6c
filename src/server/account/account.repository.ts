import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { ListedUser } from '../../contract/account.ts';
import { publicUserColumns } from '../auth/user.repository.ts';
import type { Database } from '../database/connect.ts';
import { users } from '../database/schema/account.ts';
import { orders } from '../database/schema/order.ts';

/** Newest first, each with the number of their orders; checkouts that were never paid aren't counted. */
export async function listUsers(db: Database, { page, limit }: { page: number; limit: number }): Promise<ListedUser[]> {
  const orderCounts = db
    .select({ count: sql<number>`count(*)::int`.as('count') })
    .from(orders)
    .where(and(eq(orders.userId, users.id), isNotNull(orders.number)))
    .as('placed');
  const rows = await db
    .select({ ...publicUserColumns, createdAt: users.createdAt, orders: orderCounts.count })
    .from(users)
    .leftJoinLateral(orderCounts, sql`true`)
    .orderBy(desc(users.createdAt), users.id)
    .limit(limit)
    .offset((page - 1) * limit);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString(), orders: row.orders ?? 0 }));
}

export async function countUsers(db: Database): Promise<number> {
  return db.$count(users);
}
