/** `migrate --dry-run`: what would be run on this database, and which locks each statement would take. Changes nothing, locks nothing. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';
import { openDatabase } from './connect.ts';
import { type InspectedStatement, inspectMigrations } from './inspect-migrations.ts';
import { readMigrations } from './migration-files.ts';
import { SchemaOutdatedError } from './schema-state.ts';
import { readFunctions } from './sql-functions.ts';

type ConnectionConfig = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseConnections' | 'dataDir' | 'timeLimits'>;

async function listMissing(config: ConnectionConfig): Promise<readonly string[]> {
  // Opening would create it.
  if (!config.databaseUrl && !existsSync(path.join(config.dataDir, 'database')))
    return [...readMigrations().map((it) => it.tag), `SQL functions ${readFunctions().version}`];
  try {
    const database = await openDatabase({ ...config, migrates: false }, { warn: () => undefined });
    await database.close();
    return [];
  } catch (error) {
    if (error instanceof SchemaOutdatedError) return error.missing;
    throw error;
  }
}

function* describeStatement({ migration, text, isBackfill, locks, rewrites }: InspectedStatement): Generator<string> {
  yield `${text};`;
  const until = migration.isTransactional ? ', until the migration commits' : '';
  yield `  -- locks: ${locks.length ? locks.join(', ') + until : 'no table that is in use'}`;
  for (const table of rewrites) yield `  -- writes all of ${table} anew`;
  if (isBackfill) yield '  -- repeated, a batch and a commit at a time, until no row is left';
}

export async function* planMigrations(config: ConnectionConfig): AsyncGenerator<string> {
  const missing = await listMissing(config);
  if (!missing.length) return yield 'Nothing to do: the database is up to date';
  const migrations = readMigrations();
  let previous: string | null = null;
  for await (const statement of inspectMigrations(migrations, new Set(missing))) {
    const { tag, isTransactional } = statement.migration;
    if (tag !== previous) yield `\n-- ${tag}: ${isTransactional ? 'one transaction' : 'each statement by itself'}`;
    previous = tag;
    yield* describeStatement(statement);
  }
  const functions = missing.find((it) => !migrations.some(({ tag }) => tag === it));
  if (functions) yield `\n-- ${functions}: created or replaced in one transaction; triggers take ShareRowExclusiveLock on their tables`;
}
