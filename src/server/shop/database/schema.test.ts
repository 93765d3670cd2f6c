/** The tables in TypeScript, the migrations, the SQL functions and the checked-in dump say the same. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { openFreshDatabase } from '../../../../tests/support/fresh-database.ts';
import { dumpFile, dumpSchema, listDerivedVersions } from '../../../../tools/schema-dump.ts';
import { readDerivedRecords } from '../../platform/database/derived-versions.ts';
import { query } from '../../platform/database/query.ts';
import { functionsDir, readFunctions } from '../../platform/database/sql-functions.ts';

const { db, close } = await openFreshDatabase();
afterAll(close);
const schemaDir = path.join(import.meta.dirname, 'schema');
const snapshotDir = path.join(import.meta.dirname, 'migrations/meta');

test('schema.sql is what a freshly migrated database holds; `npm run schema` renews it', async () => {
  expect(await dumpSchema(db)).toBe(readFileSync(dumpFile, 'utf8'));
});

test('[UPGR-12] a function that computes something else raises the version of what is derived by it; `npm run schema` does', async () => {
  const read = <Row>(statement: string) => query<Row>(db, sql.raw(statement));
  expect(await listDerivedVersions({ query: read })).toEqual(readDerivedRecords());
});

test('the tables in TypeScript are those that the migrations create; `npm run migration` writes the next migration', async () => {
  const modules = await Promise.all(readdirSync(schemaDir).map((file) => import(path.join(schemaDir, file))));
  const snapshots = readdirSync(snapshotDir).filter((file) => file.endsWith('_snapshot.json'));
  const migrated = JSON.parse(readFileSync(path.join(snapshotDir, String(snapshots.sort().at(-1))), 'utf8'));
  expect(await generateMigration(migrated, generateDrizzleJson(Object.assign({}, ...modules)))).toEqual([]);
});

test('each file of functions/ is applied, and a change of one raises the version; `npm run schema` does', () => {
  const { searchSql, tableSql, hash } = readFunctions();
  const files = readdirSync(functionsDir()).filter((file) => file.endsWith('.sql'));
  const missing = files.filter((file) => !(searchSql + tableSql).includes(readFileSync(path.join(functionsDir(), file), 'utf8')));
  expect(missing).toEqual([]);
  expect(JSON.parse(readFileSync(path.join(functionsDir(), 'version.json'), 'utf8'))).toMatchObject({ hash });
});
