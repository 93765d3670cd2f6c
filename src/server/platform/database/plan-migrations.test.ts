import { sql } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openFreshDatabase } from '../../../../tests/support/fresh-database.ts';
import { isFullRun } from '../../../../tests/support/projects.ts';
import { readConfig } from '../settings/read-config.ts';
import { planMigrations } from './plan-migrations.ts';

async function listPlan(databaseUrl: string | null, dataDir = '/nowhere/data'): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of planMigrations({ ...readConfig({ DATA_DIR: dataDir }), databaseUrl })) lines.push(line);
  return lines;
}

test.runIf(isFullRun && inject('server'))(
  '[UPGR-5] a dry run prints the pending statements with their locks, and changes nothing',
  { tags: ['full'] },
  async () => {
    const { db, connection, close } = await openFreshDatabase();
    onTestFinished(close);
    const url = 'url' in connection ? connection.url : '';
    expect(await listPlan(url)).toEqual(['Nothing to do: the database is up to date']);

    await db.execute(sql`delete from drizzle.__drizzle_migrations where created_at >= (
    select created_at from drizzle.__drizzle_migrations order by created_at offset 3 limit 1)`);
    const plan = (await listPlan(url)).join('\n');
    expect(plan).toContain('-- 0003_orders_at_scale: each statement by itself');
    expect(plan).toMatch(/ADD COLUMN IF NOT EXISTS "search_text"[^\n]*\n {2}-- locks: users AccessExclusiveLock\n/);
    expect(plan).toMatch(/CONCURRENTLY IF NOT EXISTS "orders_status"[^\n]*\n {2}-- locks: orders ShareUpdateExclusiveLock\n/);
    expect(plan).toContain('-- repeated, a batch and a commit at a time');
    expect((await listPlan(url)).join('\n')).toBe(plan);
  },
);

test.runIf(inject('server'))(
  '[UPGR-12] a dry run says which data will be recomputed, how many rows, and about how long it takes',
  async () => {
    const { db, connection, close } = await openFreshDatabase();
    onTestFinished(close);
    const url = 'url' in connection ? connection.url : '';
    await db.execute(sql`update drizzle.sql_functions set version = 0, hash = 'older'`);
    expect((await listPlan(url)).join('\n')).not.toContain('computed anew');
    await db.execute(sql`update drizzle.derived_data set version = 0, target = 0 where name = 'search'`);
    await db.execute(sql`delete from drizzle.sql_triggers where name = 'product_changed on products'`);
    expect((await listPlan(url)).slice(1)).toEqual([
      '-- trigger product_changed on products: with those of its table; ShareRowExclusiveLock on it for a moment',
      '-- words that products are found by: computed anew afterwards by a job of the shop, piece by piece while it sells; 0 rows, about 0 s',
    ]);
  },
);

// The copy of the schema is an embedded database whatever the shop's own is.
test.runIf(inject('server') === null)('[UPGR-5] a dry run for a shop that was never started creates no database', async () => {
  const plan = await listPlan(null);
  expect(plan[0]).toBe('\n-- 0000_baseline: one transaction');
  expect(plan.at(-1)).toContain('SQL functions');
});
