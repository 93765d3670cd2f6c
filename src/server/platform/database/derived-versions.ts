/** Which versions of derived data a database has, and which its functions compute: what has to be computed again (derived-data.ts). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SECOND } from '../../../contract/values.ts';
import { assetPath } from '../process/asset-path.ts';
import { DERIVED_DATA, type DerivedData } from './derived-data.ts';
import { removeComments, type SqlRunner } from './sql-runner.ts';

export interface DerivedVersion {
  version: number;
  /** Hashes of the functions' code without its comments, and of the sample's results: whether the version has to be raised. */
  code: string;
  results: string | null;
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

export const readDerivedRecords = (): Record<string, DerivedVersion> =>
  (JSON.parse(readFileSync(assetPath('shop/database/functions/version.json'), 'utf8')) as { derived?: Record<string, DerivedVersion> })
    .derived ?? {};

export const readDerivedVersions = (): Record<string, number> => {
  const records = readDerivedRecords();
  return Object.fromEntries(DERIVED_DATA.map(({ name }) => [name, records[name]?.version ?? 1]));
};

export const hashCode = ({ functionFiles }: DerivedData): string =>
  hash(
    functionFiles
      .map((name) => removeComments(readFileSync(path.join(assetPath('shop/database/functions'), `${name}.sql`), 'utf8')))
      .join('\n'),
  );

/** By the functions that the database has; null where it has none that take the sample. */
export async function hashResults({ query }: Pick<SqlRunner, 'query'>, { sample }: DerivedData): Promise<string | null> {
  if (!sample) return null;
  return query<{ results: string }>(sample).then(
    ([row]) => hash(String(row?.results)),
    () => null,
  );
}

/** `version`: what the rows are computed by; `target`: what the functions compute. Step and key say how far a rebuild is. */
const CREATE_STATE = `create table if not exists drizzle.derived_data (name text primary key, version integer not null, target integer not null,
  since xid8, started_at timestamptz, step integer not null default 0, key text, rows bigint not null default 0)`;

/**
 * The version of a database that has none on record: the present one if its functions give the present results for the sample, otherwise
 * none. Without a sample its functions count as the present ones, because they are older than versions.
 */
async function findVersion(runner: SqlRunner, data: DerivedData): Promise<number> {
  const { version = 1, results } = readDerivedRecords()[data.name] ?? {};
  if (!data.sample) return 1;
  return (await hashResults(runner, data)) === results ? version : 0;
}

/** Called before functions are replaced. `versions`: of a database that is created; null: of an existing one. */
export async function registerDerivedData(runner: SqlRunner, versions: Readonly<Record<string, number>> | null): Promise<void> {
  await runner.run(CREATE_STATE);
  const known = new Set((await runner.query<{ name: string }>('select name from drizzle.derived_data')).map(({ name }) => name));
  for (const data of DERIVED_DATA.filter(({ name }) => !known.has(name))) {
    const version = versions ? (versions[data.name] ?? 0) : await findVersion(runner, data);
    await runner.query('insert into drizzle.derived_data (name, version, target) values ($1, $2, $2) on conflict do nothing', [
      data.name,
      version,
    ]);
  }
}

/** Called once the functions are replaced. Transactions that wrote before have ids up to `since`. */
export const markChangedData = (versions: Readonly<Record<string, number>>): string =>
  Object.entries(versions)
    .map(
      ([
        name,
        version,
      ]) => `update drizzle.derived_data set target = ${version}, since = pg_current_xact_id(), step = 0, key = null, rows = 0
        where name = '${name}' and target < ${version};`,
    )
    .join('\n');

export interface PlannedRebuild {
  title: string;
  rows: number;
  seconds: number;
}

/** What functions of these versions would compute again, and about how long that takes while the shop sells little. */
export async function planRebuilds(runner: SqlRunner, versions: Readonly<Record<string, number>>): Promise<PlannedRebuild[]> {
  const [table] = await runner.query<{ name: string | null }>(`select to_regclass('drizzle.derived_data')::text as name`);
  const stored = table?.name ? await runner.query<{ name: string; version: number }>('select name, version from drizzle.derived_data') : [];
  const planned: PlannedRebuild[] = [];
  for (const data of DERIVED_DATA) {
    const version = stored.find(({ name }) => name === data.name)?.version ?? (await findVersion(runner, data));
    if (version >= (versions[data.name] ?? 0)) continue;
    const [counted] = await runner.query<{ rows: number }>(`select count(*)::int as rows from ${data.table}`);
    const rows = counted?.rows ?? 0;
    planned.push({ title: data.title, rows, seconds: Math.ceil((rows * data.msPerRow) / SECOND) });
  }
  return planned;
}

export interface PendingData extends DerivedData {
  step: number;
  key: string | null;
  rows: number;
}

/** The results that the database has from older functions than its own. */
export async function listPendingData({ query }: Pick<SqlRunner, 'query'>): Promise<PendingData[]> {
  const [table] = await query<{ name: string | null }>(`select to_regclass('drizzle.derived_data')::text as name`);
  if (!table?.name) return [];
  const rows = await query<{ name: string; step: number; key: string | null; rows: number }>(
    'select name, step, key, rows::int as rows from drizzle.derived_data where version < target',
  );
  return DERIVED_DATA.flatMap((data) => rows.filter(({ name }) => name === data.name).map((row) => ({ ...data, ...row })));
}
