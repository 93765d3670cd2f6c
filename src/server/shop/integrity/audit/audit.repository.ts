import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { AuditChanges, AuditEntry, AuditFilter, AuditKind } from '../../../../contract/audit.ts';
import { isUuid } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type KeysetQuery, type ListSource, listByKeyset, toInOrder, walkByKeyset } from '../../../platform/database/keyset-pagination.ts';
import { query } from '../../../platform/database/query.ts';
import type { ReadFromReplica } from '../../../platform/database/replica.ts';
import { users } from '../../database/schema/account.ts';
import { auditChain, auditLog } from '../../database/schema/audit.ts';
import { products } from '../../database/schema/catalog.ts';
import { webhookEndpoints } from '../../database/schema/messages.ts';
import { orders } from '../../database/schema/order.ts';

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

/** The database knows who caused it from the start of the transaction (platform/monitoring/request-context.ts). */
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

/** The audit log as owners look through it. */
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

const listIds = (rows: Row[], type: string): string[] =>
  rows.filter(({ objectType, objectId }) => objectType === type && isUuid(objectId)).map(({ objectId }) => objectId);

/** Sums of an order are in its own currency. */
async function readOrders(db: Database, rows: Row[]): Promise<Map<string, { number: number | null; currency: string }>> {
  const ids = listIds(rows, 'order');
  if (!ids.length) return new Map();
  const { id, number, currency } = orders;
  const found = await db.select({ id, number, currency }).from(orders).where(inArray(orders.id, ids));
  return new Map(found.map((it) => [it.id, { ...it, currency: it.currency.toUpperCase() }]));
}

/** A row about a part, such as a variant, doesn't have its object's name. */
async function readObjectNames(db: Database, rows: Row[]): Promise<[id: string, name: string][]> {
  const parts = rows.filter(({ objectName }) => objectName === null);
  const [ofProducts, ofWebhooks] = [listIds(parts, 'product'), listIds(parts, 'webhook')];
  const { id, url } = webhookEndpoints;
  const found = [
    ...(ofProducts.length
      ? await db.select({ id: products.id, name: products.name }).from(products).where(inArray(products.id, ofProducts))
      : []),
    ...(ofWebhooks.length ? await db.select({ id, name: url }).from(webhookEndpoints).where(inArray(id, ofWebhooks)) : []),
  ];
  return found.map((it) => [it.id, it.name]);
}

async function readEntries(db: Database, ids: string[]): Promise<AuditEntry[]> {
  if (!ids.length) return [];
  const rows = await db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.id, ids.map(Number)));
  const ordersById = await readOrders(db, rows);
  const numbers = [...ordersById].flatMap(([id, { number }]): [string, string][] => (number === null ? [] : [[id, String(number)]]));
  const names = new Map([...(await readNames(db, rows)), ...(await readObjectNames(db, rows)), ...numbers]);
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
      ...(ordersById.has(row.objectId) && { currency: ordersById.get(row.objectId)?.currency ?? '' }),
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
