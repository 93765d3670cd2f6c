import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { loginAttempts } from '../database/schema/account.ts';

export interface AttemptCount {
  key: string;
  /** Includes the attempt just counted. */
  count: number;
  resetAt: Date;
}

/** Counts one more in a single statement, so that no two callers see the same count. An expired count starts again at 1. */
export async function incrementAttempts(db: Database, key: string, now: Date, resetAt: Date): Promise<AttemptCount> {
  const isExpired = lte(loginAttempts.resetAt, now);
  const [row] = await db
    .insert(loginAttempts)
    .values({ key, count: 1, resetAt })
    .onConflictDoUpdate({
      target: loginAttempts.key,
      set: {
        count: sql`case when ${isExpired} then 1 else least(${loginAttempts.count} + 1, 1000000) end`,
        resetAt: sql`case when ${isExpired} then excluded.reset_at else ${loginAttempts.resetAt} end`,
      },
    })
    .returning();
  if (!row) throw new Error('an upsert gave no row');
  return row;
}

/** Uncounts one, unless its count has expired since. */
export async function decrementAttempts(db: Database, { key, resetAt }: AttemptCount): Promise<void> {
  await db
    .update(loginAttempts)
    .set({ count: sql`${loginAttempts.count} - 1` })
    .where(and(eq(loginAttempts.key, key), eq(loginAttempts.resetAt, resetAt), gt(loginAttempts.count, 0)));
}

export async function deleteAttempts(db: Database, keys: string[]): Promise<void> {
  await db.delete(loginAttempts).where(inArray(loginAttempts.key, keys));
}

/** Returns how many were deleted. */
export async function deleteExpiredAttempts(db: Database, now: Date): Promise<number> {
  const rows = await db.delete(loginAttempts).where(lte(loginAttempts.resetAt, now)).returning({ key: loginAttempts.key });
  return rows.length;
}
