import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { attempts } from '../database/schema/account.ts';

export interface Counted {
  key: string;
  /** With the one just counted. */
  count: number;
  resetAt: Date;
}

/** Counts one more in a single statement, so that no two callers see the same count; past its end a count begins anew. */
export async function countAttempt(db: Database, key: string, now: Date, resetAt: Date): Promise<Counted> {
  const isOver = lte(attempts.resetAt, now);
  const [row] = await db
    .insert(attempts)
    .values({ key, count: 1, resetAt })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`case when ${isOver} then 1 else least(${attempts.count} + 1, 1000000) end`,
        resetAt: sql`case when ${isOver} then excluded.reset_at else ${attempts.resetAt} end`,
      },
    })
    .returning();
  if (!row) throw new Error('an upsert gave no row');
  return row;
}

/** Takes a counted one back, if that count still runs. */
export async function uncountAttempt(db: Database, { key, resetAt }: Counted): Promise<void> {
  await db
    .update(attempts)
    .set({ count: sql`${attempts.count} - 1` })
    .where(and(eq(attempts.key, key), eq(attempts.resetAt, resetAt), gt(attempts.count, 0)));
}

export async function deleteAttempts(db: Database, keys: string[]): Promise<void> {
  await db.delete(attempts).where(inArray(attempts.key, keys));
}

/** Gives how many were old. */
export async function deleteOldAttempts(db: Database, now: Date): Promise<number> {
  const rows = await db.delete(attempts).where(lte(attempts.resetAt, now)).returning({ key: attempts.key });
  return rows.length;
}
