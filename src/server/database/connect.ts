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
import { closeDataDir } from '../data-dir-permissions.ts';
import type { Logger } from '../logger.ts';
import { migrateEmbeddedDatabase, migrateServerDatabase } from './migrate.ts';
import { PooledClient, requireWritable } from './pooled-client.ts';
import { PreparingClient } from './prepared-statements.ts';

/** The first argument of every repository function; a transaction is one too. */
export type Database = PgDatabase<PgQueryResultHKT>;

export interface OpenDatabase {
  readonly db: Database;
  readonly kind: 'embedded' | 'server';
  /** For what needs a connection of its own: the job queue and the cache's LISTEN. */
  readonly connection: { embedded: PGlite } | { url: string };
  /** Throws where the database doesn't answer or takes no writes. On a server by a connection of its own, within a second. */
  readonly ping: () => Promise<void>;
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
    // PGlite sets some files' permissions itself, whatever the process's umask is: those of a new database, and of its own cache.
    if (directory) await closeDataDir(directory, log);
    const close = async () => {
      await client.close();
      unlock();
    };
    const ping = async () => void (await client.query('select 1'));
    return { db: drizzleEmbedded(client), kind: 'embedded', connection: { embedded: client }, client, ping, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** For readiness: a pool of one, so that it answers while the shop's own connections are all taken. */
function openPing(url: string): { ping: () => Promise<void>; close: () => Promise<void> } {
  const pool = new pg.Pool({
    Client: PooledClient,
    connectionString: url,
    application_name: 'storefront-readiness',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: SECOND,
    query_timeout: SECOND,
  });
  pool.on('error', () => undefined);
  const ask = async () => {
    const client = await pool.connect();
    // With an error the pool removes the client: a session may stay read-only although the database isn't any more.
    await requireWritable(client).then(
      () => client.release(),
      (error) => {
        client.release(true);
        throw error;
      },
    );
  };
  let running: Promise<void> | null = null;
  return {
    // However many ask at once, the database is asked once.
    ping: () => {
      running ??= ask().finally(() => {
        running = null;
      });
      return running;
    },
    close: () => pool.end(),
  };
}

/** Opens a PostgreSQL server by at most `maxConnections` connections and brings its schema up to date. */
export async function openServer(url: string, log: Log, maxConnections: number): Promise<OpenDatabase> {
  await migrateServerDatabase(url, log);
  const pool = new pg.Pool({
    Client: PreparingClient,
    // After a failover the address may lead to a standby for a while.
    onConnect: requireWritable,
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 3 * SECOND,
    statement_timeout: 5 * SECOND,
    // The client's own limit, for a server or network that no longer answers at all, not even that the statement timed out.
    query_timeout: 6 * SECOND,
    idle_in_transaction_session_timeout: 10 * SECOND,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'lost an idle database connection'));
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'lost a database connection')));
  // The pool removes a client that is ending; otherwise it would hand it out again.
  pool.on('release', (_error, client) => {
    if (client instanceof PooledClient && client.isReadOnly) void client.end();
  });
  const readiness = openPing(url);
  const close = async () => {
    await Promise.all([pool.end(), readiness.close()]);
  };
  return { db: drizzleServer(pool), kind: 'server', connection: { url }, ping: readiness.ping, close };
}

export function openDatabase(
  { databaseUrl, databaseConnections, dataDir }: Pick<Config, 'databaseUrl' | 'databaseConnections' | 'dataDir'>,
  log: Log,
): Promise<OpenDatabase> {
  if (databaseUrl) return openServer(databaseUrl, log, databaseConnections);
  return openEmbedded({ dataDir }, log);
}
