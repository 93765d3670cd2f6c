/** Opens the database: embedded (PGlite) in a directory, or a PostgreSQL server by URL. Both understand the same SQL. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PGlite, types } from '@electric-sql/pglite';
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import pg from 'pg';
import { SECOND } from '../../../contract/values.ts';
import type { Logger } from '../log/logger.ts';
import { closeDataDir, lockDataDir } from '../process/data-dir.ts';
import type { Config, DatabaseLimits } from '../settings/config.ts';
import { DEFAULT_DATABASE_LIMITS } from '../settings/read-config.ts';
import { copyWhileQuiet, observeEmbedded } from './embedded-database.ts';
import {
  type MigrateOptions,
  migrateEmbeddedDatabase,
  migrateServerDatabase,
  requireEmbeddedSchema,
  requireServerSchema,
} from './migrate.ts';
import { explainConnectionError } from './pg-errors.ts';
import { ContextPool, PooledClient, type PooledClientConfig, requireWritable } from './pooled-client.ts';
import { checkAddresses } from './pooler.ts';
import { PreparingClient, prepareStatements } from './prepared-statements.ts';
import { toMigrationLimits } from './run-migrations.ts';

/** The first argument of every repository function; a transaction is one too. */
export type Database = PgDatabase<PgQueryResultHKT>;

/** The number of connections, of idle ones, and of statements that wait for one. */
export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

export interface OpenDatabase {
  readonly db: Database;
  readonly kind: 'embedded' | 'server';
  /** Where to open a dedicated connection, for the job queue and the cache's LISTEN. Never a pooler's URL. */
  readonly connection: { embedded: PGlite } | { url: string; connectTimeout?: number };
  /** State of the pool for the shop's statements; absent for the embedded database, which has a single connection. */
  readonly pool?: PoolState;
  /**
   * Only for the embedded one on disk: copies its files as they are at one moment. Returns for how many milliseconds other queries had to
   * wait.
   */
  readonly copyFiles?: (to: string) => Promise<number>;
  /**
   * Throws if the database doesn't answer or doesn't accept writes. A server is asked through a separate connection, with a timeout of a
   * second.
   */
  readonly ping: () => Promise<void>;
  /** Ends all connections and releases the data directory. */
  readonly close: () => Promise<void>;
}

type Log = Pick<Logger, 'warn'>;

/** What to do if the schema is older than this version. */
export interface SchemaOptions extends MigrateOptions {
  /** False: throws SchemaOutdatedError. Absent: migrates. */
  migrates?: boolean;
}

/** PGlite's default of 128 MB would cache the files a second time: the operating system caches them already. */
const EMBEDDED_START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB', '-c', 'storefront.notify_sales=on'];

/** PGlite's own parsers handle each byte by itself, which takes 20 ms for a piece of an upload. */
const BYTEA = {
  parsers: { [types.BYTEA]: (text: string) => new Uint8Array(Buffer.from(text.slice(2), 'hex')) },
  serializers: {
    [types.BYTEA]: (bytes: Uint8Array) => `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`,
  },
};

/** Opens the files in a directory as they are: no lock, no migrations, no prepared statements. */
export const openEmbeddedClient = (directory: string | undefined, loadDataDir?: Blob): Promise<PGlite> =>
  PGlite.create({
    extensions: { fuzzystrmatch, pg_trgm, unaccent },
    startParams: EMBEDDED_START_PARAMS,
    ...BYTEA,
    ...(directory && { dataDir: directory }),
    ...(loadDataDir && { loadDataDir }),
  });

/**
 * Opens the embedded database, and creates it if needed. `memory` stores nothing on disk; `dump` is a migrated database, made by PGlite's
 * dumpDataDir.
 */
export async function openEmbedded(
  options: { dataDir: string } | { memory: true; dump?: Blob },
  log: Log = console,
  { migrates = true, ...migration }: SchemaOptions = {},
): Promise<OpenDatabase & { client: PGlite }> {
  const isOnDisk = 'dataDir' in options;
  const unlock = isOnDisk ? lockDataDir(options.dataDir) : () => undefined;
  try {
    const directory = isOnDisk ? path.join(options.dataDir, 'database') : undefined;
    if (directory) mkdirSync(directory, { recursive: true });
    const dump = isOnDisk ? undefined : options.dump;
    const client = await openEmbeddedClient(directory, dump);
    try {
      if (!migrates) await requireEmbeddedSchema(client);
      else if (!dump) await migrateEmbeddedDatabase(client, log, migration);
    } catch (error) {
      await client.close();
      throw error;
    }
    prepareStatements(client);
    // PGlite sets the permissions of some files itself, regardless of the process's umask: in a new database, and in its cache.
    if (directory) await closeDataDir(directory, log);
    const close = async () => {
      await client.close();
      unlock();
    };
    const ping = async () => void (await client.query('select 1'));
    const db = drizzleEmbedded(observeEmbedded(client));
    const copyFiles = (to: string) => copyWhileQuiet(client, String(directory), to);
    return { db, kind: 'embedded', connection: { embedded: client }, client, ping, close, ...(directory && { copyFiles }) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** For readiness: a pool with one connection, so that it answers while all of the shop's other connections are in use. */
function openPing(url: string, timeout: number): { ping: () => Promise<void>; close: () => Promise<void> } {
  const pool = new pg.Pool({
    Client: PooledClient,
    connectionString: url,
    application_name: 'storefront-readiness',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
  });
  pool.on('error', () => undefined);
  const ask = async () => {
    const client = await pool.connect();
    // After an error the pool discards the client, because a session may stay read-only although the database no longer is.
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
    // However many callers ask at once, the database is asked once.
    ping: () => {
      running ??= ask().finally(() => {
        running = null;
      });
      return running;
    },
    close: () => pool.end(),
  };
}

export interface ServerOptions extends SchemaOptions {
  /** URL of the database itself, if the other one leads to a pooler in transaction mode. */
  directUrl?: string | null;
  timeLimits?: DatabaseLimits;
}

/**
 * PostgreSQL's own limits for a connection. A pooler in transaction mode refuses them as startup parameters, and `set` would change a
 * connection that others use too. So through a pooler, each transaction begins with them.
 */
const toServerLimits = ({ statement, idleTransaction }: DatabaseLimits, isPooled: boolean): PooledClientConfig =>
  isPooled
    ? { beginWith: `set local statement_timeout = ${statement}; set local idle_in_transaction_session_timeout = ${idleTransaction}` }
    : { statement_timeout: statement, idle_in_transaction_session_timeout: idleTransaction };

function openPool(url: string, maxConnections: number, limits: DatabaseLimits, isPooled: boolean, log: Log): pg.Pool {
  const options: pg.PoolConfig & PooledClientConfig = {
    Client: PreparingClient,
    // After a failover the URL may lead to a standby for a while.
    onConnect: requireWritable,
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: limits.connect,
    // The client's own limit, in case server or network don't answer at all, not even that the statement timed out.
    query_timeout: limits.statement + SECOND,
    ...toServerLimits(limits, isPooled),
  };
  const pool = new ContextPool(options);
  pool.on('error', (error) => log.warn({ err: error }, 'lost an idle database connection'));
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'lost a database connection')));
  // Makes the pool discard a client whose connection is ending; otherwise it would hand it out again.
  pool.on('release', (_error, client) => {
    if (client instanceof PooledClient && client.isReadOnly) void client.end();
  });
  return pool;
}

/** Opens a PostgreSQL server with at most `maxConnections` connections, and brings its schema up to date. */
export async function openServer(
  url: string,
  log: Log,
  maxConnections: number,
  { directUrl = null, timeLimits = DEFAULT_DATABASE_LIMITS, migrates = true, ...options }: ServerOptions = {},
): Promise<OpenDatabase> {
  try {
    if (directUrl) await checkAddresses({ url, directUrl }, timeLimits, log);
    const limits = toMigrationLimits(timeLimits);
    await (migrates
      ? migrateServerDatabase(directUrl ?? url, log, { limits, ...options })
      : requireServerSchema(directUrl ?? url, limits.connect));
  } catch (error) {
    throw explainConnectionError(error);
  }
  const pool = openPool(url, maxConnections, timeLimits, directUrl !== null, log);
  const readiness = openPing(url, timeLimits.readiness);
  const close = async () => {
    await Promise.all([pool.end(), readiness.close()]);
  };
  const connection = { url: directUrl ?? url, connectTimeout: timeLimits.connect };
  return { db: drizzleServer(pool), kind: 'server', connection, pool, ping: readiness.ping, close };
}

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseConnections' | 'dataDir' | 'timeLimits' | 'migrates'>;

export function openDatabase(config: DatabaseConfig, log: Log, report: SchemaOptions['report'] = () => undefined): Promise<OpenDatabase> {
  const { databaseUrl, databaseDirectUrl: directUrl, databaseConnections, dataDir, timeLimits, migrates } = config;
  if (!databaseUrl) return openEmbedded({ dataDir }, log, { migrates, report });
  return openServer(databaseUrl, log, databaseConnections, { directUrl, timeLimits: timeLimits.database, migrates, report });
}
