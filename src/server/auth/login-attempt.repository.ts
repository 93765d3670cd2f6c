import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { attempts } from '../database/schema/account.ts';

export interface AttemptCount {
  key: string;
  /** With the one just counted. */
  count: number;
  resetAt: Date;
}

/** Counts one more in a single statement, so that no two callers see the same count; past its end a count begins anew. */
export async function incrementAttempts(db: Database, key: string, now: Date, resetAt: Date): Promise<AttemptCount> {
  const isExpired = lte(attempts.resetAt, now);
  const [row] = await db
    .insert(attempts)
    .values({ key, count: 1, resetAt })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`case when ${isExpired} then 1 else least(${attempts.count} + 1, 1000000) end`,
        resetAt: sql`case when ${isExpired} then excluded.reset_at else ${attempts.resetAt} end`,
      },
    })
    .returning();
  if (!row) throw new Error('an upsert gave no row');
  return row;
}

/** Takes a counted one back, if that count still runs. */
export async function decrementAttempts(db: Database, { key, resetAt }: AttemptCount): Promise<void> {
  await db
    .update(attempts)
    .set({ count: sql`${attempts.count} - 1` })
    .where(and(eq(attempts.key, key), eq(attempts.resetAt, resetAt), gt(attempts.count, 0)));
}

export async function deleteAttempts(db: Database, keys: string[]): Promise<void> {
  await db.delete(attempts).where(inArray(attempts.key, keys));
}

/** Gives how many were old. */
export async function deleteExpiredAttempts(db: Database, now: Date): Promise<number> {
  const rows = await db.delete(attempts).where(lte(attempts.resetAt, now)).returning({ key: attempts.key });
  return rows.length;
}
