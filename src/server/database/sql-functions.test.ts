import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openFreshDatabase } from '../../../tests/support/fresh-database.ts';
import { migrateEmbeddedDatabase, migrateServerDatabase } from './migrate.ts';
import { query } from './query.ts';
import { type FunctionSet, readFunctions } from './sql-functions.ts';

const { db, connection, close } = await openFreshDatabase();
afterAll(close);

const current = readFunctions();
const warnings: string[] = [];
const log = { warn: (_details: object, message: string) => void warnings.push(message) };
/** What a process does when it starts with these functions. */
const start = (functions: FunctionSet) =>
  'embedded' in connection
    ? migrateEmbeddedDatabase(connection.embedded, log, { functions })
    : migrateServerDatabase(connection.url, log, { functions });
const findValue = async (statement: string) => (await query<{ value: unknown }>(db, sql.raw(`select ${statement} as value`)))[0]?.value;

/** A version of the shop that has one function more. */
const withProbe = (version: number, hash: string): FunctionSet => ({
  ...current,
  version,
  hash,
  tableSql: `${current.tableSql}\ncreate or replace function probe() returns text language sql return '${hash}';`,
});

beforeEach(async () => {
  warnings.length = 0;
  await db.execute(sql`drop function if exists probe()`);
  await db.execute(
    sql`update drizzle.sql_functions set version = ${current.version}, hash = ${current.hash}, search_hash = ${current.searchHash}`,
  );
});

test('a start with the functions that the database holds creates none', async () => {
  await start({ ...withProbe(current.version, 'other'), hash: current.hash });
  expect(await findValue("to_regproc('probe')::text")).toBeNull();
});

test('a newer version of the shop brings its functions, and an older one that starts later says so and leaves them', async () => {
  await start(withProbe(current.version + 1, 'newer'));
  expect(await findValue('probe()')).toBe('newer');
  await start(withProbe(current.version, 'older'));
  expect(await findValue('probe()')).toBe('newer');
  expect(warnings).toEqual(['a newer version of the shop uses this database']);
});

test('two that start at once with new functions both come up', async () => {
  const newer = withProbe(current.version + 1, 'newer');
  // The embedded database has one process, which starts once.
  await Promise.all('embedded' in connection ? [start(newer)] : [start(newer), start(newer)]);
  expect(await findValue('probe()')).toBe('newer');
});

test('a changed search function changes what products are found by', async () => {
  await db.execute(sql`insert into categories (id, name, slug) values ('00000000-0000-4000-8000-000000000001', 'Own', 'own')`);
  await db.execute(sql`insert into products (id, name, slug, description, price_cents, quantity, category_id, image_id)
    values ('00000000-0000-4000-8000-000000000002', 'Lamp', 'lamp', 'Bright', 100, 1, '00000000-0000-4000-8000-000000000001', 'none')`);
  const changed = `create or replace function search_lexemes(input text) returns text[] language sql immutable strict parallel safe
    return array['lampe'];`;
  const searchSql = current.searchSql + changed;
  await start({ ...current, version: current.version + 1, searchSql, searchHash: 'changed', hash: 'changed' });
  await db.execute(sql`set enable_seqscan = off`);
  expect(await findValue(`(select name from products where search_vector(name, description, category_id) @@ '''=lampe'''::tsquery)`)).toBe(
    'Lamp',
  );
  await db.execute(sql`reset enable_seqscan`);
  expect(await findValue(`(select name from products where name_words @@ 'lampe'::tsquery)`)).toBe('Lamp');
  expect(await findValue('(select string_agg(word, $$ $$) from vocabulary)')).toBe('lampe');
});
