import { and, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { knownDevices, loginAttempts } from '../../database/schema/account.ts';

/** Which of these keys are the user's. */
export async function findKnownKeys(db: Database, userId: string, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: knownDevices.key })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), inArray(knownDevices.key, keys)));
  return new Set(rows.map(({ key }) => key));
}

export async function hasKnownKeys(db: Database, userId: string): Promise<boolean> {
  const rows = await db.select({ key: knownDevices.key }).from(knownDevices).where(eq(knownDevices.userId, userId)).limit(1);
  return rows.length > 0;
}

/** Adds the keys, and forgets all but the user's latest. */
export async function addKnownKeys(tx: Database, userId: string, keys: string[], usedAt: Date, maxKeys: number): Promise<void> {
  await tx
    .insert(knownDevices)
    .values(keys.map((key) => ({ userId, key, usedAt })))
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.key], set: { usedAt } });
  const older = tx
    .select({ key: knownDevices.key })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.usedAt), knownDevices.key)
    .offset(maxKeys);
  await tx.delete(knownDevices).where(and(eq(knownDevices.userId, userId), inArray(knownDevices.key, older)));
}

export async function deleteKnownKeys(tx: Database, userId: string): Promise<void> {
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId));
}

/** Returns how many were deleted. */
export async function deleteUnusedKnownKeys(db: Database, usedBefore: Date): Promise<number> {
  const rows = await db.delete(knownDevices).where(lte(knownDevices.usedAt, usedBefore)).returning({ key: knownDevices.key });
  return rows.length;
}

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
export async function decrementAttempts(db: Database, { key, resetAt }: Pick<AttemptCount, 'key' | 'resetAt'>): Promise<void> {
  await db
    .update(loginAttempts)
    .set({ count: sql`${loginAttempts.count} - 1` })
    .where(and(eq(loginAttempts.key, key), eq(loginAttempts.resetAt, resetAt), gt(loginAttempts.count, 0)));
}

/** A bucket of attempts that refills by one each `intervalMs`. `resetAt` of its row is when it is full again. */
export interface Bucket {
  key: string;
  capacity: number;
  intervalMs: number;
}

const addInterval = (time: unknown, milliseconds: number) => sql`${time}::timestamptz + make_interval(secs => ${milliseconds / 1000})`;

/** Takes one attempt out of the bucket, in a single statement. Null where it is empty, otherwise when it will be full again. */
export async function takeFromBucket(db: Database, { key, capacity, intervalMs }: Bucket, now: Date): Promise<Date | null> {
  const nowText = now.toISOString();
  const [row] = await db
    .insert(loginAttempts)
    .values({ key, count: 1, resetAt: new Date(now.getTime() + intervalMs) })
    .onConflictDoUpdate({
      target: loginAttempts.key,
      set: { resetAt: addInterval(sql`greatest(${loginAttempts.resetAt}, ${nowText}::timestamptz)`, intervalMs) },
      setWhere: sql`${loginAttempts.resetAt} <= ${addInterval(nowText, (capacity - 1) * intervalMs)}`,
    })
    .returning();
  return row?.resetAt ?? null;
}

export async function returnToBucket(db: Database, { key, intervalMs }: Bucket): Promise<void> {
  await db
    .update(loginAttempts)
    .set({ resetAt: addInterval(loginAttempts.resetAt, -intervalMs) })
    .where(eq(loginAttempts.key, key));
}

/** When the bucket will be full again; null for one that is. */
export async function readBucket(db: Database, key: string): Promise<Date | null> {
  const [row] = await db.select({ resetAt: loginAttempts.resetAt }).from(loginAttempts).where(eq(loginAttempts.key, key));
  return row?.resetAt ?? null;
}

export async function deleteAttempts(db: Database, keys: string[]): Promise<void> {
  await db.delete(loginAttempts).where(inArray(loginAttempts.key, keys));
}

/** Returns how many were deleted. */
export async function deleteExpiredAttempts(db: Database, now: Date): Promise<number> {
  const rows = await db.delete(loginAttempts).where(lte(loginAttempts.resetAt, now)).returning({ key: loginAttempts.key });
  return rows.length;
}
