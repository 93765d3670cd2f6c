/** The audit log as owners look through it. */
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { AuditChanges, AuditEntry, AuditFilter } from '../../../../contract/audit.ts';
import { isUuid } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type KeysetQuery, type ListSource, listByKeyset, toInOrder, walkByKeyset } from '../../../platform/database/keyset-pagination.ts';
import type { ReadFromReplica } from '../../../platform/database/replica.ts';
import { users } from '../../database/schema/account.ts';
import { auditLog } from '../../database/schema/audit.ts';
import { orders } from '../../database/schema/order.ts';

type Row = typeof auditLog.$inferSelect;

function toSource({ kind, actorKind, actor, object, from, to }: AuditFilter): ListSource {
  const startOf = (day: SQL) => sql`(select (${day})::timestamp at time zone shop_time_zone())`;
  const conditions = [
    // Written into the SQL as a literal, so that the planner sees that the partial index covers it.
    kind && sql`kind = ${sql.raw(`'${kind}'`)}`,
    actorKind && sql`actor_kind = ${actorKind}`,
    actor && sql`actor_id = ${actor}`,
    object && sql`(object_type, object_id) = (${object.slice(0, object.indexOf(':'))}, ${object.slice(object.indexOf(':') + 1)})`,
    from && sql`created_at >= ${startOf(sql`${from}::date`)}`,
    to && sql`created_at < ${startOf(sql`${to}::date + 1`)}`,
  ].filter((it) => it !== undefined && it !== '');
  const where = sql.join([sql`true`, ...(conditions as SQL[])], sql` and `);
  return { table: 'audit_log', rows: sql`select id, created_at from audit_log where ${where}` };
}

/** Adds personal values if they are still stored; otherwise only says that the field changed. */
function toChanges(changes: AuditChanges, personal: AuditChanges = {}): AuditEntry['changes'] {
  return Object.entries(changes).map(([field, change]) => {
    const { before = null, after = null, hidden } = personal[field] ?? change;
    return { field, before, after, hidden: hidden !== undefined };
  });
}

/** People's names aren't in the log: they are read from their accounts. */
async function readNames(db: Database, rows: Row[]): Promise<Map<string, string>> {
  const ids = new Set(rows.flatMap(({ actorId, objectType, objectId }) => [actorId, objectType === 'account' ? objectId : null]));
  const accounts = [...ids].filter((id) => id !== null && isUuid(id));
  if (!accounts.length) return new Map();
  const found = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, accounts as string[]));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Sums of an order are in its own currency. */
async function readCurrencies(db: Database, rows: Row[]): Promise<Map<string, string>> {
  const ids = rows.filter(({ objectType, objectId }) => objectType === 'order' && isUuid(objectId)).map(({ objectId }) => objectId);
  if (!ids.length) return new Map();
  const found = await db.select({ id: orders.id, currency: orders.currency }).from(orders).where(inArray(orders.id, ids));
  return new Map(found.map(({ id, currency }) => [id, currency.toUpperCase()]));
}

async function readEntries(db: Database, ids: string[]): Promise<AuditEntry[]> {
  if (!ids.length) return [];
  const rows = await db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.id, ids.map(Number)));
  const names = await readNames(db, rows);
  const currencies = await readCurrencies(db, rows);
  const entries = rows.map(
    (row): AuditEntry => ({
      _id: String(row.id),
      createdAt: row.createdAt.toISOString(),
      kind: row.kind,
      action: row.action,
      actor: { kind: row.actorKind, _id: row.actorId, name: row.actorName ?? (row.actorId && names.get(row.actorId)) ?? null },
      network: row.personal?.network ?? null,
      requestId: row.requestId,
      object: { type: row.objectType, _id: row.objectId, name: row.objectName ?? names.get(row.objectId) ?? null },
      ...(currencies.has(row.objectId) && { currency: currencies.get(row.objectId) ?? '' }),
      part: row.part,
      changes: toChanges(row.changes, row.personal?.changes),
      position: row.position,
      seal: row.hash,
    }),
  );
  return toInOrder(ids, entries, ({ _id }) => _id);
}

/** Newest first. */
export async function listEntries(db: Database, filter: AuditFilter, listQuery: KeysetQuery) {
  const { ids, ...found } = await listByKeyset(db, toSource(filter), listQuery);
  return { entries: await readEntries(db, ids.map(String)), ...found };
}

export const walkEntries = (read: ReadFromReplica, filter: AuditFilter, batchSize: number) =>
  walkByKeyset(read, { select: () => toSource(filter), readRows: (db, ids) => readEntries(db, ids.map(String)), batchSize });
