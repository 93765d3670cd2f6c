import { and, desc, eq, inArray, lte } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { knownDevices } from '../../database/schema/account.ts';

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
