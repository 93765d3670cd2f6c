import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openFreshDatabase } from '../../../../tests/support/fresh-database.ts';
import { migrateEmbeddedDatabase, migrateServerDatabase } from './migrate.ts';
import { query } from './query.ts';
import { hasDataToRebuild, rebuildDerivedData } from './rebuild-derived-data.ts';
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
  if ('embedded' in connection) await connection.embedded.exec(current.searchSql);
  else await db.execute(sql.raw(current.searchSql));
  for (const [name, version] of Object.entries(current.derived))
    await db.execute(
      sql`update drizzle.derived_data set version = ${version}, target = ${version}, step = 0, key = null where name = ${name}`,
    );
});

test('a start with the functions that the database already has creates none', async () => {
  await start({ ...withProbe(current.version, 'other'), hash: current.hash });
  expect(await findValue("to_regproc('probe')::text")).toBeNull();
});

test('a newer version of the shop installs its functions; an older one started later leaves them and says so', async () => {
  await start(withProbe(current.version + 1, 'newer'));
  expect(await findValue('probe()')).toBe('newer');
  await start(withProbe(current.version, 'older'));
  expect(await findValue('probe()')).toBe('newer');
  expect(warnings).toEqual(['a newer version of the shop uses this database']);
});

test('two processes that start at once with new functions both start', async () => {
  const newer = withProbe(current.version + 1, 'newer');
  // The embedded database has one process, which starts once.
  await Promise.all('embedded' in connection ? [start(newer)] : [start(newer), start(newer)]);
  expect(await findValue('probe()')).toBe('newer');
});

/** Creates it as a release with a changed search function would: what is found by it is derived anew. */
const withStems = (body: string, derived = current.derived.search ?? 0): FunctionSet => {
  const searchSql = `${current.searchSql}\ncreate or replace function search_lexemes(input text) returns text[] language sql immutable strict
    parallel safe return ${body};`;
  return {
    ...current,
    version: current.version + 1,
    searchSql,
    searchHash: 'changed',
    hash: 'changed',
    derived: { ...current.derived, search: derived },
  };
};

async function makeLamp(): Promise<void> {
  await db.execute(sql`delete from products`);
  await db.execute(sql`delete from categories`);
  await db.execute(sql`insert into categories (id, name, slug) values ('00000000-0000-4000-8000-000000000001', 'Own', 'own')`);
  await db.execute(sql`insert into products (id, name, slug, description, price_cents, quantity, category_id, image_id)
    values ('00000000-0000-4000-8000-000000000002', 'Lamp', 'lamp', 'Bright', 100, 1, '00000000-0000-4000-8000-000000000001', 'none')`);
}

test('[UPGR-12] a changed search function changes which words find a product, after the job has run', async () => {
  await makeLamp();
  await start(withStems(`array['lampe']`, (current.derived.search ?? 0) + 1));
  expect(await findValue(`(select name from products where name_words @@ 'lamp'::tsquery)`)).toBe('Lamp');
  await rebuildDerivedData(connection, { log });
  await db.execute(sql`set enable_seqscan = off`);
  expect(await findValue(`(select name from products where search_vector(name, description, category_id) @@ '''=lampe'''::tsquery)`)).toBe(
    'Lamp',
  );
  await db.execute(sql`reset enable_seqscan`);
  expect(await findValue(`(select name from products where name_words @@ 'lampe'::tsquery)`)).toBe('Lamp');
  expect(await findValue('(select string_agg(word, $$ $$) from vocabulary)')).toBe('lampe');
  expect(await hasDataToRebuild(db)).toBe(false);
});

test('[UPGR-12] a changed comment, or code with the same result, writes no product and creates no trigger again', async () => {
  await makeLamp();
  const read = () =>
    findValue(
      `(select (select xmin::text from products) || (select string_agg(oid || ' ' || xmin, ' ' order by oid) from pg_trigger where not tgisinternal))`,
    );
  const before = await read();
  const tableSql = current.tableSql.replaceAll('create or replace trigger', '-- Once more.\n  create or replace trigger');
  await start({ ...withStems(`tsvector_to_array(to_tsvector('search_simple'::regconfig, search_normalize(input)))`), tableSql });
  expect(await hasDataToRebuild(db)).toBe(false);
  await rebuildDerivedData(connection, { log });
  expect(await read()).toBe(before);
});
