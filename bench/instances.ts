/**
 * The load of many instances on one PostgreSQL, apart from their visitors: the queries by which each makes sure that it hears of every
 * change, and the cost of a change. Each instance is only its cache invalidation connection, all in this process. SECONDS=10 per figure;
 * COUNTS=1,10,50,100.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { SECOND } from '../src/contract/values.ts';
import { type Invalidation, startInvalidation } from '../src/server/platform/cache/invalidation.ts';
import { query } from '../src/server/platform/database/query.ts';
import { makeCategory, makeProducts } from '../tests/support/products.ts';
import { createPostgresTarget } from './databases.ts';
import { writeSection } from './results.ts';

const seconds = Number(process.env.SECONDS ?? 10);
const counts = (process.env.COUNTS ?? '1,10,50,100').split(',').map(Number);
const CHANGES = 20;
const MOST_CONNECTIONS = 200;

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Of a process, in milliseconds. The name in it may have spaces; behind its bracket utime is the 12th field and stime the 13th. */
function readProcessorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (1000 * (Number(fields[11]) + Number(fields[12]))) / TICKS_PER_SECOND;
}

const target = await createPostgresTarget(['-c', 'fsync=on', '-c', `max_connections=${MOST_CONNECTIONS}`]);
const { db, close } = await target.connect();
const url = String(target.env.DATABASE_URL);
const [product] = await makeProducts(db, [{ categoryId: await makeCategory(db), priceCents: 1000 }]);

const listListening = () =>
  query<{ pid: number }>(db, sql`select pid from pg_stat_activity where application_name = 'storefront-cache-invalidation'`);
const sumProcessorTime = async () => (await listListening()).reduce((sum, { pid }) => sum + readProcessorTime(pid), 0);

let heard = 0;
const countChange = () => {
  heard += 1;
};
const openInstance = (): Promise<Invalidation> => startInvalidation(url, countChange, console);

async function measure(count: number): Promise<string[]> {
  const instances = await Promise.all(Array.from({ length: count }, openInstance));
  await sleep(2000);
  const before = await sumProcessorTime();
  await sleep(seconds * SECOND);
  const heartbeats = ((await sumProcessorTime()) - before) / seconds;

  const hearing = instances.filter((it) => it.isHearing()).length;
  const waits: number[] = [];
  const beforeChanges = await sumProcessorTime();
  heard = 0;
  const startedAt = performance.now();
  for (let change = 0; change < CHANGES; change += 1) {
    await db.execute(sql`update products set price_cents = price_cents + 1 where id = ${product?.id}`);
    const committedAt = performance.now();
    await instances[change % count]?.catchUp();
    waits.push(performance.now() - committedAt);
  }
  const elapsed = (performance.now() - startedAt) / SECOND;
  const perChange = ((await sumProcessorTime()) - beforeChanges - heartbeats * elapsed) / CHANGES;
  await sleep(SECOND);
  if (heard !== CHANGES * count) throw new Error(`${heard} of ${CHANGES * count} changes were heard within a second`);
  await Promise.all(instances.map((it) => it.close()));
  const sorted = waits.toSorted((a, b) => a - b);
  return [
    String(count),
    String(hearing),
    `${(heartbeats / 10).toFixed(1)} %`,
    (sorted[Math.floor(CHANGES / 2)] ?? 0).toFixed(0),
    (sorted.at(-1) ?? 0).toFixed(0),
    Math.max(0, perChange).toFixed(1),
  ];
}

const rows = [
  [
    'instances',
    'of them told of changes',
    'of one core, for heartbeats',
    'a change waits, ms, median',
    'worst',
    'processor time of the database a change, ms',
  ],
];
try {
  for (const count of counts) {
    rows.push(await measure(count));
    console.log(rows.at(-1)?.join('   '));
  }
} finally {
  await close();
  await target.dispose();
}
writeSection({
  title: 'Instances',
  command: 'npm run bench -- instances',
  method: `What many instances ask of one PostgreSQL (fsync on, its default settings but ${MOST_CONNECTIONS} connections) beside their visitors. Each instance is its connection that invalidates the cache, with a heartbeat every 300 ms; all of them are in one process on the machine of the database, which therefore also does what a hundred machines would. Then ${CHANGES} changes of a price, one after the other, each of which waits until the instance that made it has heard of it; all others hear of it within a second. Processor time is that of PostgreSQL's own processes for these connections.`,
  rows,
});
