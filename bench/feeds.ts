/**
 * The feeds for Google and Meta of 100,000 products, of which a third have three variants, on PGlite and on PostgreSQL, one at a time: how long they take to
 * make, how much memory, and how long the list of problems takes. PRODUCTS=100000 (with another value nothing is written to results.md), ROUNDS=20 of
 * each page of the list, DATABASES=pglite,postgres.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { FEED_PROBLEM_NAMES } from '../src/contract/feeds.ts';
import { MEGABYTE } from '../src/contract/values.ts';
import { type Database, openEmbedded, openServer } from '../src/server/platform/database/connect.ts';
import { query } from '../src/server/platform/database/query.ts';
import { renewFeeds } from '../src/server/shop/feeds/build-feeds.service.ts';
import { findServedBuild, requestBuild } from '../src/server/shop/feeds/feed.repository.ts';
import { listFeedProblems } from '../src/server/shop/feeds/feeds.service.ts';
import { updateFeedSettings } from '../src/server/shop/settings/feed-settings.service.ts';
import { memoizeForever } from '../tests/support/memoize.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { insertCatalog, insertIntoPostgres } from './catalog/insert.ts';
import { writeSection } from './results.ts';

const FULL_COUNT = 100_000;
const COUNT = Number(process.env.PRODUCTS ?? FULL_COUNT);
const ROUNDS = Number(process.env.ROUNDS ?? 20);
const DATABASES = (process.env.DATABASES ?? 'pglite,postgres').split(',');
const GOAL_MEGABYTES = 100;
const GOAL_MS = 100;

/** A third get three variants, half of all a barcode. */
async function addVariants(db: Database): Promise<void> {
  await db.execute(
    sql`update products set options = '[{"name": "Size", "values": ["S", "M", "L"]}]' where abs(hashtext(id::text)) % 3 = 0`,
  );
  await db.execute(sql`update products set barcode = '4006381333931' where abs(hashtext(slug)) % 2 = 0`);
  await db.execute(sql`alter table product_variants disable trigger user`);
  await db.execute(sql`insert into product_variants (id, product_id, position, option_values, price_cents, quantity, sku)
    select gen_random_uuid(), p.id, v.n, array[(array['S', 'M', 'L'])[v.n + 1]], p.price_cents + v.n, v.n, 'S-' || v.n || p.slug
    from products p, generate_series(0, 2) as v (n) where p.options is not null`);
  await db.execute(sql`alter table product_variants enable trigger user`);
}

interface Figures {
  seconds: number;
  megabytes: number;
}

/** Of a build: how long, and the most memory beyond what the process held before. */
async function measureBuild(db: Database): Promise<Figures> {
  const deps = {
    db,
    memoize: memoizeForever(),
    now: () => new Date(),
    publicUrl: 'https://shop.example',
    readFromReplica: <T>(work: (it: Database) => Promise<T>) => work(db),
  };
  await updateFeedSettings(deps, { isOn: true, country: 'US' });
  await requestBuild(db, randomUUID(), new Date());
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const startedAt = performance.now();
  await renewFeeds(deps, new AbortController().signal);
  clearInterval(timer);
  return { seconds: (performance.now() - startedAt) / 1000, megabytes: (most - before) / MEGABYTE };
}

/** The slowest median of all pages of the list: the first, one by number, and one in the middle. */
async function measureList(db: Database): Promise<number> {
  const [middle] = await query<{ id: string }>(
    db,
    sql`select product_id as id from feed_problems order by product_id limit 1 offset ${Math.floor(COUNT / 2)}`,
  );
  const pages = [{}, { page: 100 }, { after: middle?.id ?? randomUUID(), page: 2000 }];
  let slowest = 0;
  for (const problem of [null, ...FEED_PROBLEM_NAMES])
    for (const page of pages) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const startedAt = performance.now();
        await listFeedProblems(db, { ...page, problem });
        times.push(performance.now() - startedAt);
      }
      times.sort((a, b) => a - b);
      slowest = Math.max(slowest, times[Math.floor(ROUNDS / 2)] ?? 0);
    }
  return slowest;
}

async function measure(name: string, db: Database): Promise<string[]> {
  const first = await measureBuild(db);
  const second = await measureBuild(db);
  const list = await measureList(db);
  const build = await findServedBuild(db);
  const megabytes = Math.max(first.megabytes, second.megabytes);
  const size = ((build?.sizes.google ?? 0) + (build?.sizes.meta ?? 0)) / MEGABYTE;
  const row = [
    name,
    (build?.items ?? 0).toLocaleString('en-US'),
    first.seconds.toFixed(1),
    second.seconds.toFixed(1),
    megabytes.toFixed(0),
    size.toFixed(1),
    list.toFixed(1),
    megabytes <= GOAL_MEGABYTES && list <= GOAL_MS ? 'yes' : 'no',
  ];
  console.log(row.join('   '));
  return row;
}

const rows: string[][] = [];
if (DATABASES.includes('postgres')) {
  const postgres = await startPostgres();
  await postgres.run('create database shop');
  const url = postgres.urlOf('shop');
  await insertIntoPostgres(url, COUNT, addVariants);
  const { db, close } = await openServer(url, console, 4);
  rows.push(await measure('PostgreSQL', db));
  await close();
  await postgres.stop();
}
if (DATABASES.includes('pglite')) {
  const { db, close } = await openEmbedded({ memory: true });
  await insertCatalog(db, COUNT, addVariants);
  rows.push(await measure('PGlite', db));
  await close();
}

if (COUNT === FULL_COUNT)
  writeSection({
    title: 'Feeds for Google and Meta',
    command: 'node --expose-gc bench/run.ts feeds',
    method: `${COUNT.toLocaleString('en-US')} products, a third of them with three variants, half with a barcode. Both feeds are made in one pass, the second time with nothing changed. Memory is the most beyond what the process held before, which on PGlite holds the database too; goal ${GOAL_MEGABYTES} MB. The list is the slowest median of ${ROUNDS} calls: each problem and all, the first page, the hundredth, and one in the middle; goal ${GOAL_MS} ms.`,
    rows: [['database', 'entries', 'first, s', 'again, s', 'memory, MB', 'feeds, MB', 'list, ms', 'goals met'], ...rows],
  });
