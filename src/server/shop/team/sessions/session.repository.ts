import { and, desc, eq, gt, inArray, lte, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { queryPrepared } from '../../../platform/database/query.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { sessions } from '../../database/schema/account.ts';

/** A session is valid if it was used and created after these times. */
export interface SessionBounds {
  usedAfter: Date;
  createdAfter: Date;
}

export async function createSession(db: Database, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session);
}

interface SessionRow extends Omit<Caller, 'tokenHash' | 'authenticatedAt' | 'testOrdersUntil' | 'secondFactorDueAt'> {
  usedAt: string;
  authenticatedAt: string;
  testOrdersUntil: string | null;
  graceFrom: string | null;
}

/**
 * The session's user and when it was last used. Null if it is unknown or expired, or if its account is disabled: disabling deletes the
 * sessions, but one that comes back, for example from a backup, must not work.
 */
export async function findSessionCaller(
  db: Database,
  tokenHash: string,
  { usedAfter, createdAfter }: SessionBounds,
): Promise<{ caller: Omit<Caller, 'secondFactorDueAt'>; graceFrom: Date | null; usedAt: Date } | null> {
  const [row] = await queryPrepared<SessionRow>(
    db,
    sql`select u.id, u.name, u.email, u.phone, u.address, u.role, case when u.role = 1 then coalesce(u.team_role, 'owner') end as "teamRole",
      s.used_at as "usedAt", coalesce(s.authenticated_at, s.created_at) as "authenticatedAt", s.test_orders_until as "testOrdersUntil",
      u.second_factor_grace_from as "graceFrom",
      f.confirmed_at is not null as "hasSecondFactor"
    from sessions s join users u on u.id = s.user_id left join second_factors f on f.user_id = s.user_id
    where s.token_hash = ${tokenHash} and s.used_at > ${usedAfter.toISOString()}::timestamptz and s.created_at > ${createdAfter.toISOString()}::timestamptz
      and u.disabled_at is null`,
  );
  if (!row) return null;
  const { usedAt, authenticatedAt, testOrdersUntil, graceFrom, ...user } = row;
  const toDate = (text: string | null) => (text === null ? null : new Date(text));
  const caller = { ...user, tokenHash, authenticatedAt: new Date(authenticatedAt), testOrdersUntil: toDate(testOrdersUntil) };
  return { caller, graceFrom: toDate(graceFrom), usedAt: new Date(usedAt) };
}

export async function updateSessionUse(db: Database, tokenHash: string, usedAt: Date): Promise<void> {
  await db.update(sessions).set({ usedAt }).where(eq(sessions.tokenHash, tokenHash));
}

/** False where the session has ended. */
export async function updateSessionAuthentication(db: Database, tokenHash: string, authenticatedAt: Date): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({ authenticatedAt })
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ userId: sessions.userId });
  return rows.length > 0;
}

/** Null: its orders are real ones again. */
export async function updateSessionTestOrders(db: Database, tokenHash: string, testOrdersUntil: Date | null): Promise<void> {
  await db.update(sessions).set({ testOrdersUntil }).where(eq(sessions.tokenHash, tokenHash));
}

export async function hasSession(db: Database, tokenHash: string): Promise<boolean> {
  const rows = await db.select({ userId: sessions.userId }).from(sessions).where(eq(sessions.tokenHash, tokenHash));
  return rows.length > 0;
}

export async function deleteSession(db: Database, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

/** A user's sessions that are valid, the last used first. */
export async function listSessions(
  db: Database,
  userId: string,
  { usedAfter, createdAfter }: SessionBounds,
): Promise<(typeof sessions.$inferSelect)[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.usedAt, usedAfter), gt(sessions.createdAt, createdAfter)))
    .orderBy(desc(sessions.usedAt), desc(sessions.createdAt), sessions.tokenHash);
}

/** All of a user's sessions, or all but one; returns how many. */
export async function deleteSessions(db: Database, userId: string, exceptTokenHash?: string): Promise<number> {
  const rows = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), exceptTokenHash ? ne(sessions.tokenHash, exceptTokenHash) : undefined))
    .returning({ userId: sessions.userId });
  return rows.length;
}

/** Deletes all of a user's sessions but the newest. */
export async function deleteOldestSessions(db: Database, userId: string, keep: number): Promise<void> {
  const oldest = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt), sessions.tokenHash)
    .offset(keep);
  await db.delete(sessions).where(inArray(sessions.tokenHash, oldest));
}

/** Returns how many were deleted. */
export async function deleteExpiredSessions(db: Database, { usedAfter, createdAfter }: SessionBounds): Promise<number> {
  const rows = await db
    .delete(sessions)
    .where(or(lte(sessions.usedAt, usedAfter), lte(sessions.createdAt, createdAfter)))
    .returning({ userId: sessions.userId });
  return rows.length;
}
