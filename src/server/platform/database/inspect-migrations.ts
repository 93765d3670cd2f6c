/**
 * What each statement of a migration locks, and which tables it rewrites, as PostgreSQL itself says it: each is run on an empty copy of the
 * schema in memory, and the locks are read before it commits. So finding it out locks nobody's table. Used by `migrate --dry-run` and by
 * the test that refuses dangerous migrations.
 */
import type { PGlite } from '@electric-sql/pglite';
import { openEmbedded } from './connect.ts';
import type { Migration, MigrationStatement } from './migration-files.ts';
import { isOnline } from './run-migrations.ts';
import { readFunctions } from './sql-functions.ts';

export interface InspectedStatement {
  migration: Migration;
  text: string;
  isBackfill: boolean;
  /** Locks on tables that existed before the migration, such as `users AccessExclusiveLock`. */
  locks: string[];
  /** Tables that were there before and are written anew. */
  rewrites: string[];
  /** What running it a second time failed with; null where it may be repeated. */
  repeatError: string | null;
}

const TABLES = `select c.oid::text as oid, relname as name, relfilenode::text as file from pg_class c
  where relkind = 'r' and relnamespace = 'public'::regnamespace`;
const LOCKS = `select relation::text as oid, mode from pg_locks where pid = pg_backend_pid() and locktype = 'relation' and granted
  and mode not in ('AccessShareLock', 'RowShareLock')`;

type Tables = Map<string, { name: string; file: string }>;

async function listTables(client: Pick<PGlite, 'query'>): Promise<Tables> {
  const { rows } = await client.query<{ oid: string; name: string; file: string }>(TABLES);
  return new Map(rows.map(({ oid, ...table }) => [oid, table]));
}

/** An index can't be built concurrently in a transaction, and outside of one its locks can't be read; which they are is documented. */
const ONLINE_MODE = 'ShareUpdateExclusiveLock';

async function inspect(client: PGlite, migration: Migration, { text, backfillAfter }: MigrationStatement, there: Tables) {
  const run = async (tx: Pick<PGlite, 'query' | 'exec'>) => {
    const runnable = text.replace(/\bindex concurrently\b/gi, 'index');
    await (backfillAfter === null ? tx.exec(runnable) : tx.query(runnable, [backfillAfter]));
  };
  const found = await client.transaction(async (tx) => {
    const before = await listTables(tx);
    await run(tx);
    const { rows } = await tx.query<{ oid: string; mode: string }>(LOCKS);
    const after = await listTables(tx);
    const held = rows.flatMap(({ oid, mode }) => {
      const table = there.get(oid);
      return table ? [`${table.name} ${isOnline(text) ? ONLINE_MODE : mode}`] : [];
    });
    const rewritten = [...there].filter(([oid]) => before.get(oid)?.file !== after.get(oid)?.file && after.has(oid));
    return { locks: [...new Set(held)].sort(), rewrites: rewritten.map(([, { name }]) => name) };
  });
  const repeat = async () => client.transaction(run).then(() => null, String);
  const repeatError = migration.isTransactional ? null : await repeat();
  return { migration, text, isBackfill: backfillAfter !== null, ...found, repeatError };
}

/** Of `migrations`, those whose tag is in `pending`, on a schema that has the others. */
export async function* inspectMigrations(
  migrations: readonly Migration[],
  pending: ReadonlySet<string>,
): AsyncGenerator<InspectedStatement> {
  const functions = { ...readFunctions(), tableSql: '' };
  const applied = migrations.filter((it) => !pending.has(it.tag));
  const { client, close } = await openEmbedded({ memory: true }, { warn: () => undefined }, { migrations: applied, functions });
  try {
    for (const migration of migrations.filter((it) => pending.has(it.tag))) {
      const there = await listTables(client);
      for (const statement of migration.statements) yield await inspect(client, migration, statement, there);
    }
  } finally {
    await close();
  }
}
