/** A temporary folder in the data directory for a backup or a restore; one process at a time uses it. */
import { mkdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { writeRestoreState } from '../../../platform/database/migrate.ts';
import { createServerRunner } from '../../../platform/database/sql-runner.ts';
import { lockDataDir } from '../../../platform/process/data-dir.ts';
import { BackupError } from './backup-format.ts';

/**
 * During a restore, the database that it replaces is kept in other schemas. Moving tables changes only their names, so it takes no time,
 * and it is one transaction in each direction: if the process is killed, everything is in one place or the other.
 */

const ASIDE = 'before_restore';
/** Schemas of the job queue and of the migrations. */
const OTHER_SCHEMAS = ['pgboss', 'drizzle'];

/** Indexes and sequences that belong to a table move with it. Functions stay, and are created again by whoever opens the database. */
const moveTables = (from: string, to: string) => `do $$ declare found record; begin
  for found in select oid::regclass as name from pg_class where relnamespace = '${from}'::regnamespace and relkind in ('r', 'p') loop
    execute 'alter table ' || found.name || ' set schema ${to}';
  end loop;
  for found in select oid::regclass as name from pg_class where relnamespace = '${from}'::regnamespace and relkind = 'S' loop
    execute 'alter sequence ' || found.name || ' set schema ${to}';
  end loop;
end $$;`;

const renameSchema = (from: string, to: string) =>
  `do $$ begin if to_regnamespace('${from}') is not null then alter schema ${from} rename to ${to}; end if; end $$;`;

export const DROP_ALL = `do $$ declare found record; begin
  for found in select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') loop
    execute 'drop table if exists ' || found.name || ' cascade';
  end loop;
  for found in select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' loop
    execute 'drop sequence if exists ' || found.name || ' cascade';
  end loop;
  drop schema if exists pgboss cascade;
  drop schema if exists drizzle cascade;
end $$;`;

async function runAtOnce(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** From now on no shop opens the database, until it is restored or the old one is put back. */
export const setAside = (client: pg.Client): Promise<void> =>
  runAtOnce(client, async () => {
    await client.query(`create schema ${ASIDE}; ${moveTables('public', ASIDE)}`);
    for (const name of OTHER_SCHEMAS) await client.query(renameSchema(name, `${ASIDE}_${name}`));
    await writeRestoreState(createServerRunner(client), 'running');
  });

/** Puts the old database back in place of what was restored so far. False if nothing is set aside. */
export async function putBack(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select 1 where to_regnamespace('${ASIDE}') is not null`);
  if (!rows.length) return false;
  await runAtOnce(client, async () => {
    await client.query(`${DROP_ALL} ${moveTables(ASIDE, 'public')} drop schema ${ASIDE}`);
    for (const name of OTHER_SCHEMAS) await client.query(renameSchema(`${ASIDE}_${name}`, name));
  });
  return true;
}

export async function dropAside(client: pg.Client): Promise<void> {
  const names = [ASIDE, ...OTHER_SCHEMAS.map((name) => `${ASIDE}_${name}`)];
  await client.query(`drop schema if exists ${names.join(', ')} cascade`);
}

export async function withWorkDir<T>(dataDir: string, work: (directory: string) => Promise<T>): Promise<T> {
  const directory = path.join(dataDir, 'backup-work');
  const empty = async () => {
    for (const name of await readdir(directory))
      if (!name.startsWith('shop.lock')) await rm(path.join(directory, name), { recursive: true, force: true });
  };
  let unlock: () => void;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    unlock = lockDataDir(directory);
  } catch (cause) {
    const isHeld = cause instanceof Error && cause.message.includes('is in use by');
    if (isHeld) throw new BackupError('in_use', 'Another backup or restore is running. Wait until it has ended', { cause });
    throw new BackupError('target', `${directory} can't be written to`, { cause });
  }
  try {
    // Left by a process that was killed.
    await empty();
    return await work(directory).finally(empty);
  } finally {
    unlock();
  }
}
