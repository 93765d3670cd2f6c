/** The rows of imports: the merchant's choices, how far each import is, and which process works on it. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type {
  ImportError,
  ImportKind,
  ImportNotice,
  ImportNoticeKind,
  ImportStatus,
} from '../../../../../contract/product-import-fields.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { query } from '../../../../platform/database/query.ts';
import { users } from '../../../database/schema/account.ts';
import { productImportErrors, productImportPieces, productImports } from '../../../database/schema/bulk-changes.ts';
import { importedCustomers } from '../../../database/schema/imported.ts';

export type ImportRow = typeof productImports.$inferSelect & { hasFile: boolean };
export type ImportChange = Partial<typeof productImports.$inferInsert>;

const IMPORTS_SHOWN = 20;

const rowColumns = {
  row: productImports,
  hasFile: sql<boolean>`exists (select from ${productImportPieces} p where p.import_id = ${productImports.id})`,
};

const toRow = ({ row, hasFile }: { row: typeof productImports.$inferSelect; hasFile: boolean }): ImportRow => ({ ...row, hasFile });

export async function createImport(db: Database, row: typeof productImports.$inferInsert): Promise<void> {
  await db.insert(productImports).values(row);
}

export async function deleteImport(db: Database, id: string): Promise<void> {
  await db.delete(productImports).where(eq(productImports.id, id));
}

export async function findImport(db: Database, id: string): Promise<ImportRow | null> {
  const [found] = await db.select(rowColumns).from(productImports).where(eq(productImports.id, id));
  return found ? toRow(found) : null;
}

/** `kind`: of this one alone. */
export async function listImports(db: Database, kind: ImportKind | null): Promise<ImportRow[]> {
  const rows = await db
    .select(rowColumns)
    .from(productImports)
    .where(and(sql`${productImports.status} <> 'uploading'`, kind ? eq(productImports.kind, kind) : undefined))
    .orderBy(desc(productImports.createdAt), asc(productImports.id))
    .limit(IMPORTS_SHOWN);
  return rows.map(toRow);
}

/** False if the import is in none of these states, or no longer exists. A process that works on it loses its lease. */
export async function changeImport(db: Database, id: string, from: readonly ImportStatus[], change: ImportChange): Promise<boolean> {
  const changed = await db
    .update(productImports)
    .set({ lease: null, leasedUntil: null, ...change })
    .where(and(eq(productImports.id, id), inArray(productImports.status, [...from])))
    .returning({ id: productImports.id });
  return changed.length > 0;
}

/** Only while the process has the lease. False: another process has it, or the import was cancelled or changed. */
export async function advanceImport(db: Database, id: string, lease: string, change: ImportChange): Promise<boolean> {
  const changed = await db
    .update(productImports)
    .set(change)
    .where(and(eq(productImports.id, id), eq(productImports.lease, lease)))
    .returning({ id: productImports.id });
  return changed.length > 0;
}

/** Locks the row until the transaction ends. Null if the lease was lost. */
export async function lockImport(tx: Database, id: string, lease: string): Promise<typeof productImports.$inferSelect | null> {
  const [row] = await tx
    .select()
    .from(productImports)
    .where(and(eq(productImports.id, id), eq(productImports.lease, lease)))
    .for('update');
  return row ?? null;
}

export interface Lease {
  lease: string;
  now: Date;
  until: Date;
}

const isFree = (now: Date): SQL => sql`(leased_until is null or leased_until < ${now.toISOString()})`;

/** Null: there is none, or another process works on it. */
async function claim(db: Database, chosen: SQL, change: SQL, { lease, now, until }: Lease): Promise<ImportRow | null> {
  const [claimed] = await query<{ id: string }>(
    db,
    sql`update product_imports set lease = ${lease}, leased_until = ${until.toISOString()}, ${change}
      where id = (${chosen}) and ${isFree(now)} returning id`,
  );
  return claimed ? findImport(db, claimed.id) : null;
}

/** One of the files that are waiting to be checked. */
export const claimCheck = (db: Database, lease: Lease): Promise<ImportRow | null> =>
  claim(
    db,
    sql`select id from product_imports where status = 'checking' and ${isFree(lease.now)} order by created_at, id limit 1`,
    sql`failures = failures`,
    lease,
  );

/** One import at a time: the oldest of those that were started. */
const OLDEST = sql`select id from product_imports where status in ('queued', 'running') order by queued_at, id limit 1`;

export const claimRun = (db: Database, lease: Lease): Promise<ImportRow | null> =>
  claim(db, OLDEST, sql`status = 'running', started_at = coalesce(started_at, ${lease.now.toISOString()})`, lease);

export async function hasImportToCheck(db: Database, now: Date): Promise<boolean> {
  return (await query(db, sql`select from product_imports where status = 'checking' and ${isFree(now)} limit 1`)).length > 0;
}

export async function hasImportToRun(db: Database, now: Date): Promise<boolean> {
  return (await query(db, sql`select from product_imports where id = (${OLDEST}) and ${isFree(now)}`)).length > 0;
}

export type StoredError = ImportError & { kind: ImportNoticeKind | null; rows: number[] | null; host?: string | undefined };

export async function createErrors(db: Database, importId: string, errors: StoredError[]): Promise<void> {
  if (!errors.length) return;
  await query(
    db,
    sql`insert into product_import_errors (import_id, "row", "column", reason, name, kind, rows, host)
      select ${importId}, e."row", e."column", e.reason, e.name, e.kind, e.rows, e.host
      from jsonb_to_recordset(${JSON.stringify(errors)}::jsonb)
        as e("row" int, "column" text, reason text, name text, kind text, rows int[], host text)`,
  );
}

export async function deleteErrors(db: Database, importId: string): Promise<void> {
  await db.delete(productImportErrors).where(eq(productImportErrors.importId, importId));
}

const { row, column, reason, name, rows, id, kind, host } = productImportErrors;
const isOf = (importId: string) => eq(productImportErrors.importId, importId);

export async function listErrors(db: Database, importId: string, limit: number): Promise<ImportError[]> {
  return db
    .select({ row, column, reason, name })
    .from(productImportErrors)
    .where(and(isOf(importId), isNull(kind)))
    .orderBy(asc(row), asc(id))
    .limit(limit);
}

/** `chosen`: of this kind alone. */
export async function listNotices(
  db: Database,
  importId: string,
  { chosen, limit, offset }: { chosen: ImportNoticeKind | undefined; limit: number; offset: number },
): Promise<ImportNotice[]> {
  const found = await db
    .select({ row, column, reason, name, kind, host })
    .from(productImportErrors)
    .where(and(isOf(importId), chosen ? eq(kind, chosen) : isNotNull(kind)))
    .orderBy(asc(row), asc(id))
    .limit(limit)
    .offset(offset);
  return found.flatMap(({ kind: told, host: refused, ...it }) => (told ? [{ ...it, kind: told, ...(refused && { host: refused }) }] : []));
}

/** Errors under `null`. */
export async function countByKind(db: Database, importId: string): Promise<Map<ImportNoticeKind | null, number>> {
  const counted = await db
    .select({ kind, count: sql<number>`count(*)::int` })
    .from(productImportErrors)
    .where(isOf(importId))
    .groupBy(kind);
  return new Map(counted.map((it) => [it.kind, it.count]));
}

/** Errors in the order of the file; the first error of each product names all its rows. */
export async function listStoredErrors(db: Database, importId: string): Promise<Omit<StoredError, 'kind'>[]> {
  return db
    .select({ row, column, reason, name, rows })
    .from(productImportErrors)
    .where(and(isOf(importId), isNull(kind)))
    .orderBy(asc(row), asc(id));
}

/** Customers that an import made, whose mailbox nobody has read for the shop, and who weren't invited. */
export const isInvitable = (id: string): SQL | undefined =>
  and(eq(importedCustomers.importId, id), isNull(importedCustomers.invitedAt), isNull(users.emailConfirmedAt), isNull(users.disabledAt));

export async function countInvitable(db: Database, importId: string): Promise<number> {
  const [found] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(importedCustomers)
    .innerJoin(users, eq(users.id, importedCustomers.userId))
    .where(isInvitable(importId));
  return found?.count ?? 0;
}

const UNSTARTED: ImportStatus[] = ['uploading', 'ready'];

/** Deletes the files of finished imports, and imports that were never started. Returns how many. */
export async function deleteOldImports(db: Database, before: Date, limit: number): Promise<number> {
  const old = await db
    .select({ id: productImports.id })
    .from(productImports)
    .where(
      and(
        inArray(productImports.status, [...UNSTARTED, 'done', 'cancelled', 'failed']),
        lt(sql`coalesce(${productImports.finishedAt}, ${productImports.createdAt})`, before.toISOString()),
        sql`(${inArray(productImports.status, UNSTARTED)} or exists (select from product_import_pieces p where p.import_id = ${productImports.id}))`,
      ),
    )
    .limit(limit);
  const ids = old.map(({ id }) => id);
  if (!ids.length) return 0;
  await db.delete(productImportPieces).where(inArray(productImportPieces.importId, ids));
  await db.delete(productImportErrors).where(inArray(productImportErrors.importId, ids));
  await db.delete(productImports).where(and(inArray(productImports.id, ids), inArray(productImports.status, UNSTARTED)));
  return ids.length;
}
