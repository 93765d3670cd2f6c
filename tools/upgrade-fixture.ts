/**
 * Writes a filled database of this version, the demo shop with its customers and orders, to tests/fixtures/upgrades/<name>.json.br, from
 * which src/server/shop/database/upgrade.test.ts upgrades from then on: `node tools/upgrade-fixture.ts <name>`, once a release.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { openEmbedded } from '../src/server/platform/database/connect.ts';
import { readMigrations } from '../src/server/platform/database/migration-files.ts';
import { readFunctions } from '../src/server/platform/database/sql-functions.ts';
import { openImageStores } from '../src/server/shop/content/media/storage.ts';
import { seedDemo } from '../src/server/shop/seed/seed.ts';

export interface UpgradeFixture {
  /** The migrations that made the tables, in their order. */
  schema: string[];
  /** Rows of each table, without generated columns. */
  tables: { name: string; columns: string[]; rows: object[] }[];
  sequences: { name: string; value: string }[];
}

const CREATE_JOURNALS = `create schema drizzle;
  create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  create table drizzle.sql_functions (version integer not null, hash text not null, search_hash text not null);`;
const TABLES = `select n.nspname || '.' || quote_ident(c.relname) as name,
  (select json_agg(quote_ident(attname) order by attnum) from pg_attribute
    where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where relkind = 'r' and nspname in ('public', 'drizzle') and relname not in ('backfills', 'contracts', 'sql_triggers', 'derived_data') order by 1`;
const SEQUENCES = `select schemaname || '.' || sequencename as name, last_value::text as value from pg_sequences
  where schemaname in ('public', 'drizzle') and last_value is not null`;

async function makeFixture(): Promise<UpgradeFixture> {
  const { searchSql, tableSql } = readFunctions();
  // Backfills have nothing to fill here, and need a parameter.
  const migrations = readMigrations().map(({ statements }) =>
    statements
      .filter(({ backfillAfter }) => backfillAfter === null)
      .map(({ text }) => text.replaceAll(/\bindex concurrently\b/gi, 'index'))
      .join('\n;\n'),
  );
  const schema = [searchSql, ...migrations, tableSql, CREATE_JOURNALS];
  const { client, db, close } = await openEmbedded({ memory: true });
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'shop-fixture-'));
  const { current: images } = openImageStores(dataDir, { s3: null, writesTo: 'folder' });
  await seedDemo({ db, images, now: () => new Date('2026-11-01T12:00:00Z') }, console.log);
  const tables: UpgradeFixture['tables'] = [];
  for (const { name, columns } of (await client.query<{ name: string; columns: string[] }>(TABLES)).rows) {
    const { rows } = await client.query<{ row: object }>(`select row_to_json(t) as row from (select ${columns} from ${name}) t`);
    tables.push({ name, columns, rows: rows.map((it) => it.row) });
  }
  const sequences = (await client.query<UpgradeFixture['sequences'][number]>(SEQUENCES)).rows;
  await close();
  rmSync(dataDir, { recursive: true });
  return { schema, tables, sequences };
}

if (import.meta.main) {
  const file = path.resolve(import.meta.dirname, `../tests/fixtures/upgrades/${process.argv[2]}.json.br`);
  writeFileSync(file, brotliCompressSync(JSON.stringify(await makeFixture())));
  console.log(`Wrote ${file}`);
}
