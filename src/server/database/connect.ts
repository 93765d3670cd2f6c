/** Opens the database: embedded (PGlite) in a directory, or PostgreSQL by address. Both speak the same SQL. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { sql } from 'drizzle-orm';
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres';
import { migrate as migrateServer } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import type { Config } from '../config.ts';
import { lockDataDir } from '../data-dir-lock.ts';

/** What every repository takes as its first argument; a transaction is one too. */
export type Database = PgDatabase<PgQueryResultHKT>;

export interface OpenDatabase {
  readonly db: Database;
  readonly kind: 'embedded' | 'server';
  /** What else speaks to it needs: the jobs. */
  readonly connection: { embedded: PGlite } | { url: string };
  /** Ends every connection and lets go of the data directory. */
  readonly close: () => Promise<void>;
}

interface Log {
  warn: (details: object, message: string) => void;
}

const migrationsFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'migrations');
/** PGlite takes 128 MB for its cache of pages; beneath it the machine's own keeps the same files. */
const EMBEDDED_START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB'];
/** Any number, the same for all instances: whoever holds it migrates, the others wait. */
const MIGRATION_LOCK = 7_203_551;

/** Opens (and makes) the embedded database. `memory` keeps nothing; `dump` is what an earlier one gave by dumpDataDir. */
export async function openEmbedded(
  options: { dataDir: string } | { memory: true; dump?: Blob },
): Promise<OpenDatabase & { client: PGlite }> {
  const isOnDisk = 'dataDir' in options;
  const unlock = isOnDisk ? lockDataDir(options.dataDir) : () => undefined;
  try {
    const directory = isOnDisk ? path.join(options.dataDir, 'database') : undefined;
    if (directory) mkdirSync(directory, { recursive: true });
    const dump = isOnDisk ? undefined : options.dump;
    const client = await PGlite.create({
      extensions: { fuzzystrmatch, pg_trgm, unaccent },
      startParams: EMBEDDED_START_PARAMS,
      ...(directory && { dataDir: directory }),
      ...(dump && { loadDataDir: dump }),
    });
    const db = drizzleEmbedded(client);
    if (!dump) await migrateEmbedded(db, { migrationsFolder });
    const close = async () => {
      await client.close();
      unlock();
    };
    return { db, kind: 'embedded', connection: { embedded: client }, client, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Brings the schema up to date under a lock that all instances share. By a connection of its own: it may take its time. */
async function migrateUnderLock(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  // Told to whoever waits for an answer; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const db = drizzleServer(client);
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await migrateServer(db, { migrationsFolder });
  } finally {
    // The lock ends with it.
    await client.end();
  }
}

/** Opens PostgreSQL, by `size` connections at the most, and brings its schema up to date. */
export async function openServer(url: string, log: Log, maxConnections: number): Promise<OpenDatabase> {
  await migrateUnderLock(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 3000,
    statement_timeout: 5000,
    // For a line on which nothing comes back any more, not even that limit's word.
    query_timeout: 6000,
    idle_in_transaction_session_timeout: 10_000,
  });
  // Without a listener, a connection that PostgreSQL cuts while idle would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'lost an idle database connection'));
  return { db: drizzleServer(pool), kind: 'server', connection: { url }, close: () => pool.end() };
}

export function openDatabase(
  { databaseUrl, databaseConnections, dataDir }: Pick<Config, 'databaseUrl' | 'databaseConnections' | 'dataDir'>,
  log: Log,
): Promise<OpenDatabase> {
  if (databaseUrl) return openServer(databaseUrl, log, databaseConnections);
  return openEmbedded({ dataDir });
}
