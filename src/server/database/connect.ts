/** Opens the database: embedded (PGlite) in a directory, or a PostgreSQL server by URL. Both understand the same SQL. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import pg from 'pg';
import { SECOND } from '../../contract/time.ts';
import type { Config } from '../config.ts';
import { lockDataDir } from '../data-dir-lock.ts';
import type { Logger } from '../logger.ts';
import { migrateEmbeddedDatabase, migrateServerDatabase } from './migrate.ts';
import { PreparingClient } from './prepared-statements.ts';

/** The first argument of every repository function; a transaction is one too. */
export type Database = PgDatabase<PgQueryResultHKT>;

export interface OpenDatabase {
  readonly db: Database;
  readonly kind: 'embedded' | 'server';
  /** For what needs a connection of its own: the job queue and the cache's LISTEN. */
  readonly connection: { embedded: PGlite } | { url: string };
  /** Ends all connections and releases the data directory. */
  readonly close: () => Promise<void>;
}

type Log = Pick<Logger, 'warn'>;

/** PGlite's default of 128 MB would cache the files a second time: the operating system caches them already. */
const EMBEDDED_START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB'];

/** Opens the embedded database and creates it if needed. `memory` stores nothing; `dump` is a migrated database by PGlite's dumpDataDir. */
export async function openEmbedded(
  options: { dataDir: string } | { memory: true; dump?: Blob },
  log: Log = console,
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
    if (!dump) await migrateEmbeddedDatabase(client, log);
    const close = async () => {
      await client.close();
      unlock();
    };
    return { db: drizzleEmbedded(client), kind: 'embedded', connection: { embedded: client }, client, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Opens a PostgreSQL server by at most `maxConnections` connections and brings its schema up to date. */
export async function openServer(url: string, log: Log, maxConnections: number): Promise<OpenDatabase> {
  await migrateServerDatabase(url, log);
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 3 * SECOND,
    statement_timeout: 5 * SECOND,
    // The client's own limit, for a server or network that no longer answers at all, not even that the statement timed out.
    query_timeout: 6 * SECOND,
    idle_in_transaction_session_timeout: 10 * SECOND,
  });
  // An error event that nobody listens to ends the process. The pool listens to idle clients only, and emits their errors itself; a
  // client in use needs a listener of its own, for a connection that is cut between two of its statements.
  pool.on('error', (error) => log.warn({ err: error }, 'lost an idle database connection'));
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'lost a database connection')));
  return { db: drizzleServer(pool), kind: 'server', connection: { url }, close: () => pool.end() };
}

export function openDatabase(
  { databaseUrl, databaseConnections, dataDir }: Pick<Config, 'databaseUrl' | 'databaseConnections' | 'dataDir'>,
  log: Log,
): Promise<OpenDatabase> {
  if (databaseUrl) return openServer(databaseUrl, log, databaseConnections);
  return openEmbedded({ dataDir }, log);
}
