/** Compares a database with what this version of the shop needs, without changing it: for processes that don't migrate (MIGRATE=off). */
import { readMigrations } from './migration-files.ts';
import { requireWhole } from './restore-state.ts';
import { listApplied, requireKnownContracts } from './run-migrations.ts';
import { type FunctionSet, findAppliedFunctions } from './sql-functions.ts';
import type { SqlRunner } from './sql-runner.ts';

/** The database lacks something that this version needs, and this process doesn't migrate. */
export class SchemaOutdatedError extends Error {
  readonly missing: readonly string[];

  constructor(missing: readonly string[]) {
    super(`The database lacks ${missing.join(', ')}: run \`npm run shop -- migrate\` (MIGRATE=off)`);
    this.missing = missing;
  }
}

/**
 * What this version needs and the database lacks. A database migrated by a newer version lacks nothing, because each release keeps what the
 * previous one uses.
 */
async function listMissing(runner: SqlRunner, functions: FunctionSet): Promise<string[]> {
  const [applied, appliedFunctions] = [await listApplied(runner), await findAppliedFunctions(runner)];
  const missing = readMigrations().flatMap(({ tag, when }) => (applied.has(when) ? [] : [tag]));
  const hasFunctions =
    appliedFunctions !== null && (appliedFunctions.hash === functions.hash || appliedFunctions.version > functions.version);
  return hasFunctions ? missing : [...missing, `SQL functions ${functions.version}`];
}

export async function requireSchema(runner: SqlRunner, functions: FunctionSet): Promise<void> {
  await requireWhole(runner);
  await requireKnownContracts(runner, readMigrations());
  const missing = await listMissing(runner, functions);
  if (missing.length) throw new SchemaOutdatedError(missing);
}
