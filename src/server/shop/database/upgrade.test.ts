/** Filled databases of earlier versions (tools/upgrade-fixture.ts) are upgraded to this one. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createDatabase, dropDatabase } from '../../../../tests/support/postgres.ts';
import { takeFirst } from '../../../../tests/support/projects.ts';
import { dumpFile, dumpSchema } from '../../../../tools/schema-dump.ts';
import type { UpgradeFixture } from '../../../../tools/upgrade-fixture.ts';
import { type OpenDatabase, openEmbedded, openServer } from '../../platform/database/connect.ts';
import { migrateEmbeddedDatabase } from '../../platform/database/migrate.ts';
import { query } from '../../platform/database/query.ts';
import { createEmbeddedRunner, createServerRunner, type SqlRunner } from '../../platform/database/sql-runner.ts';
import { verifyShop } from '../integrity/verify.service.ts';

const QUIET = { warn: () => undefined };
const directory = path.resolve(import.meta.dirname, '../../../../tests/fixtures/upgrades');
/** The latest first. */
const fixtures = readdirSync(directory).toSorted().toReversed();
const readFixture = (file: string): UpgradeFixture => JSON.parse(String(brotliDecompressSync(readFileSync(path.join(directory, file)))));

async function restore({ run, query: ask }: SqlRunner, { schema, tables, sequences }: UpgradeFixture): Promise<void> {
  for (const statements of schema) await run(statements);
  await run('set session_replication_role = replica');
  // Migrations have put rows of their own into some.
  for (const { name } of tables) await run(`delete from ${name}`);
  for (const { name, columns, rows } of tables)
    await ask(`insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1)`, [JSON.stringify(rows)]);
  for (const { name, value } of sequences) await ask('select setval($1, $2)', [name, value]);
  await run('reset session_replication_role');
}

async function upgradeEmbedded(fixture: UpgradeFixture): Promise<OpenDatabase> {
  const functions = { version: 0, hash: '', searchHash: '', searchSql: '', tableSql: '', derived: {} };
  const database = await openEmbedded({ memory: true }, QUIET, { migrations: [], functions });
  await database.client.exec('drop schema drizzle cascade');
  await restore(createEmbeddedRunner(database.client), fixture);
  await migrateEmbeddedDatabase(database.client, QUIET);
  return database;
}

async function upgradeServer(serverUrl: string, fixture: UpgradeFixture): Promise<OpenDatabase> {
  const url = await createDatabase(serverUrl);
  onTestFinished(() => dropDatabase(serverUrl, url));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await restore(createServerRunner(client), fixture);
  await client.end();
  return openServer(url, QUIET, 2);
}

test.each(takeFirst(fixtures))(
  '[UPGR-6] a filled shop of an earlier version is upgraded with all that it holds, and adds up: %s',
  async (file) => {
    const fixture = readFixture(file);
    const server = inject('server');
    const { db, close } = await (server ? upgradeServer(server.url, fixture) : upgradeEmbedded(fixture));
    onTestFinished(close);
    expect(await dumpSchema(db)).toBe(readFileSync(dumpFile, 'utf8'));
    expect(await verifyShop(db, new Date())).toEqual([]);
    for (const name of ['users', 'orders', 'products', 'order_lines', 'stock_movements']) {
      const rows = fixture.tables.find((it) => it.name === `public.${name}`)?.rows ?? [];
      expect(await query(db, sql.raw(`select count(*)::int as count from ${name}`)), name).toEqual([{ count: rows.length }]);
    }
    expect(await query(db, sql`select 1 from users where search_text <> lower(name || E'\n' || email)`)).toEqual([]);
  },
);
