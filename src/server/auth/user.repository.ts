import { and, desc, eq, sql } from 'drizzle-orm';
import type { ListedUser } from '../../contract/account.ts';
import type { User } from '../../contract/auth.ts';
import type { Database } from '../database/connect.ts';
import { users } from '../database/schema/account.ts';
import { orders } from '../database/schema/order.ts';

/** What may leave the house. The hashes may not. */
const publicColumns = {
  _id: users.id,
  name: users.name,
  email: users.email,
  phone: users.phone,
  address: users.address,
  role: users.role,
};

interface Credentials {
  user: User;
  passwordHash: string;
  answerHash: string;
}

/** One e-mail whatever its case. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

export async function createUser(db: Database, user: typeof users.$inferInsert): Promise<User> {
  const [row] = await db.insert(users).values(user).returning(publicColumns);
  if (!row) throw new Error('an insert gave no row');
  return row;
}

export async function findCredentials(db: Database, email: string): Promise<Credentials | null> {
  const [row] = await db
    .select({ ...publicColumns, passwordHash: users.passwordHash, answerHash: users.answerHash })
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql`lower(${email.trim()})`));
  if (!row) return null;
  // The database may fold more than we do ('İ' to 'i'): then tries would be counted apart that hit one account.
  if (normalizeEmail(row.email) !== normalizeEmail(email)) return null;
  const { passwordHash, answerHash, ...user } = row;
  return { user, passwordHash, answerHash };
}

/** Is this still the user's password? If so it stays until the transaction's end. */
export async function lockCurrentPassword(tx: Database, id: string, passwordHash: string): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)))
    .for('share');
  return rows.length > 0;
}

interface UserChange {
  name?: string;
  address?: string;
  passwordHash?: string;
  role?: 0 | 1;
}

export async function updateUser(db: Database, id: string, change: UserChange): Promise<User | null> {
  const [row] = await db.update(users).set(change).where(eq(users.id, id)).returning(publicColumns);
  return row ?? null;
}

/** Newest first, each with how many orders they made, whatever became of those. */
export async function listUsers(db: Database, { page, limit }: { page: number; limit: number }): Promise<ListedUser[]> {
  const orderCounts = db
    .select({ count: sql<number>`count(*)::int`.as('count') })
    .from(orders)
    .where(eq(orders.userId, users.id))
    .as('placed');
  const rows = await db
    .select({ ...publicColumns, createdAt: users.createdAt, orders: orderCounts.count })
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

export async function hasAdmin(db: Database): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.role, 1)).limit(1);
  return rows.length > 0;
}
