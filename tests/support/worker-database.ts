/**
 * One database for each test worker, made for its first file and shared by those that follow (making one for each file would cost
 * seconds). Each test finds it empty.
 */
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import { type Database, type OpenDatabase, openEmbedded } from '../../src/server/platform/database/connect.ts';
import { openTestServer } from './open-test-server.ts';
import { createDatabaseFromTemplate } from './postgres.ts';

/** Kept by the module: the files of a worker run in one process, one after the other. */
let sharedEmbedded: Promise<OpenDatabase> | undefined;
let sharedServerUrl: Promise<string> | undefined;

/** PGlite stays open until the worker ends; on a server each file opens and closes its own connections. */
export async function openWorkerDatabase(): Promise<OpenDatabase> {
  const server = inject('server');
  if (server) {
    sharedServerUrl ??= createDatabaseFromTemplate(server.url);
    return openTestServer(await sharedServerUrl, { warn: () => undefined }, 10);
  }
  const dump = inject('dump');
  if (!dump) throw new Error('This file needs a database: take it off UNIT_TESTS in tests/support/projects.ts');
  sharedEmbedded ??= openEmbedded({ memory: true, dump: new Blob([readFileSync(dump)]) });
  return { ...(await sharedEmbedded), close: async () => undefined };
}

/**
 * Deletes without triggers and foreign keys (that is what the role `replica` means), which takes some 2 ms; truncating all tables
 * takes 50 on the embedded database. What held many rows is truncated too, since deleted rows stay in the file.
 */
const EMPTY_ALL_TABLES = `do $$
declare
  name text;
  deleted bigint;
begin
  set local session_replication_role = replica;
  for name in select quote_ident(tablename) from pg_tables where schemaname = 'public' loop
    execute 'delete from ' || name;
    get diagnostics deleted = row_count;
    if deleted > 1000 then execute 'truncate ' || name || ' cascade'; end if;
  end loop;
  for name in select quote_ident(sequencename) from pg_sequences where schemaname = 'public' and last_value is not null loop
    execute 'alter sequence ' || name || ' restart';
  end loop;
  set local session_replication_role = origin;
end $$`;

export async function emptyAllTables(db: Database): Promise<void> {
  await db.execute(sql.raw(EMPTY_ALL_TABLES));
}
