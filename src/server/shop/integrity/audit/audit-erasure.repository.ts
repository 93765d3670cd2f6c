/** Removes people from the audit log: their data is deleted, while the chain keeps only its hash. */
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { auditLog } from '../../database/schema/audit.ts';

/**
 * For the rest of the transaction, entries contain no personal values: the erasure itself is logged too, and must not repeat what was
 * erased.
 */
export async function hidePersonalValues(tx: Database): Promise<void> {
  await tx.execute(sql`select set_config('storefront.erasing', 'on', true)`);
}

export async function forgetObjects(tx: Database, type: string, ids: string[]): Promise<void> {
  if (!ids.length) return;
  await tx
    .update(auditLog)
    .set({ personal: null })
    .where(and(eq(auditLog.objectType, type), inArray(auditLog.objectId, ids), isNotNull(auditLog.personal)));
}

/** Includes entries that the person caused: those name the network they came from. */
export async function forgetPerson(tx: Database, id: string): Promise<void> {
  const isAbout = or(and(eq(auditLog.objectType, 'account'), eq(auditLog.objectId, id)), eq(auditLog.actorId, id));
  await tx
    .update(auditLog)
    .set({ personal: null })
    .where(and(isAbout, isNotNull(auditLog.personal)));
}
