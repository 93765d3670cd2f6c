/** Migrations beside a shop that goes on: what they wait for, what a kill leaves, and who may serve on which schema. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { openFreshDatabase } from '../../../../tests/support/fresh-database.ts';
import { DEFAULT_DATABASE_LIMITS, readConfig } from '../settings/read-config.ts';
import { openServer } from './connect.ts';
import {
  type MigrateOptions,
  migrateEmbeddedDatabase,
  migrateServerDatabase,
  requireEmbeddedSchema,
  requireServerSchema,
} from './migrate.ts';
import { parseMigration, readMigrations } from './migration-files.ts';
import { query } from './query.ts';
import { toMigrationLimits } from './run-migrations.ts';

const { db, connection, close } = await openFreshDatabase();
afterAll(close);

const QUIET = { warn: () => undefined };
const LIMITS = { connect: 3000, lock: 50, statement: 5000, retries: 60 };
const FIRST_WHEN = 4_000_000_000_000;
let lines: string[] = [];

/** Migrations that come after those of the shop. */
const later = (...files: string[]) => [
  ...readMigrations(),
  ...files.map((file, index) => parseMigration(`later_${index}`, FIRST_WHEN + index, file)),
];
const run = (files: string[], options: MigrateOptions = {}) => {
  const all = { migrations: later(...files), limits: LIMITS, report: (line: string) => void lines.push(line), ...options };
  return 'embedded' in connection
    ? migrateEmbeddedDatabase(connection.embedded, QUIET, all)
    : migrateServerDatabase(connection.url, QUIET, all);
};
const requireSchema = () => ('embedded' in connection ? requireEmbeddedSchema(connection.embedded) : requireServerSchema(connection.url));
const findValue = async (expression: string) => (await query<{ value: unknown }>(db, sql.raw(`select ${expression} as value`)))[0]?.value;
const ROWS = 5000;
const BACKFILL = `-- outside of transactions
-- backfill after 0
with batch as (select id from probe where id > $1::int order by id limit 100),
  changed as (update probe set doubled = probe.id * 2 from batch where probe.id = batch.id returning probe.id)
select max(id)::text as key, count(*)::int as rows from changed`;

beforeEach(async () => {
  lines = [];
  await db.execute(sql.raw(`delete from drizzle.__drizzle_migrations where created_at >= ${FIRST_WHEN}`));
  await db.execute(sql`drop table if exists probe, drizzle.contracts`);
  await db.execute(sql`create table probe (id integer primary key, doubled integer, name text)`);
  await db.execute(sql.raw(`insert into probe select n, null, 'name ' || n from generate_series(1, ${ROWS}) n`));
});

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: 'url' in connection ? connection.url : '' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

test('[UPGR-1] each migration is one transaction: a failed one leaves those before it, and nothing of itself', async () => {
  const good = 'create table probe_first (id integer)';
  const bad = 'create table probe_second (id integer);--> statement-breakpoint\nselect 1 / 0';
  await expect(run([good, bad])).rejects.toThrow('Migration later_1 failed');
  expect(await findValue(`to_regclass('probe_first')::text || coalesce(to_regclass('probe_second')::text, ', no second')`)).toBe(
    'probe_first, no second',
  );
  expect(await run([good, 'select 1'])).toEqual(['later_1']);
  expect(await run([good, 'select 1'])).toEqual([]);
  await db.execute(sql`drop table probe_first`);
});

test('[UPGR-3] a backfill goes through all rows in batches, and reports its progress', async () => {
  await run([BACKFILL]);
  expect(await findValue('(select count(*)::int from probe where doubled = id * 2)')).toBe(ROWS);
  expect(lines).toContain(`later_0: ${ROWS} rows backfilled`);
  expect(await findValue('(select count(*)::int from drizzle.backfills)')).toBe(0);
});

test('a backfill within a transaction is refused', () => {
  expect(() => parseMigration('x', 1, BACKFILL.replace('-- outside of transactions\n', ''))).toThrow('outside of transactions');
});

test('[UPGR-2] a process that may not migrate names the missing migration, and runs on a newer schema', async () => {
  await requireSchema();
  await db.execute(sql.raw(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', ${FIRST_WHEN})`));
  await requireSchema();
  const last = readMigrations().at(-1);
  await db.execute(sql.raw(`delete from drizzle.__drizzle_migrations where created_at = ${last?.when}`));
  await expect(requireSchema()).rejects.toThrow(`The database lacks ${last?.tag}: run \`npm run shop -- migrate\``);
  await db.execute(sql.raw(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('again', ${last?.when})`));
});

test('[UPGR-9] a version two releases behind, which the schema no longer supports, is refused, and the version to start is named', async () => {
  const expand = 'alter table probe add column label text';
  const contract = '-- contract after later_0: labels are read and written since\nalter table probe drop column name';
  expect(await run([expand, contract])).toEqual(['later_0', 'later_1']);
  // The release before the newest, and the newest once more.
  expect([await run([expand]), await run([expand, contract])]).toEqual([[], []]);
  const words = /too old for the database.*later_1.*Start one that has the migration later_0/;
  await expect(run([])).rejects.toThrow(words);
  await expect(requireSchema()).rejects.toThrow(words);
});

// The embedded database has one session.
const isServer = inject('server') !== null;

test.runIf(isServer)('[UPGR-3] a backfill of a killed process continues where it was', async () => {
  await withClient(async (holder) => {
    // It waits for this row until it is killed.
    await holder.query('begin; update probe set name = name where id = 3001');
    const running = run([BACKFILL], { limits: { ...LIMITS, lock: 0, statement: 0 } });
    running.catch(() => undefined);
    await expect.poll(() => findValue('(select coalesce(max(rows), 0)::int from drizzle.backfills)')).toBe(3000);
    await db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'storefront-migrations' and datname = current_database()`,
    );
    await expect(running).rejects.toThrow('later_0 failed');
    await holder.query('rollback');
  });
  await run([BACKFILL]);
  expect(lines).toContain('later_0: goes on after 3000 rows');
  expect(await findValue('(select count(*)::int from probe where doubled = id * 2)')).toBe(ROWS);
});

test.runIf(isServer)('[UPGR-1] a migration that waits for a lock lets others pass meanwhile, and tries again', async () => {
  await withClient(async (holder) => {
    await holder.query('begin');
    await holder.query('update probe set name = name where id = 1');
    const migrating = run(['alter table probe add column extra integer']);
    await expect.poll(() => lines.some((it) => it.includes('others hold its locks'))).toBe(true);
    // Without the limit every statement on the table would queue behind the one that waits.
    await withClient(async (buyer) => {
      await buyer.query(`set lock_timeout = '2s'`);
      for (let n = 0; n < 20; n += 1) await buyer.query('update probe set name = name where id = 2');
    });
    await holder.query('commit');
    expect(await migrating).toEqual(['later_0']);
  });
});

test.runIf(isServer)('[UPGR-1] an index whose creation was interrupted is built again, and doesn’t count as present', async () => {
  const build = '-- outside of transactions\ncreate index concurrently if not exists "probe_name" on "probe" ("name")';
  await db.execute(sql`create index probe_name on probe (name)`);
  await db.execute(sql`update pg_index set indisvalid = false where indexrelid = 'probe_name'::regclass`);
  await run([build]);
  expect(await findValue(`(select indisvalid from pg_index where indexrelid = 'probe_name'::regclass)`)).toBe(true);
});

test.runIf(isServer)('[UPGR-1] of two processes that migrate at once one waits, also while an index is built concurrently', async () => {
  const build = '-- outside of transactions\ncreate index concurrently if not exists "probe_both" on "probe" ("name")';
  await withClient(async (holder) => {
    // An open transaction keeps the index from being finished until the second one is seen to wait.
    await holder.query('begin; update probe set name = name where id = 1');
    const migrating = Promise.all([run([build]), run([build])]);
    await expect.poll(() => lines.some((it) => it.startsWith('another process migrates'))).toBe(true);
    await holder.query('commit');
    expect((await migrating).flat()).toEqual(['later_0']);
  });
  expect(lines.filter((it) => it.startsWith('another process migrates'))).toHaveLength(1);
});

test.runIf(isServer)('[UPGR-7] the settings limit how long a migration waits for a lock, and how long its statement may take', async () => {
  const { lock, statement, connect } = toMigrationLimits(
    readConfig({ MIGRATION_LOCK_TIMEOUT_MS: '40', MIGRATION_STATEMENT_TIMEOUT: '1' }).timeLimits.database,
  );
  expect([lock, statement]).toEqual([40, 1000]);
  const limits = { connect, lock, statement, retries: 1 };
  await expect(run(['select pg_sleep(3)'], { limits })).rejects.toMatchObject({
    cause: { message: expect.stringContaining('statement timeout') },
  });
  await withClient(async (holder) => {
    await holder.query('begin; lock table probe');
    await expect(run(['alter table probe add column late integer'], { limits })).rejects.toThrow('later_0 failed');
    await holder.query('rollback');
  });
  expect(lines).toContain('later_0: others hold its locks, attempt 1');
});

test.runIf(isServer)('[UPGR-7] opening the database applies these limits to migrations', async () => {
  const url = 'url' in connection ? connection.url : '';
  const slow = [...readMigrations(), parseMigration('later_0', FIRST_WHEN, 'select pg_sleep(3)')];
  const timeLimits = { ...DEFAULT_DATABASE_LIMITS, migrationStatement: 200 };
  await expect(openServer(url, QUIET, 1, { timeLimits, migrations: slow })).rejects.toThrow('later_0 failed');
});
