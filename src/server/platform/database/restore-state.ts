/**
 * What a database says about having been restored. `running`: the restore was interrupted, and nothing may open it. `copy`: it may be a
 * copy of a running shop, so no job runs until an operator declares that this is the shop now. It is in the migrations' schema, which isn't
 * backed up.
 */
import type { SqlRunner } from './sql-runner.ts';

export type RestoreState = 'running' | 'copy';

const CREATE = `create schema if not exists drizzle;
  create table if not exists drizzle.restored (state text not null, since timestamptz not null default now());`;

/** Null: a normal database, as every one that was never restored. */
export async function readRestoreState({ query: run }: Pick<SqlRunner, 'query'>): Promise<RestoreState | null> {
  const [table] = await run<{ name: string | null }>(`select to_regclass('drizzle.restored')::text as name`);
  if (!table?.name) return null;
  const [row] = await run<{ state: RestoreState }>('select state from drizzle.restored');
  return row?.state ?? null;
}

export async function requireWhole(runner: SqlRunner): Promise<void> {
  if ((await readRestoreState(runner)) === 'running')
    throw new Error('A restore into this database was cut short, so that only a part of it is there. Run `npm run shop -- restore` again');
}

export async function writeRestoreState({ run }: SqlRunner, state: RestoreState): Promise<void> {
  await run(`${CREATE} delete from drizzle.restored; insert into drizzle.restored (state) values ('${state}');`);
}
