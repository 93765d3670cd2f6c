/**
 * Writes the schema of a freshly migrated database to src/server/shop/database/schema.sql, for people to read and for a test to compare:
 * `npm run schema`. If a SQL function changed, it also raises the functions' version.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, openEmbedded } from '../src/server/platform/database/connect.ts';
import { DERIVED_DATA } from '../src/server/platform/database/derived-data.ts';
import { type DerivedVersion, hashCode, hashResults, readDerivedRecords } from '../src/server/platform/database/derived-versions.ts';
import { query } from '../src/server/platform/database/query.ts';
import { functionsDir, readFunctions } from '../src/server/platform/database/sql-functions.ts';
import { createEmbeddedRunner, type SqlRunner } from '../src/server/platform/database/sql-runner.ts';

export const dumpFile = path.resolve(import.meta.dirname, '../src/server/shop/database/schema.sql');

const HEADER = '-- Written by `npm run schema` from the catalogs of a freshly migrated database.';
/** Objects of extensions aren't ours. */
const isOwn = (catalog: string, oid: string) =>
  sql.raw(`not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${oid} and deptype = 'e')`);

const EXTENSIONS = sql`select 'create extension ' || extname || ';' as line from pg_extension where extname <> 'plpgsql' order by extname`;

/** Word types and their dictionaries. */
const TEXT_SEARCH = sql`select '-- text search configuration ' || configuration || ': ' || string_agg(kind, ', ' order by kind) || ' with ' || dictionaries as line
  from (
    select c.cfgname as configuration, t.alias as kind, string_agg(d.dictname, ', ' order by m.mapseqno) as dictionaries
    from pg_ts_config c join pg_ts_config_map m on m.mapcfg = c.oid join pg_ts_dict d on d.oid = m.mapdict
      join ts_token_type(c.cfgparser) t on t.tokid = m.maptokentype
    where c.cfgnamespace = 'public'::regnamespace group by c.cfgname, t.alias
  ) kinds group by configuration, dictionaries order by configuration, dictionaries`;

/** Columns in their order, then constraints by name. NOT NULL is part of the column: PostgreSQL 18 lists it as a constraint too. */
const TABLES = sql`select 'create table ' || c.relname || E' (\n' || (
    select string_agg('  ' || line, E',\n' order by kind, place, line) from (
      select 1 as kind, attnum as place, attname || ' ' || format_type(atttypid, atttypmod)
        || case when attgenerated = 's' then ' generated always as (' || pg_get_expr(adbin, adrelid) || ') stored'
          when adbin is not null then ' default ' || pg_get_expr(adbin, adrelid) else '' end
        || case when attnotnull then ' not null' else '' end as line
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = c.oid and attnum > 0 and not attisdropped
      union all
      select 2, 0, 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where conrelid = c.oid and contype not in ('n', 't')
    ) lines
  ) || E'\n);' as line
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`;

const SEQUENCES = sql`select 'create sequence ' || sequencename || ' as ' || data_type || ' start ' || start_value || ' increment ' || increment_by || ';' as line
  from pg_sequences where schemaname = 'public' order by sequencename`;

const INDEXES = sql`select pg_get_indexdef(i.indexrelid) || ';' as line from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u'))
  order by c.relname`;

const FUNCTIONS = sql`select rtrim(pg_get_functiondef(p.oid), E'\n') || ';' as line from pg_proc p
  where p.pronamespace = 'public'::regnamespace and ${isOwn('pg_proc', 'p.oid')} order by p.proname`;

const TRIGGERS = sql`select pg_get_triggerdef(oid) || ';' as line from pg_trigger where not tgisinternal order by tgname`;

async function listLines(db: Database, statement: SQL): Promise<string[]> {
  return (await query<{ line: string }>(db, statement)).map(({ line }) => line);
}

export async function dumpSchema(db: Database): Promise<string> {
  const sections = [HEADER];
  for (const statement of [EXTENSIONS, TEXT_SEARCH, SEQUENCES]) sections.push((await listLines(db, statement)).join('\n'));
  sections.push(...(await listLines(db, TABLES)), (await listLines(db, INDEXES)).join('\n'));
  sections.push(...(await listLines(db, FUNCTIONS)), (await listLines(db, TRIGGERS)).join('\n'));
  return `${sections.join('\n\n')}\n`;
}

/** Derived data, with the version that each should have: raised if a sample's results changed, or code without a sample. */
export async function listDerivedVersions(runner: Pick<SqlRunner, 'query'>): Promise<Record<string, DerivedVersion>> {
  const records = readDerivedRecords();
  const versions: Record<string, DerivedVersion> = {};
  for (const data of DERIVED_DATA) {
    const [code, results, record] = [hashCode(data), await hashResults(runner, data), records[data.name]];
    const isSame = record === undefined || (data.sample ? results === record.results : code === record.code);
    versions[data.name] = { version: (record?.version ?? 1) + (isSame ? 0 : 1), code, results };
    if (!record || code === record.code) continue;
    const told = isSame ? 'its sample gives the same: if others would not, raise its version by hand' : 'shops compute it anew, by a job';
    console.log(`The code of ${data.name} changed; ${told}`);
  }
  return versions;
}

/** version.json holds the functions' version, their hash at that version, and the versions of derived data. */
async function raiseVersions(runner: SqlRunner): Promise<void> {
  const file = path.join(functionsDir(), 'version.json');
  const released = JSON.parse(readFileSync(file, 'utf8')) as { version: number; hash: string };
  const { hash } = readFunctions();
  const version = hash === released.hash ? released.version : released.version + 1;
  const derived = await listDerivedVersions(runner);
  writeFileSync(file, `${JSON.stringify({ version, hash, derived }, null, 2)}\n`);
  if (version !== released.version) console.log(`The SQL functions changed: version ${version}`);
}

if (import.meta.main) {
  const { db, client, close } = await openEmbedded({ memory: true });
  await raiseVersions(createEmbeddedRunner(client));
  writeFileSync(dumpFile, await dumpSchema(db));
  await close();
  console.log(`Wrote ${path.relative(process.cwd(), dumpFile)}`);
}
