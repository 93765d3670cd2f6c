import { and, count, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { recoveryCodes, secondFactors } from '../../database/schema/account.ts';

type SecondFactorRow = typeof secondFactors.$inferSelect;
/** One that is on. */
export type ConfirmedFactor = SecondFactorRow & { confirmedAt: Date };

const isConfirmed = (row: SecondFactorRow): row is ConfirmedFactor => row.confirmedAt !== null;

/** Null where none is on. */
export async function findSecondFactor(db: Database, userId: string): Promise<ConfirmedFactor | null> {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  return row && isConfirmed(row) ? row : null;
}

/** Locks the factor, also one that is being set up, until the transaction ends: nobody else changes it or uses a code of it. */
export async function lockSecondFactor(tx: Database, userId: string): Promise<SecondFactorRow | null> {
  const [row] = await tx.select().from(secondFactors).where(eq(secondFactors.userId, userId)).for('update');
  return row ?? null;
}

/** Replaces a factor that is being set up, but not one that is on: then returns false. */
export async function saveUnconfirmedFactor(tx: Database, row: { userId: string; secret: string; createdAt: Date }): Promise<boolean> {
  await tx.insert(secondFactors).values(row).onConflictDoNothing();
  const locked = await lockSecondFactor(tx, row.userId);
  if (!locked || isConfirmed(locked)) return false;
  await tx.update(secondFactors).set(row).where(eq(secondFactors.userId, row.userId));
  return true;
}

export async function updateSecondFactor(
  tx: Database,
  userId: string,
  change: Partial<Pick<SecondFactorRow, 'confirmedAt' | 'lastStep'>>,
): Promise<void> {
  await tx.update(secondFactors).set(change).where(eq(secondFactors.userId, userId));
}

/** Deletes the second factor and its recovery codes. False if the account had none. */
export async function deleteSecondFactor(tx: Database, userId: string): Promise<boolean> {
  const rows = await tx
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))
    .returning({ userId: secondFactors.userId });
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return rows.length > 0;
}

/** Also deletes one that is being set up; waits for whoever is just confirming it. */
export async function deleteAnySecondFactor(tx: Database, userId: string): Promise<void> {
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

export async function replaceRecoveryCodes(tx: Database, userId: string, hashes: string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })));
}

/** If two use a code at once, one gets it; the other waits for its transaction and gets false, unless that was rolled back. */
export async function takeRecoveryCode(tx: Database, userId: string, codeHash: string): Promise<boolean> {
  const rows = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ userId: recoveryCodes.userId });
  return rows.length > 0;
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const [row] = await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return row?.left ?? 0;
}
