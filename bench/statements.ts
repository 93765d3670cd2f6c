/**
 * Which statements a shop on many databases would send across them: trading days on a PostgreSQL with pg_stat_statements, each statement
 * sorted by the tables and the keys that it names. docs/scale.md says what follows. DAYS=20; RAW=<file> also writes every statement.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { listUsers, readProfile, updateProfile } from '../src/contract/account.ts';
import { login, logout, register } from '../src/contract/auth.ts';
import { listEmails } from '../src/contract/email.ts';
import { cancelOrder, startCheckout } from '../src/contract/order.ts';
import { deliverOrder, listAllOrders, readAnyOrder, refundOrder } from '../src/contract/order-admin.ts';
import { readDashboardStats } from '../src/contract/reports.ts';
import { SECOND } from '../src/contract/time.ts';
import { query } from '../src/server/database/query.ts';
import { call, makeRegistration } from '../tests/e2e/support/api-client.ts';
import { startShop } from '../tests/support/shop-process.ts';
import { runTradingDay, type TradingDay } from '../tests/support/trading-day.ts';
import { createPostgresTarget } from './databases.ts';
import { writeSection } from './results.ts';
import { classifyStatement, SPREADS, type Spread } from './statements/classify.ts';

const DAYS = Number(process.env.DAYS ?? 20);

interface Statement {
  text: string;
  calls: number;
  milliseconds: number;
}

/** What a trading day leaves out: the admin's lists, a refund, a customer who changes their mind and their profile. */
async function runOffice(origin: string, { adminToken, customerToken, product, orderId }: TradingDay): Promise<void> {
  const asAdmin = { token: adminToken };
  const asCustomer = { token: customerToken };
  await call(origin, readDashboardStats, asAdmin);
  await call(origin, listAllOrders, asAdmin);
  await call(origin, listAllOrders, { ...asAdmin, query: { keyword: 'shopper' } });
  await call(origin, readAnyOrder, { ...asAdmin, params: { id: orderId } });
  await call(origin, deliverOrder, { ...asAdmin, params: { id: orderId } });
  await call(origin, refundOrder, { ...asAdmin, params: { id: orderId }, body: { amount: 10, reason: 'Scratched', restock: false } });
  await call(origin, listUsers, asAdmin);
  await call(origin, listEmails, asAdmin);
  const { order } = await call(origin, startCheckout, { ...asCustomer, body: { products: [{ _id: product._id }] } });
  await call(origin, cancelOrder, { ...asCustomer, params: { id: order } });
  const { user } = await call(origin, readProfile, asCustomer);
  await call(origin, updateProfile, {
    ...asCustomer,
    body: { name: user.name, email: user.email, password: '', address: '2 Market Street' },
  });
  // Who comes back.
  const registration = makeRegistration();
  await call(origin, register, { body: registration });
  const { token } = await call(origin, login, { body: { email: registration.email, password: registration.password } });
  await call(origin, logout, { token });
}

const LIST_STATEMENTS = sql`select query as text, sum(calls)::float8 as calls, sum(total_exec_time) as milliseconds from pg_stat_statements
  where dbid = (select oid from pg_database where datname = current_database()) group by query order by 3 desc`;

const target = await createPostgresTarget(['-c', 'shared_preload_libraries=pg_stat_statements', '-c', 'pg_stat_statements.max=10000']);
const { db, close } = await target.connect();
await db.execute(sql`create extension pg_stat_statements`);
const shop = await startShop({ env: { DEMO: 'on', ...target.env }, dataDir: target.dataDir, keepData: true });
let statements: Statement[];
try {
  // The demo's past orders are written at the start, by statements of their own.
  await db.execute(sql`select pg_stat_statements_reset()`);
  for (let day = 0; day < DAYS; day += 1) await runOffice(shop.origin, await runTradingDay([shop.origin]));
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
  method: `What \`pg_stat_statements\` recorded in ${DAYS} trading days of one shop (visits of uncached pages, searches, accounts, checkouts, payments, shipping, refunds, the admin's lists, all scheduled jobs; \`tests/support/trading-day.ts\`), sorted by the tables and keys that each statement names: docs/scale.md. Statements of transactions and settings are left out.`,
  rows: [['a statement', 'statements', 'of the calls', 'of the time', 'ms a call'], ...table],
});
