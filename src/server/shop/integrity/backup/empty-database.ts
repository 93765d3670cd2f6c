/** Databases that a backup is restored into: a shop's own, or a temporary one in which the backup is checked. */
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { DAY, SECOND } from '../../../../contract/values.ts';
import { type Database, openEmbedded, openEmbeddedClient, openServer } from '../../../platform/database/connect.ts';
import { migrateEmbeddedDatabase, migrateServerDatabase } from '../../../platform/database/migrate.ts';
import { explainConnectionError } from '../../../platform/database/pg-errors.ts';
import { toMigrationLimits } from '../../../platform/database/run-migrations.ts';
import { createEmbeddedRunner, createServerRunner } from '../../../platform/database/sql-runner.ts';
import type { Logger } from '../../../platform/log/logger.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { EmptyDatabase } from './restore-database.ts';

type Log = Pick<Logger, 'warn'>;

export interface RestoreTarget {
  /** Opens a session for the restore. */
  withEmpty: <T>(work: (database: EmptyDatabase) => Promise<T>) => Promise<T>;
  /** Opens it as the shop does afterwards. */
  withShop: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
}

/** `directory` is like a data directory: the database is in a folder of it. */
export function openEmbeddedTarget(directory: string, log: Log): RestoreTarget {
  return {
    withEmpty: async (work) => {
      const folder = path.join(directory, 'database');
      await mkdir(folder, { recursive: true });
      const client = await openEmbeddedClient(folder);
      try {
        return await work({ runner: createEmbeddedRunner(client), migrate: (options) => migrateEmbeddedDatabase(client, log, options) });
      } finally {
        await client.close();
      }
    },
    withShop: async (work) => {
      const { db, close } = await openEmbedded({ dataDir: directory }, log);
      return work(db).finally(close);
    },
  };
}

export async function connect(url: string, timeout: number): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeout, application_name: 'storefront-backup' });
  // A lost connection rejects the query that waits; without a listener it would also end the process.
  client.on('error', () => undefined);
  await client.connect().catch((error) => {
    throw explainConnectionError(error);
  });
  return client;
}

export function openServerTarget(url: string, { timeLimits }: Pick<Config, 'timeLimits'>, log: Log): RestoreTarget {
  const limits = toMigrationLimits(timeLimits.database);
  return {
    withEmpty: async (work) => {
      const client = await connect(url, timeLimits.database.connect);
      try {
        return await work({
          runner: createServerRunner(client),
          migrate: (options) => migrateServerDatabase(url, log, { limits, ...options }),
        });
      } finally {
        await client.end();
      }
    },
    withShop: async (work) => {
      const { db, close } = await openServer(url, log, 2, { timeLimits: timeLimits.database });
      return work(db).finally(close);
    },
  };
}

const SCRATCH_NAME = /^storefront_check_(?<seconds>\d+)_[0-9a-f]{8}$/;
const INSUFFICIENT_PRIVILEGE = '42501';

/** Null if the role may not create databases. */
async function createScratchDatabase(url: string, timeout: number): Promise<{ url: string; drop: () => Promise<void> } | null> {
  const client = await connect(url, timeout);
  try {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database where pg_has_role(datdba, $1)', ['member']);
    for (const { datname } of rows) {
      const seconds = Number(SCRATCH_NAME.exec(datname)?.groups?.seconds ?? Number.POSITIVE_INFINITY);
      // Left by a process that was killed.
      if (seconds * SECOND < Date.now() - DAY) await client.query(`drop database if exists "${datname}" with (force)`);
    }
    const name = `storefront_check_${Math.floor(Date.now() / SECOND)}_${randomBytes(4).toString('hex')}`;
    await client.query(`create database "${name}" template template0`);
    const scratchUrl = new URL(url);
    scratchUrl.pathname = `/${name}`;
    const drop = async () => {
      const again = await connect(url, timeout);
      await again.query(`drop database if exists "${name}" with (force)`).finally(() => again.end());
    };
    return { url: scratchUrl.href, drop };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE) return null;
    throw error;
  } finally {
    await client.end();
  }
}

/** On the shop's server if the role may create databases there, otherwise an embedded one in `workDir`; deleted afterwards. */
export async function withScratchDatabase<T>(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'timeLimits'>,
  workDir: string,
  log: Log,
  work: (target: RestoreTarget) => Promise<T>,
): Promise<T> {
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  const scratch = url ? await createScratchDatabase(url, config.timeLimits.database.connect) : null;
  if (scratch) return work(openServerTarget(scratch.url, config, log)).finally(scratch.drop);
  const directory = path.join(workDir, 'scratch');
  await rm(directory, { recursive: true, force: true });
  return work(openEmbeddedTarget(directory, log)).finally(() => rm(directory, { recursive: true, force: true }));
}
