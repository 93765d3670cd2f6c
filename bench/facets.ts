/**
 * Lists of 200,000 products with 1,000,000 variants compared with the same products without variants, one at a time, on PostgreSQL; and lists
 * filtered by options. What a shop memoizes between two changes of its catalog is memoized, lists are not. PRODUCTS=200000 (five variants
 * each; with another value nothing is written to results.md), ROUNDS=10 of each list.
 */
import { sql } from 'drizzle-orm';
import type { Memoize } from '../src/server/platform/cache/open-response-cache.ts';
import { type Database, openServer } from '../src/server/platform/database/connect.ts';
import { query } from '../src/server/platform/database/query.ts';
import { filterProducts } from '../src/server/shop/catalog/listing/product-list.service.ts';
import { toFacetGroups } from '../src/server/shop/catalog/search/facet-values.ts';
import { memoizeForever } from '../tests/support/memoize.ts';
import { startPostgres, type TestPostgres } from '../tests/support/postgres.ts';
import { insertIntoPostgres } from './catalog/insert.ts';
import { writeSection } from './results.ts';

const FULL_COUNT = 200_000;
const COUNT = Number(process.env.PRODUCTS ?? FULL_COUNT);
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
  await db.execute(sql`vacuum (analyze) product_variants`);
}

interface List {
  choices?: { name: string; values: string[] }[];
  categoryIds?: string[];
  cents?: readonly [number, number] | null;
  keyword?: string;
  page?: number;
}

/** Lists that both catalogs have, and lists filtered by options. */
function makeLists(category: string): { plain: Record<string, List>; filtered: Record<string, List> } {
  const size = { name: 'Size', values: ['42'] };
  const sizes = { name: 'Size', values: ['42', '43', '44'] };
  const common = { name: 'Colour', values: ['Colour 7'] };
  const rare = { name: 'Colour', values: ['Colour 0'] };
  const categoryIds = [category];
  const cents = [1000, 5000] as const;
  return {
    plain: {
      'no filter': {},
      'price range': { cents },
      'a category': { categoryIds },
      'a search': { keyword: 'steel' },
      'a search in a category': { keyword: 'steel', categoryIds },
    },
    filtered: {
      'a size': { choices: [size] },
      'a rare colour': { choices: [rare] },
      'three sizes': { choices: [sizes] },
      'three sizes and a colour': { choices: [sizes, common] },
      'three sizes and a colour, page 100': { choices: [sizes, common], page: 100 },
      'three sizes in a category': { choices: [sizes], categoryIds },
      'a size, a colour, a category, a price': { choices: [size, common], categoryIds, cents },
      'a search, a size': { keyword: 'steel', choices: [size] },
    },
  };
}

interface Figure {
  total: number;
  median: number;
  slowest: number;
}

async function measureList(
  db: Database,
  memoize: Memoize,
  { choices = [], categoryIds = [], cents = null, ...rest }: List,
): Promise<Figure> {
  const filter = { categoryIds, cents, groups: toFacetGroups(choices, []) };
  const times: number[] = [];
  let total = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    ({ total } = await filterProducts({ db, payment: null, memoize }, { filter, ...rest }));
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  return { total, median: times[Math.floor(ROUNDS / 2)] ?? 0, slowest: times.at(-1) ?? 0 };
}

/** Makes the catalog and measures these lists of it. */
async function measureCatalog(postgres: TestPostgres, name: string, hasVariants: boolean): Promise<Map<string, Figure>> {
  await postgres.run(`create database ${name}`);
  const url = postgres.urlOf(name);
  const seconds = await insertIntoPostgres(url, COUNT, hasVariants ? addVariants : undefined);
  console.log(`${name}: ${COUNT} products inserted in ${seconds.toFixed(0)} s`);
  const { db, close } = await openServer(url, console, 4);
  const [category] = await query<{ id: string }>(db, sql`select id from categories order by name limit 1`);
  const { plain, filtered } = makeLists(category?.id ?? '');
  const memoize = memoizeForever();
  const figures = new Map<string, Figure>();
  for (const [list, what] of Object.entries(hasVariants ? { ...plain, ...filtered } : plain)) {
    const figure = await measureList(db, memoize, what);
    figures.set(list, figure);
    console.log(`${name}, ${list}: ${figure.total} products, median ${format(figure.median)}, slowest ${format(figure.slowest)}`);
  }
  await close();
  return figures;
}

const format = (milliseconds: number | undefined) => (milliseconds === undefined ? '' : `${milliseconds.toFixed(1)} ms`);

const postgres = await startPostgres(['-c', 'shared_buffers=1GB', '-c', 'max_wal_size=4GB']);
try {
  const without = await measureCatalog(postgres, 'without_variants', false);
  const withVariants = await measureCatalog(postgres, 'with_variants', true);
  const rows = [...withVariants].map(([list, { total, median, slowest }]) => [
    list,
    String(total),
    format(without.get(list)?.median),
    format(median),
    format(slowest),
  ]);
  if (COUNT === FULL_COUNT) {
    writeSection({
      title: 'Lists of products with variants',
      command: 'npm run bench -- facets',
      method: `${COUNT} products, in one catalog without options, in the other with five variants each, on PostgreSQL. Each list ${ROUNDS} times, one at a time, with its total and all counts; the slowest is usually the first, which reads what is memoized until the catalog changes.`,
      rows: [['list', 'products', 'without variants, median', 'with variants, median', 'slowest'], ...rows],
    });
  }
} finally {
  await postgres.stop();
}
