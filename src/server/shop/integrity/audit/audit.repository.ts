import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { AuditKind } from '../../../../contract/audit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { auditChain, auditLog } from '../../database/schema/audit.ts';

/** The audit log's chain of hashes; see shop/database/functions/audit_chain.sql. */

export interface SealedEntry {
  kind: AuditKind;
  action: string;
}

export async function hasUnsealedEntries(db: Database): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(
    db,
    sql`select exists (select from ${auditLog} where ${auditLog.position} is null) as found`,
  );
  return row?.found ?? false;
}

export const sealEntries = (db: Database, limit: number) =>
  query<SealedEntry>(db, sql`select kind, action from seal_audit_log(${limit}::int)`);

/** Whoever has recorded this elsewhere can prove all rows up to it. Null: nothing has been sealed yet. */
export async function readHead(db: Database): Promise<{ position: number; hash: string } | null> {
  const [head] = await db.select({ position: auditChain.position, hash: auditChain.hash }).from(auditChain);
  return head?.position ? head : null;
}

/** Deletes from the beginning of the chain, which then starts later. Returns how many entries, at most `limit`, were old enough. */
export function deleteEntriesBefore(db: Database, before: Date, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const [chain] = await tx.select().from(auditChain).for('update');
    if (!chain) return 0;
    const rows = await tx
      .select({ position: auditLog.position, hash: auditLog.hash, createdAt: auditLog.createdAt })
      .from(auditLog)
      .where(sql`${auditLog.position} > ${chain.startPosition}`)
      .orderBy(auditLog.position)
      .limit(limit);
    const firstKept = rows.findIndex(({ createdAt }) => createdAt >= before);
    const old = firstKept === -1 ? rows : rows.slice(0, firstKept);
    const last = old.at(-1);
    if (!last?.position || !last.hash) return 0;
    await tx.delete(auditLog).where(sql`${auditLog.position} <= ${last.position}`);
    await tx.update(auditChain).set({ startPosition: last.position, startHash: last.hash });
    return old.length;
  });
}

interface SecurityEvent {
  action: string;
  objectType: string;
  objectId: string;
}

/** Who caused it was told to the database at the start of the transaction (platform/monitoring/request-context.ts). */
export async function createSecurityEvent(db: Database, { action, objectType, objectId }: SecurityEvent): Promise<void> {
  await db.transaction((tx) =>
    tx.execute(sql`select write_audit_row('security', ${action}, ${objectType}, ${objectId}, null, null, '{}'::jsonb, '{}'::jsonb)`),
  );
}

/** Removes people from the audit log: their data is deleted, while the chain keeps only its hash. */

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
