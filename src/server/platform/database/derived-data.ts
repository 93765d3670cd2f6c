/**
 * What is stored of what SQL functions compute: search words, facets, statistics. It has a version for each, which `npm run schema` raises
 * when a sample is computed otherwise than before (functions/version.json). A database with an older version goes on with what it has: whoever
 * writes gets the new result by the triggers, and a job computes the rest again, piece by piece (rebuild-derived-data.ts).
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SECOND } from '../../../contract/values.ts';
import { assetPath } from '../process/asset-path.ts';
import { removeComments, type SqlRunner } from './sql-runner.ts';

/**
 * A batch is the `with` of a statement, of which $1 is the key after which it goes on, and $2 how many rows. Its last part, `piece`, has the
 * last `key`, null at the end, and how many `rows` were written.
 */
export type RebuildStep = { batch: string; after: string } | { run: string } | { reindex: string };

export interface DerivedData {
  name: string;
  /** For an operator. */
  title: string;
  /** What its rows are of, and about how long one takes on a plain server: for the dry run. */
  table: string;
  msPerRow: number;
  /** Files of functions/. */
  functions: readonly string[];
  /** Computes examples, as a single text `results`; null: any change of the code counts. */
  sample: string | null;
  steps: readonly RebuildStep[];
}

/** Rows of the first piece of a step; how many the next one has follows how long it took. */
export const FIRST_BATCH = 50;

const FIRST_UUID = '00000000-0000-0000-0000-000000000000';

/** Rows of `table` in the order of their ids; `stale` of the scanned row says whether it is written, by `set`. Locks are taken in that order too. */
const rewrite = (table: string, set: string, stale: string): RebuildStep => ({
  after: FIRST_UUID,
  batch: `with scanned as (select * from ${table} where id > $1::uuid order by id limit $2),
    stale as (select id from ${table} where id in (select id from scanned where ${stale}) order by id for no key update),
    changed as (update ${table} t set ${set} from stale where t.id = stale.id returning t.id),
    piece as (select (select id::text from scanned order by id desc limit 1) as key, (select count(*)::int from changed) as rows)`,
});

/** Adds the words of products to the vocabulary. Words that are in use are no old ones. */
const addWords = (condition: string): RebuildStep => ({
  after: FIRST_UUID,
  batch: `with scanned as (select * from products where id > $1::uuid and ${condition} order by id limit $2),
    added as (select add_to_vocabulary(array_agg(name), array_agg(description))::text as done from scanned where status = 'active'),
    kept as (delete from drizzle.old_words where word in (select unnest(search_lexemes(name)) from scanned where status = 'active'
      union select unnest(search_lexemes(description)) from scanned where status = 'active')),
    piece as (select (select id::text from scanned order by id desc limit 1) as key, (select count(*)::int from scanned) + 0 * (select count(done)::int from added) as rows)`,
});

/** Prices in their order, as many as there are products at them; each piece ends with a bucket, the last with the dearest price that can be. */
const RECOUNT_PRICES: RebuildStep = {
  after: '-1',
  batch: `with scanned as (select price_cents from products where status = 'active' and price_cents > $1::int order by price_cents limit $2),
    bounds as (select case when count(*) < $2 then 2147483647 else max(price_cents) - max(price_cents) % price_bucket_width(max(price_cents))
      + price_bucket_width(max(price_cents)) - 1 end as highest from scanned),
    piece as (select highest::text as key, recount_prices($1::bigint + 1, highest) as rows from bounds where $1::int < 2147483647)`,
};

/** Months, from that of the first order or customer on: one, or several where few are sold. The first piece has all before it, too. */
const recountMonths = (recount: string): RebuildStep => ({
  after: '-infinity',
  batch: `with first as (select least(now(), (select min(created_at) from orders), (select min(created_at) from users)) as at),
    counted as (select date_trunc('month', case when $1 = '-infinity' then at else $1::date end)::date as day from first),
    bounds as (select case when day > current_date then 'infinity' else (day + greatest(1, $2 / ${FIRST_BATCH}) * interval '1 month')::date end as end_day from counted),
    piece as (select end_day::text as key, ${recount}($1::date, end_day) as rows from bounds where $1 <> 'infinity')`,
});

/** Names and texts in which one of the rules of the search functions matters. */
const SEARCH_EXAMPLES = [
  `Women's running shoes – size 42½`,
  'T-Shirt Crème brûlée, A/B & C++ (C#), .NET 5.0',
  'Wi-Fi 6E router 2.4GHz/5GHz AC1900 R&D',
  'İstanbul ÄÖÜ ß Œuvre naïve Ångström',
  'the and of',
  'USB-C → HDMI™ cable 1,5 m @home #1 100% [new] {x}',
  '日本語 Кофе καφές شاي',
  `rock’n’roll o'clock ‘quoted’ “double” «guillemets»`,
  'a',
  '3/4" bolt M8x40 DIN-933 A2-70',
];
const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
const EXAMPLES = `unnest(array[${SEARCH_EXAMPLES.map(quote).join(', ')}]) with ordinality as examples(example, nr)`;

export const DERIVED_DATA: readonly DerivedData[] = [
  {
    name: 'search',
    title: 'words that products are found by',
    table: 'products',
    msPerRow: 0.6,
    functions: [
      'search_configuration',
      'search_normalize',
      'search_stems',
      'search_lexemes',
      'search_name_vector',
      'search_length_prefixes',
      'search_vector',
      'add_to_vocabulary',
    ],
    sample: `select string_agg(concat_ws(' / ', search_vector(example, reverse(example) || ' ' || example, '${FIRST_UUID}'), search_name_vector(example),
      array_to_string(search_lexemes(example), ' ')), E'\\n' order by nr) as results from ${EXAMPLES}`,
    steps: [
      { run: 'drop table if exists drizzle.old_words; create unlogged table drizzle.old_words as select word from vocabulary' },
      { run: 'update categories set name = name where name_words is distinct from search_name_vector(name)' },
      rewrite('products', 'name = t.name', 'name_words is distinct from search_name_vector(name)'),
      // An update that changes no indexed column leaves the index as it is.
      { reindex: 'products_search' },
      addWords('true'),
      // What was written meanwhile found its words in the vocabulary, from which the last steps may have taken them since.
      {
        run: `select add_to_vocabulary(array_agg(name), '{}') from categories; delete from drizzle.old_words where word in (select unnest(search_lexemes(name)) from categories)`,
      },
      {
        after: '',
        batch: `with gone as (select word from drizzle.old_words where word > $1 order by word limit $2),
          deleted as (delete from vocabulary where word in (select word from gone) returning word),
          piece as (select (select word from gone order by word desc limit 1) as key, (select count(*)::int from deleted) as rows)`,
      },
      addWords(`updated_at > (select started_at - interval '1 minute' from drizzle.derived_data where name = 'search')`),
      { run: 'drop table if exists drizzle.old_words' },
    ],
  },
  {
    name: 'facets',
    title: 'options and attributes that products are filtered by',
    table: 'products',
    msPerRow: 0.5,
    functions: ['product_facets'],
    sample: `select (select string_agg(facet, ' ' order by facet) from attribute_facets('[{"name":"Fabric","value":"Wool"},{"name":"Größe","value":"1:2"}]') facet)
      || product_facets('${FIRST_UUID}', null, '[{"name":"Fabric","value":"Wool"},{"name":"Fabric","value":"Wool"}]')::text as results`,
    steps: [
      rewrite(
        'products',
        'facets = product_facets(t.id, t.options, t.attributes)',
        'facets is distinct from product_facets(id, options, attributes)',
      ),
    ],
  },
  {
    name: 'stock-levels',
    title: 'how scarce products are',
    table: 'products',
    msPerRow: 0.3,
    functions: ['product_saved'],
    sample: null,
    steps: [rewrite('products', 'stock_level = t.stock_level', 'true')],
  },
  {
    name: 'customer-search',
    title: 'texts that customers are found by',
    table: 'users',
    msPerRow: 0.3,
    functions: ['user_saved'],
    sample: null,
    steps: [rewrite('users', 'search_text = t.search_text', 'true')],
  },
  {
    name: 'price-counts',
    title: 'numbers of products by price',
    table: 'products',
    msPerRow: 0.01,
    functions: ['price_bucket_width', 'price_levels'],
    sample: `select string_agg(level::text, ' ' order by cents, level.is_bucket) as results
      from unnest(array[0, 1, 63, 64, 99, 127, 128, 999, 1000, 4095, 12345, 99999999]) cents, price_levels(cents) level`,
    steps: [RECOUNT_PRICES],
  },
  {
    name: 'statistics',
    title: 'sales by day and by product',
    table: 'orders',
    msPerRow: 0.02,
    functions: ['is_sale', 'shop_time_zone', 'product_sales'],
    sample: null,
    steps: [recountMonths('recount_days'), recountMonths('recount_product_days')],
  },
];

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

export const hashCode = ({ functions }: DerivedData): string =>
  hash(
    functions
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
 * What a database that isn't known to have a version has: the present one if its functions compute the sample as the present ones do, else
 * none. Without a sample its functions are as good as the present ones: they were before there were versions.
 */
async function findVersion(runner: SqlRunner, data: DerivedData): Promise<number> {
  const { version = 1, results } = readDerivedRecords()[data.name] ?? {};
  if (!data.sample) return 1;
  return (await hashResults(runner, data)) === results ? version : 0;
}

/** Called before functions are replaced. `versions`: of a database that is created; null: of one that was there before. */
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

/** Called once the functions are replaced. Whoever has written before has a transaction id up to `since`. */
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

/** What functions of these versions would have computed anew, and about how long that takes beside a shop that sells little. */
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

/** What the database has by older functions than its own. */
export async function listPendingData({ query }: Pick<SqlRunner, 'query'>): Promise<PendingData[]> {
  const [table] = await query<{ name: string | null }>(`select to_regclass('drizzle.derived_data')::text as name`);
  if (!table?.name) return [];
  const rows = await query<{ name: string; step: number; key: string | null; rows: number }>(
    'select name, step, key, rows::int as rows from drizzle.derived_data where version < target',
  );
  return DERIVED_DATA.flatMap((data) => rows.filter(({ name }) => name === data.name).map((row) => ({ ...data, ...row })));
}
