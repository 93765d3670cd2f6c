/**
 * Stored results of SQL functions: search words, facets, statistics. Each kind has a version, which `npm run schema` raises when the
 * functions give another result for a sample (functions/version.json). A database with an older version keeps using its results: triggers
 * compute each row that is written again, and a job the rest, piece by piece (derived-versions.ts decides what, rebuild-derived-data.ts
 * does it).
 */

/**
 * A batch is the `with` part of a statement. $1: the key after which it continues; $2: how many rows it reads. Its last part, `piece`, has
 * the last `key`, null at the end, and how many `rows` were written.
 */
export type RebuildStep = { batch: string; after: string } | { run: string } | { reindex: string };

export interface DerivedData {
  name: string;
  /** For an operator. */
  title: string;
  /** For the dry run: the table of its rows, and about how long one row takes on an ordinary server. */
  table: string;
  msPerRow: number;
  /** Files of functions/. */
  functionFiles: readonly string[];
  /** Computes examples, as a single text `results`; null: any change of the code counts. */
  sample: string | null;
  steps: readonly RebuildStep[];
}

/** Rows of the first piece of a step; the time that it takes determines how many the next one has. */
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

/** Adds the words of products to the vocabulary, and takes them off the list of old words, because they are in use. */
const addWords = (condition: string): RebuildStep => ({
  after: FIRST_UUID,
  batch: `with scanned as (select * from products where id > $1::uuid and ${condition} order by id limit $2),
    added as (select add_to_vocabulary(array_agg(name), array_agg(description))::text as done from scanned where status = 'active'),
    kept as (delete from drizzle.old_words where word in (select unnest(search_lexemes(name)) from scanned where status = 'active'
      union select unnest(search_lexemes(description)) from scanned where status = 'active')),
    piece as (select (select id::text from scanned order by id desc limit 1) as key, (select count(*)::int from scanned) + 0 * (select count(done)::int from added) as rows)`,
});

/** Prices in their order, as many as there are products at them; each piece ends with a bucket, the last with the highest possible price. */
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

/** Calls a function for each row, in the order of their ids. */
const countCustomers = (table: 'users' | 'orders', call: string): RebuildStep => ({
  after: FIRST_UUID,
  batch: `with scanned as (select * from ${table} where id > $1::uuid order by id limit $2),
    counted as materialized (select ${call}::text as done from scanned),
    piece as (select (select id::text from scanned order by id desc limit 1) as key, (select count(done)::int from counted) as rows)`,
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
    functionFiles: ['search_text', 'search_term'],
    sample: `select string_agg(concat_ws(' / ', search_vector(example, reverse(example) || ' ' || example, '${FIRST_UUID}'), search_name_vector(example),
      array_to_string(search_lexemes(example), ' ')), E'\\n' order by nr) as results from ${EXAMPLES}`,
    steps: [
      { run: 'drop table if exists drizzle.old_words; create unlogged table drizzle.old_words as select word from vocabulary' },
      { run: 'update categories set name = name where name_words is distinct from search_name_vector(name)' },
      rewrite('products', 'name = t.name', 'name_words is distinct from search_name_vector(name)'),
      // An update that changes no indexed column leaves the index as it is.
      { reindex: 'products_search' },
      addWords('true'),
      // Rows that were written meanwhile relied on words in the vocabulary that the last steps may have removed since.
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
    functionFiles: ['product_changed'],
    sample: `select (select string_agg(facet, ' ' order by facet) from attribute_facets('[{"name":"Fabric","value":"Wool"},{"name":"Größe","value":"1:2"}]') facet)
      || product_facets('${FIRST_UUID}', null, '[{"name":"Fabric","value":"Wool"},{"name":"Fabric","value":"Wool"}]')::text as results`,
    steps: [
      rewrite(
        'products',
        'facets = all_facets(t.id, t.options, t.attributes, t.tags, t.brand_id, t.custom)',
        'facets is distinct from all_facets(id, options, attributes, tags, brand_id, custom)',
      ),
    ],
  },
  {
    name: 'stock-levels',
    title: 'how scarce products are',
    table: 'products',
    msPerRow: 0.3,
    functionFiles: ['product_saved'],
    sample: null,
    steps: [rewrite('products', 'stock_level = t.stock_level', 'true')],
  },
  {
    name: 'lowest-prices',
    title: 'lowest prices before sales',
    table: 'products',
    msPerRow: 0.1,
    functionFiles: ['lowest_price'],
    sample: `select string_agg(reduction_step(nullif(was, 0), nullif(compared, 0), nullif(lowest, 0), cents, 5), ' ' order by was, compared, lowest, cents) as results
      from unnest(array[0, 3, 4]) was, unnest(array[0, 3, 5]) compared, unnest(array[0, 4]) lowest, unnest(array[2, 3, 4, 5]) cents`,
    steps: [
      // What the log no longer knows stays.
      rewrite(
        'product_variants',
        `lowest_cents = (select case when found.agrees then found.lowest else t.lowest_cents end from products p,
          lowest_price_by_log(p.id, t.id, t.price_cents, t.compare_at_cents, p.status, p.created_at) found where p.id = t.product_id)`,
        'compare_at_cents > price_cents',
      ),
      rewrite(
        'products',
        `lowest_cents = (select case when found.agrees then found.lowest else t.lowest_cents end
          from lowest_price_by_log(t.id, null, t.price_cents, t.compare_at_cents, t.status, t.created_at) found)`,
        'options is null and compare_at_cents > price_cents',
      ),
    ],
  },
  {
    name: 'customer-search',
    title: 'texts that customers are found by',
    table: 'users',
    msPerRow: 0.3,
    functionFiles: ['user_saved'],
    sample: null,
    steps: [rewrite('users', 'search_text = t.search_text', 'true')],
  },
  {
    name: 'customers',
    title: 'orders and sums of customers',
    table: 'customers',
    msPerRow: 0.3,
    functionFiles: ['customers'],
    sample: null,
    steps: [
      countCustomers('users', 'count_account(id)'),
      countCustomers('orders', `count_customer(null, case when user_id is null and number is not null then guest_email end)`),
    ],
  },
  {
    name: 'price-counts',
    title: 'numbers of products by price',
    table: 'products',
    msPerRow: 0.01,
    functionFiles: ['price_counts'],
    sample: `select string_agg(level::text, ' ' order by cents, level.is_bucket) as results
      from unnest(array[0, 1, 63, 64, 99, 127, 128, 999, 1000, 4095, 12345, 99999999]) cents, price_levels(cents) level`,
    steps: [RECOUNT_PRICES],
  },
  {
    name: 'statistics',
    title: 'sales by day and by product',
    table: 'orders',
    msPerRow: 0.02,
    functionFiles: ['sales'],
    sample: null,
    steps: [recountMonths('recount_days'), recountMonths('recount_product_days')],
  },
];
