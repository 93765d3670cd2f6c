/**
 * An import of a large file, uploaded, checked and imported as by the jobs, on the embedded database or, with TARGET=postgres, on
 * PostgreSQL: products that are new, all of them changed, and nothing changed. ROWS=100000.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { MEGABYTE, SECOND } from '../src/contract/values.ts';
import type { Database } from '../src/server/platform/database/connect.ts';
import { query, queryPrepared } from '../src/server/platform/database/query.ts';
import { createPublicFetch } from '../src/server/platform/http/public-fetch.ts';
import { runInContext } from '../src/server/platform/monitoring/request-context.ts';
import { openDownloadStores } from '../src/server/platform/storage/piece-store.ts';
import { checkImports } from '../src/server/shop/catalog/import/runs/check-imports.ts';
import { findImport } from '../src/server/shop/catalog/import/runs/product-import.repository.ts';
import { startImport, uploadImport } from '../src/server/shop/catalog/import/runs/product-import.service.ts';
import { runImports } from '../src/server/shop/catalog/import/runs/run-imports.ts';
import { listProductTable } from '../src/server/shop/catalog/product-table/product-table.service.ts';
import { openImageStores } from '../src/server/shop/content/media/store-image.ts';
import { IMPORT_WORK } from '../src/server/shop/imports/import-kinds.ts';
import { createEmbeddedTarget, createPostgresTarget } from './databases.ts';
import { writeSection } from './results.ts';

const ROWS = Number(process.env.ROWS ?? 100_000);
/** How many are inserted without an import, for comparison. */
const BARE_ROWS = ROWS / 10;
const GOAL_SECONDS = 60;
const GOAL_MEGABYTES = 200;
/** Id of an existing image: otherwise fetching and resizing would be measured. */
const IMAGE_ID = 'a'.repeat(32);
const CALLER = { id: '00000000-0000-4000-8000-000000000001', name: 'Bench' } as Parameters<typeof startImport>[2];

const HEADER = 'name,description,price,quantity,category,image,sku,weight,attributes\n';
const WORDS = 'light running shoe with a sole of cork that is made in small numbers and sent in a box of paper'.split(' ');

function* writeFile(price: number): Generator<Buffer> {
  yield Buffer.from(HEADER);
  let lines = '';
  for (let n = 0; n < ROWS; n += 1) {
    const words = [0, 3, 5, 7, 11].map((step) => WORDS[(n * (step + 1) + step) % WORDS.length]).join(' ');
    lines += `Product ${n} ${words},"A ${words}, number ${n}. ${words}.",${(price + (n % 90)).toFixed(2)},${5 + (price % 7)},Category ${n % 40},/uploads/${IMAGE_ID}-640.webp,SKU-${n},${100 + (n % 50)},Material: Cork | Made in: Porto\n`;
    if (lines.length < 64 * 1024) continue;
    yield Buffer.from(lines);
    lines = '';
  }
  if (lines) yield Buffer.from(lines);
}

async function* toStream(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield* pieces;
}

/** Inserts rows by SQL alone, 300 a statement: the database's own share of an import. */
async function insertBare(db: Database, count: number): Promise<void> {
  for (let from = 0; from < count; from += 300) {
    await db.transaction((tx) =>
      tx.execute(sql`insert into products (id, name, slug, description, price_cents, quantity, shipping, category_id, image_id, sku, weight_grams, attributes)
        select gen_random_uuid(), p.name || ' again', p.slug || '-again', p.description, p.price_cents, p.quantity, p.shipping, p.category_id, p.image_id,
          p.sku || '-AGAIN', p.weight_grams, p.attributes
        from generate_series(${from}::int, ${Math.min(from + 300, count) - 1}::int) n join products p on lower(p.sku) = 'sku-' || n`),
    );
  }
}

/**
 * Milliseconds between two samples, each a page or a checkout by turns. They are taken by the same process: ten pages a second take a tenth
 * of what is measured.
 */
const ASKED_EVERY = 500;

/** Uses the connection as often as a checkout does: for login, variants, the order, the provider's session and saving it. */
async function takeTurnsOfCheckout(db: Database): Promise<void> {
  const statement = sql`select 1`;
  for (const inTransaction of [false, false, true, false, false])
    await (inTransaction ? db.transaction((tx) => query(tx, statement)) : queryPrepared(db, statement));
}

type Measured = Record<'seconds' | 'cpu' | 'megabytes' | 'worstWait' | 'checkoutWait' | 'worstCheckoutWait', number>;

/** The peak of additional memory, and how long a page of products and a checkout's statements took meanwhile. */
async function watch(db: Database, work: () => Promise<void>): Promise<Measured> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let [most, worstWait, isDone] = [before, 0, false];
  const checkoutWaits: number[] = [];
  // Counted from when it was due: while the embedded database works, no timer of this process fires.
  const measure = async (ask: () => Promise<unknown>) => {
    const due = performance.now() + ASKED_EVERY;
    await wait(ASKED_EVERY);
    await ask();
    most = Math.max(most, process.memoryUsage().rss);
    return performance.now() - due;
  };
  const sampling = (async () => {
    while (!isDone) {
      worstWait = Math.max(worstWait, await measure(() => listProductTable(db, { limit: 50 })));
      checkoutWaits.push(await measure(() => takeTurnsOfCheckout(db)));
    }
  })();
  const started = performance.now();
  const cpuBefore = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  const seconds = (performance.now() - started) / SECOND;
  isDone = true;
  await sampling;
  const sorted = checkoutWaits.sort((a, b) => a - b);
  return {
    seconds,
    cpu: (user + system) / 1e6,
    megabytes: (most - before) / MEGABYTE,
    worstWait,
    checkoutWait: sorted[Math.floor(sorted.length / 2)] ?? 0,
    worstCheckoutWait: sorted.at(-1) ?? 0,
  };
}

const target = process.env.TARGET === 'postgres' ? await createPostgresTarget() : await createEmbeddedTarget();
const { db, close } = await target.connect();
const stores = openImageStores(target.dataDir, { s3: null, writesTo: 'folder' });
const downloads = openDownloadStores(target.dataDir, { s3: null, writesTo: 'folder' }).current;
const deps = { db, now: () => new Date(), images: stores.current, downloads, publicFetch: createPublicFetch(), publicUrl: null };
await db.execute(sql`insert into unattached_images (image_id, since) values (${IMAGE_ID}, now())`);
const { signal } = new AbortController();
const rows: string[][] = [];

function record(step: string, { seconds, cpu, megabytes, worstWait, checkoutWait, worstCheckoutWait }: Measured): void {
  const waits = [worstWait, checkoutWait, worstCheckoutWait].map((it) => it.toFixed(0));
  rows.push([step, seconds.toFixed(1), cpu.toFixed(1), megabytes.toFixed(0), ...waits]);
  console.log(rows.at(-1)?.join('   '));
}

async function importOnce(label: string, price: number): Promise<void> {
  const uploaded: string[] = [];
  const upload = async () => {
    uploaded.push(await uploadImport(deps, { fileName: 'bench.csv', caller: CALLER }, toStream(writeFile(price))));
  };
  record(`${label}: upload`, await watch(db, upload));
  const [id = ''] = uploaded;
  record(`${label}: check`, await watch(db, () => checkImports(deps, IMPORT_WORK, signal)));
  await startImport(deps, id, CALLER);
  record(`${label}: import`, await watch(db, () => runImports(deps, IMPORT_WORK, signal)));
  const done = await findImport(db, id);
  console.log(done?.status, done?.problem, done?.created, done?.updated, done?.unchanged, done?.refused);
  if (done?.status !== 'done' || done.refused) throw new Error('the import failed');
}

try {
  await importOnce('new products', 10);
  const act = <T>(work: () => Promise<T>) => runInContext({ id: 'bench', span: null, actor: { kind: 'admin', ...CALLER } }, work);
  record(`bare inserts of ${BARE_ROWS.toLocaleString('en-US')} such rows`, await watch(db, () => act(() => insertBare(db, BARE_ROWS))));
  await importOnce('price and stock changed', 11);
  await importOnce('nothing changed', 11);
} finally {
  await close();
  await target.dispose();
}
writeSection({
  title: `Import in the browser, ${target.name}`,
  command: `npm run bench -- product-import${process.env.TARGET ? ` (TARGET=${process.env.TARGET})` : ''}`,
  method: `A file of ${ROWS.toLocaleString('en-US')} rows, each with texts, price, stock, category, SKU, attributes and an image that the shop has, into an empty shop, as the jobs do it but without HTTP. Memory is what the process held at most beyond what it held before, database included; others ask for a page of the admin's table once a second, and as often take the connection as many times as a checkout does; what they wait counts from when they come. The goal for 100,000 rows is ${GOAL_SECONDS} s for the import after its check (decision 91), and ${GOAL_MEGABYTES} MB. Bare inserts are SQL alone, with all indexes and triggers.`,
  rows: [['', 'seconds', 'seconds of CPU', 'MB more', 'page, longest ms', 'checkout, median ms', 'longest ms'], ...rows],
});
