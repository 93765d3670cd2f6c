/**
 * Which statements a shop on many databases would send across them: trading days on a PostgreSQL with pg_stat_statements, each statement
 * sorted by the tables and the keys that it names. docs/scale.md says what follows. DAYS=20; RAW=<file> also writes every statement.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { SECOND } from '../src/contract/values.ts';
import { query } from '../src/server/platform/database/query.ts';
import { startShop } from '../tests/support/shop-process.ts';
import { runTradingDay } from '../tests/support/trading-day.ts';
import { createPostgresTarget } from './databases.ts';
import { writeSection } from './results.ts';
import { classifyStatement, SPREADS, type Spread } from './statements/classify.ts';
import { runOffice, setUpOffice } from './statements/office-day.ts';

const DAYS = Number(process.env.DAYS ?? 20);

interface Statement {
  text: string;
  calls: number;
  milliseconds: number;
}

const LIST_STATEMENTS = sql`select query as text, sum(calls)::float8 as calls, sum(total_exec_time) as milliseconds from pg_stat_statements
  where dbid = (select oid from pg_database where datname = current_database()) group by query order by 3 desc`;

const target = await createPostgresTarget(['-c', 'shared_preload_libraries=pg_stat_statements', '-c', 'pg_stat_statements.max=10000']);
const { db, close } = await target.connect();
await db.execute(sql`create extension pg_stat_statements`);
const shop = await startShop({
  env: { DEMO: 'on', GUEST_CHECKOUTS_OPEN: '1000', GUEST_CHECKOUTS_PER_HOUR: '1000', ...target.env },
  dataDir: target.dataDir,
  keepData: true,
});
let statements: Statement[];
try {
  // The demo's past orders are written at the start, by statements of their own.
  await db.execute(sql`select pg_stat_statements_reset()`);
  const first = await runTradingDay([shop.origin]);
  const office = await setUpOffice(shop.origin, first.adminToken);
  for (let day = 0; day < DAYS; day += 1) await runOffice(shop.origin, day ? await runTradingDay([shop.origin]) : first, office);
  // Scheduled jobs run each minute.
  await sleep(90 * SECOND);
  statements = await query<Statement>(db, LIST_STATEMENTS);
} finally {
  await shop.stop();
  await close();
  await target.dispose();
}

const classified = statements.map((it) => ({ ...it, ...classifyStatement(it.text) })).filter((it) => it.spread !== 'none');
const totalCalls = classified.reduce((sum, it) => sum + it.calls, 0);
const totalTime = classified.reduce((sum, it) => sum + it.milliseconds, 0);
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
const summarize = (spread: Spread, meaning: string) => {
  const rows = classified.filter((it) => it.spread === spread);
  const calls = rows.reduce((sum, it) => sum + it.calls, 0);
  const time = rows.reduce((sum, it) => sum + it.milliseconds, 0);
  return [meaning, String(rows.length), percent(calls, totalCalls), percent(time, totalTime), calls ? (time / calls).toFixed(2) : '0'];
};
const table = Object.entries(SPREADS).map(([spread, meaning]) => summarize(spread as Spread, meaning));
for (const row of table) console.log(row.join('   '));
if (process.env.RAW)
  writeFileSync(
    process.env.RAW,
    classified
      .map(
        (it) =>
          `${it.spread}\t${it.calls}\t${(it.milliseconds / it.calls).toFixed(3)}\t${it.tables.join(',')}\t${it.text.replaceAll(/\s+/g, ' ')}`,
      )
      .join('\n'),
  );
writeSection({
  title: 'Statements',
  command: 'npm run bench -- statements',
  method: `What \`pg_stat_statements\` recorded in ${DAYS} trading days of one shop (visits of uncached pages, searches, accounts, checkouts of customers and guests, codes, payments, shipping, requests, refunds, the team's lists, a bulk edit, an API key, a webhook, the audit log, all scheduled jobs; \`tests/support/trading-day.ts\`, \`bench/statements/office-day.ts\`), sorted by the tables and keys that each statement names: docs/scale.md. Statements of transactions and settings are left out.`,
  rows: [['a statement', 'statements', 'of the calls', 'of the time', 'ms a call'], ...table],
});
