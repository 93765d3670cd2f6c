/** Sessions: opaque random tokens, of which the database knows only the SHA-256. */
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lte, ne, or } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { sessions, users } from '../database/schema/account.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Unused for so long, a session ends. */
export const IDLE_TIMEOUT = 7 * DAY;
/** However much it is used, it ends then. */
export const ABSOLUTE_TIMEOUT = 30 * DAY;

/** A person whose token was found valid. */
export interface Caller {
  id: string;
  name: string;
  email: string;
  phone: string;
  address: string;
  role: 0 | 1;
  tokenHash: string;
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Opens a session and gives its token, which nobody can be told a second time. */
export async function createSession(db: Database, userId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.insert(sessions).values({ tokenHash: hashToken(token), userId, createdAt: now, usedAt: now });
  return token;
}

export async function findCaller(db: Database, token: string, now: Date): Promise<Caller | null> {
  const tokenHash = hashToken(token);
  const [row] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      phone: users.phone,
      address: users.address,
      role: users.role,
      usedAt: sessions.usedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        gt(sessions.usedAt, new Date(now.getTime() - IDLE_TIMEOUT)),
        gt(sessions.createdAt, new Date(now.getTime() - ABSOLUTE_TIMEOUT)),
      ),
    );
  if (!row) return null;
  const { usedAt, ...caller } = row;
  // Written once an hour at most: a read of a page isn't worth a write each time.
  if (now.getTime() - usedAt.getTime() > HOUR) await db.update(sessions).set({ usedAt: now }).where(eq(sessions.tokenHash, tokenHash));
  return { ...caller, tokenHash };
}

export async function deleteSession(db: Database, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

/** Ends every session of a user, or every one but `keep`. */
export async function deleteSessions(db: Database, userId: string, exceptTokenHash?: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), exceptTokenHash ? ne(sessions.tokenHash, exceptTokenHash) : undefined));
}

export async function hasSession(db: Database, tokenHash: string): Promise<boolean> {
  const rows = await db.select({ userId: sessions.userId }).from(sessions).where(eq(sessions.tokenHash, tokenHash));
  return rows.length > 0;
}

/** Gives how many had ended by themselves. */
export async function deleteExpiredSessions(db: Database, now: Date): Promise<number> {
  const rows = await db
    .delete(sessions)
    .where(
      or(lte(sessions.usedAt, new Date(now.getTime() - IDLE_TIMEOUT)), lte(sessions.createdAt, new Date(now.getTime() - ABSOLUTE_TIMEOUT))),
    )
    .returning({ userId: sessions.userId });
  return rows.length;
}
