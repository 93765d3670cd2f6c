/**
 * Lists filtered by options, one at a time and uncached: 1,000,000 variants in 200,000 products, on PostgreSQL.
 * PRODUCTS=200000 (five variants each), ROUNDS=10 of each list.
 */
import { sql } from 'drizzle-orm';
import { filterProducts } from '../src/server/catalog/listing/product-list.service.ts';
import { toFacetGroups } from '../src/server/catalog/search/facet-values.ts';
import { type Database, openServer } from '../src/server/database/connect.ts';
import { query } from '../src/server/database/query.ts';
import { uncached } from '../src/server/response-cache/memoize.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { insertIntoPostgres } from './catalog/insert.ts';

const COUNT = Number(process.env.PRODUCTS ?? 200_000);
const ROUNDS = Number(process.env.ROUNDS ?? 10);

/** Five sizes of each product, out of 40, and a colour out of 20 of which the first is rare; written without triggers, as an import of millions would be. */
async function addVariants(db: Database): Promise<void> {
  await db.execute(sql`alter table product_variants disable trigger user`);
  await db.execute(sql`update products set options = jsonb_build_array(
      jsonb_build_object('name', 'Size', 'values', (select jsonb_agg((20 + (first + n) % 40)::text) from generate_series(0, 4) n)),
      jsonb_build_object('name', 'Colour', 'values', jsonb_build_array('Colour ' || colour))),
    facets = array(select 'oSize:' || (20 + (first + n) % 40) from generate_series(0, 4) n) || ('oColour:Colour ' || colour)
    from (select id, abs(hashtext(id::text)) % 40 as first, case when hashtext(id::text) % 5000 = 0 then 0 else 1 + abs(hashtext(slug)) % 19 end as colour
      from products) made where made.id = products.id`);
  await db.execute(sql`insert into product_variants (id, product_id, position, option_values, price_cents, quantity)
    select gen_random_uuid(), id, place - 1, array[value, options -> 1 -> 'values' ->> 0], price_cents, 5
    from products, jsonb_array_elements_text(options -> 0 -> 'values') with ordinality value (value, place)`);
  await db.execute(sql`alter table product_variants enable trigger user`);
}

const postgres = await startPostgres(['-c', 'shared_buffers=1GB', '-c', 'max_wal_size=4GB']);
try {
  await postgres.run('create database facets');
  const url = postgres.urlOf('facets');
  await insertIntoPostgres(url, COUNT, addVariants);
  const { db, close } = await openServer(url, console, 4);
  const [category] = await query<{ id: string }>(db, sql`select id from categories order by name limit 1`);
  const size = { name: 'Size', values: ['42'] };
  const sizes = { name: 'Size', values: ['42', '43', '44'] };
  const common = { name: 'Colour', values: ['Colour 7'] };
  const rare = { name: 'Colour', values: ['Colour 0'] };
  const inCategory = { categoryIds: [category?.id ?? ''] };
  const lists = {
    'no filter (baseline)': {},
    'price range (baseline)': { cents: [1000, 5000] as const },
    'a size': { choices: [size] },
    'a rare colour': { choices: [rare] },
    'three sizes': { choices: [sizes] },
    'sizes and a colour': { choices: [sizes, common] },
    'sizes and a colour, page 100': { choices: [sizes, common], page: 100 },
    'sizes in a category': { choices: [sizes], ...inCategory },
    'a size, a colour, a category, a price': { choices: [size, common], ...inCategory, cents: [1000, 5000] as const },
    'a category without filter': inCategory,
    'a search': { keyword: 'steel' },
    'a search, a size': { keyword: 'steel', choices: [size] },
  };
  for (const [name, list] of Object.entries(lists)) {
    const {
      choices = [],
      categoryIds = [],
      cents = null,
      ...rest
    } = {
      choices: [] as { name: string; values: string[] }[],
      categoryIds: [] as string[],
      cents: null as readonly [number, number] | null,
      ...list,
    };
    const filter = { categoryIds, cents, groups: toFacetGroups(choices, []) };
    const times: number[] = [];
    let total = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAt = performance.now();
      ({ total } = await filterProducts({ db, payment: null, memoize: uncached }, { filter, ...rest }));
      times.push(performance.now() - startedAt);
    }
    times.sort((a, b) => a - b);
    console.log(
      `${name}: ${total} products, median ${times[Math.floor(ROUNDS / 2)]?.toFixed(1)} ms, slowest ${times.at(-1)?.toFixed(1)} ms`,
    );
  }
  await close();
} finally {
  await postgres.stop();
}
