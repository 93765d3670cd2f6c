/** Reads earlier states of an object from the audit log, and its current state. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { AuditChanges, RestorableType } from '../../../../contract/audit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { auditLog } from '../../database/schema/audit.ts';

export type AuditRow = typeof auditLog.$inferSelect;

/** Columns by name. */
export type Row = Record<string, unknown>;
/** The rows that make up an object, by the names that the audit log uses; the main row has an empty name. */
export type Parts = Map<string, Row>;

export async function findEntry(db: Database, id: string): Promise<AuditRow | null> {
  const [row] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.id, Number(id)));
  return row ?? null;
}

export interface Step {
  action: 'created' | 'updated' | 'deleted';
  part: string | null;
  changes: AuditChanges;
}

/**
 * The changes of an object since the transaction of an entry, newest first. All rows of a transaction have the same time; ids are in order.
 */
export function listStepsSince(db: Database, { id, objectType, objectId }: AuditRow): Promise<Step[]> {
  const isSame = sql`kind = 'change' and object_type = ${objectType} and object_id = ${objectId}`;
  return query<Step>(
    db,
    sql`select action, part, changes from audit_log where ${isSame} and action in ('created', 'updated', 'deleted')
        and id >= (select min(id) from audit_log where ${isSame} and created_at = (select created_at from audit_log where id = ${id}))
      order by id desc`,
  );
}

const ROWS: Record<RestorableType, (id: string) => SQL> = {
  product: (id) => sql`select '' as part, to_jsonb(p) as columns from products p where id = ${id}::uuid
    union all select 'variant ' || id, to_jsonb(v) from product_variants v where product_id = ${id}::uuid
    union all select 'picture ' || position, to_jsonb(i) from product_images i where product_id = ${id}::uuid
    union all select 'part ' || position, to_jsonb(b) from bundle_parts b where bundle_id = ${id}::uuid`,
  category: (id) => sql`select '' as part, to_jsonb(c) as columns from categories c where id = ${id}::uuid`,
  collection: (id) => sql`select '' as part, to_jsonb(c) as columns from collections c where id = ${id}::uuid`,
  brand: (id) => sql`select '' as part, to_jsonb(b) as columns from brands b where id = ${id}::uuid`,
  page: (id) => sql`select '' as part, to_jsonb(p) as columns from pages p where id = ${id}::uuid`,
  setting: (id) => sql`select '' as part, to_jsonb(s) as columns from settings s where key = ${id}`,
};

/** Empty if it was deleted. */
export async function readParts(db: Database, type: RestorableType, id: string): Promise<Parts> {
  const rows = await query<{ part: string; columns: Row }>(db, ROWS[type](id));
  return new Map(rows.map(({ part, columns }) => [part, columns]));
}

/** In addition to the entries about the changes themselves. */
export async function addRestoredEntry(tx: Database, { id, createdAt, objectType, objectId, objectName }: AuditRow): Promise<void> {
  const changes: AuditChanges = { restored_from_before: { after: createdAt.toISOString() }, entry: { after: String(id) } };
  await tx.execute(
    sql`select write_audit_row('change', 'restored', ${objectType}, ${objectId}, ${objectName}, null, ${JSON.stringify(changes)}::jsonb, '{}')`,
  );
}
